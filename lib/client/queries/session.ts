import type { SessionScope } from "@/lib/client/paths";

/** The key under which everything read about one session is kept; invalidating it refreshes all of it. */
export function sessionKey({ workspace, session }: SessionScope) {
  return ["workspace", workspace, "session", session] as const;
}
