import type { Caller, ChangeRequest } from "@/lib/services/workspace/caller";

/** The owner, who is the Lead. */
export const OWNER: Caller = {
  kind: "owner",
  role: null,
  sessionKey: null,
  workspace: null,
  credentialId: "owner",
  source: "api",
};

/** A viewer of everything. */
export const VIEWER: Caller = { ...OWNER, kind: "viewer", credentialId: "viewer" };

/** The owner acting as a role. */
export function actingAs(role: string): Caller {
  return { ...OWNER, role };
}

/** A change that names what it has seen. */
export function ifMatch(hash: string): ChangeRequest {
  return { ifMatch: hash, idempotency: undefined };
}

/** A change that may be repeated. */
export function once(key: string, requestHash = key, credentialId = "owner"): ChangeRequest {
  return { ifMatch: null, idempotency: { credentialId, key, requestHash } };
}
