import { api, type SessionScope } from "@/lib/client/paths";
import { request, requestNothing } from "@/lib/client/request";
import type { RoleWithToken } from "@/lib/contracts/sessions";

const roleWithTokenContract = () => import("@/lib/contracts/sessions").then((contracts) => contracts.RoleWithToken);

/** Adds a role with its section; its token is in this answer and never again. */
export function addRole(scope: SessionScope, role: { id: string; type?: string }): Promise<RoleWithToken> {
  return request(roleWithTokenContract, `${api.session(scope)}/roles`, { method: "POST", body: role });
}

/** Makes another token for a role; it is in this answer and never again. */
export function mintToken(scope: SessionScope, role: string): Promise<RoleWithToken> {
  return request(roleWithTokenContract, `${api.role(scope, role)}/tokens`, { method: "POST", body: {} });
}

/** Makes a token worthless from now on. */
export function revokeToken(scope: SessionScope, role: string, token: string): Promise<void> {
  return requestNothing(`${api.role(scope, role)}/tokens/${encodeURIComponent(token)}`, { method: "DELETE" });
}
