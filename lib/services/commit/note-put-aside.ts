import { randomUUID } from "node:crypto";
import { withoutVanished } from "@/lib/core/history/put-aside";
import { cutLines } from "@/lib/core/text/cut-lines";
import type { Queries } from "@/lib/db/database";
import { insertRepair } from "@/lib/db/repairs";
import type { DocumentState } from "@/lib/services/commit/document-states";
import type { Store, StoredFile } from "@/lib/store/store";

/**
 * Proposes to put back the lines that a command of git took out of a file with the changes that it put aside. Another branch that is
 * checked out proposes nothing: all that it takes away is committed.
 */
export async function notePutAside(
  queries: Queries,
  store: Store,
  before: DocumentState,
  after: DocumentState,
  file: StoredFile,
): Promise<void> {
  const text = before.text ?? "";
  const isLess = cutLines(withoutVanished(text, after.text ?? "")).lines.length < cutLines(text).lines.length;
  if (!isLess || !(await store.keepsStashed(file.modifiedMs))) return;
  const revisions = { base: after.head, missing: before.head, saved: after.head, before: before.head };
  const found = { id: randomUUID(), documentId: before.id, foundAt: new Date(file.modifiedMs) };
  await insertRepair(queries, { ...found, ...revisions, kind: "stashed", state: "proposed" });
}
