import type { Queries } from "@/lib/db/open";

/** A token that was handed out; its secret part is never stored. */
export interface CredentialRow {
  id: string;
  workspaceId: string | null;
  /** `role`, `team`, `viewer` or `browser`. */
  kind: string;
  sessionKey: number | null;
  role: string | null;
  label: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

export type NewCredential = Omit<CredentialRow, "lastUsedAt" | "revokedAt">;

export async function insertCredential(queries: Queries, credential: NewCredential): Promise<void> {
  await queries.credential.create({ data: credential });
}

export async function findCredential(queries: Queries, id: string): Promise<CredentialRow | null> {
  return queries.credential.findUnique({ where: { id } });
}

/** The role tokens of a session, the newest first. */
export async function listTokens(queries: Queries, sessionKey: number): Promise<CredentialRow[]> {
  return queries.credential.findMany({ where: { sessionKey, kind: "role" }, orderBy: { createdAt: "desc" } });
}

/** The tokens that a session's team shares, the newest first. */
export async function listTeamTokens(queries: Queries, sessionKey: number): Promise<CredentialRow[]> {
  return queries.credential.findMany({ where: { sessionKey, kind: "team" }, orderBy: { createdAt: "desc" } });
}

/** The viewers of a workspace, the newest first. */
export async function listViewers(queries: Queries, workspaceId: string): Promise<CredentialRow[]> {
  return queries.credential.findMany({ where: { workspaceId, kind: "viewer" }, orderBy: { createdAt: "desc" } });
}

/** Ends one credential, or all of a session or of one of its roles. */
export async function revokeCredentials(
  queries: Queries,
  which: { id: string } | { sessionKey: number; role?: string },
  at: Date,
): Promise<void> {
  await queries.credential.updateMany({ where: { ...which, revokedAt: null }, data: { revokedAt: at } });
}

/** Notes when credentials were last used. */
export async function touchCredentials(queries: Queries, uses: Map<string, Date>): Promise<void> {
  for (const [id, lastUsedAt] of uses) await queries.credential.updateMany({ where: { id }, data: { lastUsedAt } });
}
