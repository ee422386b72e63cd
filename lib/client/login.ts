import { requestNothing } from "@/lib/client/request";

/** Exchanges a one-time code, or the owner's token, for the browser's cookie. */
export function login(code: string): Promise<void> {
  return requestNothing("/api/login", { method: "POST", body: { code } });
}

/** Takes the browser's cookie away. */
export function logout(): Promise<void> {
  return requestNothing("/api/logout", { method: "POST", body: {} });
}
