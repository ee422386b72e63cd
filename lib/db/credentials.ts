import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";
import { findPerson, type PersonRow } from "@/lib/db/people";

/** A token that was handed out, or a browser that signed in. No secret is stored: of a browser's, only the hash. */
export type CredentialRow = Prisma.CredentialModel;

/** A credential with the person it proves, as they are now; null for all but the tokens and browsers of people. */
export interface KnownCredential extends CredentialRow {
  person: PersonRow | null;
}

type OfBrowser = "secretHash" | "viewerId" | "userAgent" | "address" | "personId" | "issuer";

export type NewCredential = Omit<CredentialRow, "lastUsedAt" | "revokedAt" | "linkUsedAt" | OfBrowser> &
  Partial<Pick<CredentialRow, OfBrowser>>;

/** The identities in use with one of these hashes, the one that was made last first. */
export async function findIdentities(queries: Queries, secretHashes: string[]): Promise<KnownCredential[]> {
  const rows = await queries.credential.findMany({
    where: { kind: "identity", secretHash: { in: secretHashes }, revokedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return Promise.all(rows.map((row) => withPerson(queries, row)));
}

export async function findCredential(queries: Queries, id: string): Promise<KnownCredential | null> {
  const row = await queries.credential.findUnique({ where: { id } });
  return row && withPerson(queries, row);
}

/** The browser whose cookie holds the secret with that hash. */
export async function findBrowser(queries: Queries, secretHash: string): Promise<KnownCredential | null> {
  const row = await queries.credential.findUnique({ where: { secretHash } });
  return row && withPerson(queries, row);
}

/** The browsers whose cookies hold secrets with these hashes, in the order of the hashes. */
export async function findBrowsers(queries: Queries, secretHashes: string[]): Promise<KnownCredential[]> {
  const rows = await queries.credential.findMany({ where: { kind: "browser", secretHash: { in: secretHashes } } });
  const order = (row: CredentialRow) => secretHashes.indexOf(row.secretHash ?? "");
  return Promise.all(rows.toSorted((a, b) => order(a) - order(b)).map((row) => withPerson(queries, row)));
}

async function withPerson(queries: Queries, row: CredentialRow): Promise<KnownCredential> {
  return { ...row, person: row.personId === null ? null : await findPerson(queries, row.personId) };
}

/** The browsers that are signed in at that time, the newest first. Ones from before secrets were hashed are signed out. */
export async function listBrowsers(queries: Queries, at: Date): Promise<CredentialRow[]> {
  return queries.credential.findMany({
    where: { kind: "browser", secretHash: { not: null }, revokedAt: null, expiresAt: { gt: at } },
    orderBy: { createdAt: "desc" },
  });
}

/** Which of these credentials have been revoked. */
export async function listRevoked(queries: Queries, ids: string[]): Promise<string[]> {
  const rows = await queries.credential.findMany({
    where: { id: { in: ids }, revokedAt: { not: null } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** The role tokens of a session, the newest first. */
export async function listTokens(queries: Queries, sessionKey: number): Promise<CredentialRow[]> {
  return queries.credential.findMany({ where: { sessionKey, kind: "role" }, orderBy: { createdAt: "desc" } });
}

/** The tokens that a session's team shares, the newest first. */
export async function listTeamTokens(queries: Queries, sessionKey: number): Promise<CredentialRow[]> {
  return queries.credential.findMany({ where: { sessionKey, kind: "team" }, orderBy: { createdAt: "desc" } });
}

/** Everything that was ever handed out in a workspace, what has ended too. */
export async function listCredentials(queries: Queries, workspaceId: string): Promise<CredentialRow[]> {
  return queries.credential.findMany({ where: { workspaceId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

/** The viewers of a workspace, the newest first. */
export async function listViewers(queries: Queries, workspaceId: string): Promise<CredentialRow[]> {
  return queries.credential.findMany({ where: { workspaceId, kind: "viewer" }, orderBy: { createdAt: "desc" } });
}

/** The accounts that are linked to people of a workspace, the oldest first. */
export async function listAccounts(queries: Queries, workspaceId: string): Promise<KnownCredential[]> {
  const rows = await queries.credential.findMany({
    where: { workspaceId, kind: "identity", revokedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return Promise.all(rows.map((row) => withPerson(queries, row)));
}

/** Ends one credential with the browsers that came in by it, or all of a session, of one of its roles, or of a person. */
export async function revokeCredentials(
  queries: Queries,
  which: { id: string } | { sessionKey: number; role?: string } | { personId: string },
  at: Date,
): Promise<void> {
  const ended = "id" in which ? { OR: [{ id: which.id }, { viewerId: which.id }] } : which;
  await queries.credential.updateMany({ where: { ...ended, revokedAt: null }, data: { revokedAt: at } });
}
