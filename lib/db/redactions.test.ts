import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PLACES } from "@/lib/db/redactions";

/** Columns of text that hold no words of people or agents: ids, names, states, digests. */
const WORDLESS: Readonly<Record<string, readonly string[]>> = {
  Workspace: ["name", "overwrites", "recorded"],
  Replica: ["workspaceId", "owner", "id"],
  Document: ["workspaceId", "kind", "path", "headHash"],
  // Made anew from a document of which a redaction rewrites a revision.
  Page: ["workspaceId", "path", "kind", "session", "holds"],
  Line: ["key", "role", "tag", "state", "at", "terms"],
  Words: ["words"],
  Term: ["term"],
  Repair: ["id", "kind", "state", "decidedBy"],
  FaultDecision: ["workspaceId", "id", "path", "code", "state", "by"],
  NeedMark: ["workspaceId", "person", "key", "seen"],
  Webhook: ["workspaceId", "kinds", "quiet", "told"],
  Witness: ["keeper"],
  Seal: ["kind", "key", "workspaceId", "seal"],
  Root: ["workspaceId", "sums", "mac"],
  Session: ["workspaceId", "id", "trash", "gateAsks", "claimedEdits"],
  Role: ["id", "type"],
  Run: ["reader", "role", "id", "origin", "handed", "name", "movedTo"],
  Reading: ["reader", "updates"],
  Told: ["reader", "thing"],
  SessionPin: ["person"],
  StateLine: ["role"],
  Assignment: ["workspaceId", "about", "assignee", "by"],
  Claim: ["id", "role", "run"],
  Comment: ["id", "item", "person"],
  Person: ["id", "workspaceId", "role", "createdBy"],
  Nudge: ["id", "sender", "role"],
  Question: ["id", "asker", "role", "answeredBy"],
  Confirmation: ["id", "role"],
  Pair: ["id", "judgement", "item", "other", "by", "holds", "settledBy"],
  Relay: ["id", "role", "tag", "state", "itemId"],
  ContextVersion: ["hash", "actor"],
  Delivery: ["id", "role", "run", "kind", "mode", "state", "author"],
  Acknowledgement: ["id", "deliveryId", "role", "run", "actor"],
  Gate: ["id", "state", "openedBy", "endedBy"],
  TeamSession: ["workspaceId", "team", "id", "status", "startedBy"],
  AgentSession: ["id", "workspaceId", "agent", "startedBy", "closedBy"],
  Credential: [
    "id",
    "workspaceId",
    "kind",
    "role",
    "createdBy",
    "secretHash",
    "viewerId",
    "personId",
    "address",
    "issuer",
  ],
  Idempotency: ["credentialId", "key", "requestHash"],
  Announcement: ["workspaceId", "toolUseId", "role", "run", "credentialId"],
  // What holds the text here is finished first.
  Journal: ["acts", "outcomes"],
};
/** Rewritten by functions of their own, with their chain. */
const CHAINED = ["Event", "Revision"];

/** The columns of text of each table, of the schema as it is. */
function columnsOfText(): Map<string, string[]> {
  const schema = readFileSync("prisma/schema.prisma", "utf8");
  const models = schema.matchAll(/^model (\w+) \{\n([^]*?)^\}/gm);
  return new Map(
    [...models].map(([, name = "", body = ""]) => [
      name,
      [...body.matchAll(/^ +(\w+) +String\b/gm)].map(([, column = ""]) => column),
    ]),
  );
}

it("a redaction reaches every column that holds what somebody wrote", () => {
  for (const [table, columns] of columnsOfText()) {
    if (CHAINED.includes(table)) continue;
    const place = PLACES.filter((each) => each.table === table).flatMap(({ text, json }) => [...text, ...json]);
    const known = [...place, ...(WORDLESS[table] ?? [])];
    expect({ table, columns: [...known].sort() }).toEqual({ table, columns: columns.sort() });
  }
});
