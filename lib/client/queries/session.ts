import type { SessionScope } from "@/lib/client/paths";

/** The key under which everything read about one session is kept; invalidating it refreshes all of it. */
export function sessionKey({ workspace, session }: SessionScope) {
  return [...anySessionKey(workspace), session] as const;
}

/** The same for all sessions of a workspace. */
export function anySessionKey(workspace: string) {
  return ["workspace", workspace, "session"] as const;
}
