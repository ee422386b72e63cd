import { pages } from "@/lib/client/paths";
import { request, requestNothing } from "@/lib/client/request";
import type { SignInBegun, SignInFinished } from "@/lib/contracts/server";

/** Exchanges a one-time code, or the owner's token, for the browser's cookie. */
export function login(code: string): Promise<void> {
  return requestNothing("/api/login", { method: "POST", body: { code } });
}

/** Begins a sign-in with the provider, perhaps with the code of an invitation; answers where the browser is to go. */
export async function beginSignIn(invitation: string | null): Promise<string> {
  const { address } = await request<SignInBegun>("/api/login/provider", { method: "POST", body: { invitation } });
  return address;
}

/** Exchanges what the provider sent the browser back with for the browser's cookie; answers the page where it goes on. */
export async function finishSignIn(query: string): Promise<string> {
  const { workspace } = await request<SignInFinished>("/api/login/provider/return", {
    method: "POST",
    body: { query },
  });
  return workspace === null ? pages.home() : pages.overview(workspace);
}

/** Takes the browser's cookie away. */
export function logout(): Promise<void> {
  return requestNothing("/api/logout", { method: "POST", body: {} });
}
