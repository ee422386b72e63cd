import { AppError } from "@/lib/core/errors";
import { findDocument, listDocuments, type DocumentRow } from "@/lib/db/history";
import { findRevision } from "@/lib/db/revisions";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { IntegrityFindings } from "@/lib/services/history/integrity-findings";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { sha256 } from "@/lib/store/read-file";

/** A file as it is now. */
interface Seen {
  hash: string;
  head: number;
  binary: boolean;
}

/** Compares every file of a workspace with the sum of its revisions; answers how many documents there are. */
export async function verifyDocuments(
  context: ServiceContext,
  workspace: string,
  findings: IntegrityFindings,
  pause: () => Promise<void>,
): Promise<number> {
  const rows = await listDocuments(context.database.queries, workspace, ".");
  for (const row of rows) {
    if (row.head === 0) continue;
    await pause();
    const seen = await look(context, workspace, row);
    if ("unchecked" in seen) {
      findings.unchecked.push({ target: row.path, detail: seen.unchecked });
      continue;
    }
    const detail = typeof seen.problem === "string" ? seen.problem : await check(context, row, seen.problem);
    if (detail !== null) findings.add({ kind: "document", target: row.path, detail, since: null });
  }
  return rows.length;
}

/** What the file is now; an edit made outside is recorded first, and where there is no room for that, nothing is said against it. */
async function look(
  context: ServiceContext,
  workspace: string,
  row: DocumentRow,
): Promise<{ problem: string | Seen } | { unchecked: string }> {
  try {
    const file = await context.store(workspace).read(row.path);
    const hash = file?.hash ?? "";
    // Most are as they were recorded: they need no turn of the one who writes.
    if (hash === row.headHash) return { problem: { hash, head: row.head, binary: file?.text === null } };
  } catch (error) {
    if (error instanceof AppError && error.code !== "busy") return { problem: error.message };
    throw error;
  }
  try {
    const seen = await context.committer.current(workspace, row.path);
    // A link: the document to which it leads has a row of its own.
    if (seen.path !== row.path) return { problem: { hash: row.headHash, head: row.head, binary: true } };
    const recorded = await findDocument(context.database.queries, workspace, row.path);
    // On a full disk an edit is shown before it is recorded.
    const isRecorded = recorded === null || recorded.headHash === seen.hash;
    return isRecorded
      ? { problem: seen }
      : { unchecked: "It was changed outside, and that could not be recorded yet." };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== "busy") return { problem: error.message };
    return { unchecked: `It was changed outside, and that could not be recorded: ${error.message}` };
  }
}

async function check({ database }: ServiceContext, row: DocumentRow, seen: Seen): Promise<string | null> {
  const last = await findRevision(database.queries, row.id, Math.max(row.head, seen.head));
  if (last === null) return "Its newest revision is missing from the history.";
  // Nothing to fold where the file is gone, or never was text: the hash of the bytes is compared alone.
  if (seen.hash === "" || seen.binary) return last.hash === seen.hash ? null : "The file is not what was recorded.";
  const folded = await readTextAt(database.queries, row.id, last.sequence).catch(damaged);
  return folded !== null && sha256(folded) === seen.hash ? null : "The revisions do not add up to the file.";
}

/** Patches that do not fit each other, or are none, and texts that cannot be unpacked are what is looked for. */
function damaged(error: unknown): null {
  if (error instanceof AppError || error instanceof SyntaxError) return null;
  throw error;
}
