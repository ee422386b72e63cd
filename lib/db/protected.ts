import { Prisma } from "@/lib/db/generated/client";

/** A table whose rows are sealed: they are shown as proof, or give a right. */
export interface Protected {
  table: Prisma.ModelName;
  key: readonly string[];
  /** The columns that are sealed, by name. A later column has to be one that may be null: that is left out where it is. */
  columns: readonly string[];
  /** The column that says whose workspace it is. */
  of: keyof typeof OWN;
  /** Columns that say when something was used or tried last, which proves nothing. */
  left: readonly string[];
}

/** Which rows are a workspace's, by the column that says so; its name is the parameter. */
export const OWN = {
  name: `"name" = ?`,
  workspaceId: `"workspaceId" = ?`,
  sessionKey: `"sessionKey" IN (SELECT "key" FROM "Session" WHERE "workspaceId" = ?)`,
  documentId: `"documentId" IN (SELECT "id" FROM "Document" WHERE "workspaceId" = ?)`,
  pageId: `"pageId" IN (SELECT "id" FROM "Page" WHERE "workspaceId" = ?)`,
  scope: `"scope" IN (SELECT "scope" FROM "Page" WHERE "workspaceId" = ?)`,
  line: `"line" IN (SELECT "Line"."id" FROM "Line" JOIN "Page" ON "Page"."id" = "pageId" WHERE "workspaceId" = ?)`,
};

const IN_SESSION = { key: ["id"], of: "sessionKey" } as const;
const OF_ROLE = { key: ["sessionKey", "id"], of: "sessionKey" } as const;

const OF_READER = { key: ["sessionKey", "reader"], of: "sessionKey" } as const;

const SEALED: Partial<Record<Prisma.ModelName, Pick<Protected, "key" | "of"> & { left?: string[] }>> = {
  Workspace: { key: ["name"], of: "name" },
  Person: { key: ["id"], of: "workspaceId" },
  Credential: { key: ["id"], of: "workspaceId", left: ["lastUsedAt"] },
  Webhook: { key: ["workspaceId"], of: "workspaceId", left: ["lastAt", "lastOk", "lastSaid", "told", "claimedAt"] },
  Assignment: { key: ["workspaceId", "about"], of: "workspaceId" },
  FaultDecision: { key: ["workspaceId", "id"], of: "workspaceId" },
  TeamSession: { key: ["workspaceId", "team", "id"], of: "workspaceId" },
  AgentSession: { key: ["key"], of: "workspaceId" },
  Repair: { key: ["id"], of: "documentId" },
  Session: { key: ["key"], of: "workspaceId" },
  Role: OF_ROLE,
  Run: { ...OF_READER, left: ["sign", "handed", "handedAt"] },
  Reading: OF_READER,
  Told: { key: ["sessionKey", "reader", "thing"], of: "sessionKey" },
  StateLine: { key: ["sessionKey", "role"], of: "sessionKey" },
  Question: OF_ROLE,
  Confirmation: { key: ["sessionKey", "id", "role"], of: "sessionKey" },
  ContextVersion: { key: ["sessionKey", "number"], of: "sessionKey" },
  Pair: IN_SESSION,
  Claim: IN_SESSION,
  Nudge: IN_SESSION,
  Comment: IN_SESSION,
  Relay: IN_SESSION,
  Delivery: IN_SESSION,
  Acknowledgement: IN_SESSION,
  Gate: IN_SESSION,
};

export const UNSEALED: Partial<Record<Prisma.ModelName, string>> = {
  Lock: "the record beside the database names its number",
  Event: "the chain covers it, and the record beside the database its end",
  Revision: "events vouch for it",
  Document: "a verification compares it with its revisions and its file",
  ...Object.fromEntries(["Page", "Line", "Words", "Term"].map((table) => [table, "it is rebuilt from its document"])),
  Witness: "it says only that a record is kept beside the database, and a record that is gone is missed",
  Seal: "it is a signature",
  Root: "it is signed, and the record beside the database names it",
  Journal: "each entry is signed; it is gone once it is done",
  Idempotency: "an answer that was given, kept for a day; it proves nothing to anybody else",
  Announcement: "whose the call of this moment is; it ends within minutes",
  NeedMark: "what a person has put aside on their own list",
  SessionPin: "what a person keeps at the top of their own lists",
  Replica: "what a checkout says of itself, put anew with each call",
};

/** The tables whose rows are sealed, by name. */
export const PROTECTED: ReadonlyMap<string, Protected> = new Map(
  Object.entries(SEALED).map(([name, { left = [], ...sealed }]) => {
    const table = name as Prisma.ModelName;
    const columns = columnsOf(table).filter((column) => !left.includes(column));
    return [name, { ...sealed, table, columns: columns.sort(), left }];
  }),
);

function columnsOf(table: Prisma.ModelName): string[] {
  const enums = Prisma as unknown as Record<string, Record<string, string> | undefined>;
  return Object.keys(enums[`${table}ScalarFieldEnum`] ?? {});
}

/** Which rows of a table are a workspace's; those of none where `isNobodys`. */
export function ownRows({ of }: Protected, isNobodys: boolean): string {
  return isNobodys ? `"workspaceId" IS NULL AND ? <> ''` : OWN[of];
}
