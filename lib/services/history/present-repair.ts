import type { Repair } from "@/lib/contracts/repairs";
import { linesWithEnds } from "@/lib/core/text/cut-lines";
import { findRevision, listRevisions } from "@/lib/db/revisions";
import type { RepairOfDocument } from "@/lib/db/repairs";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { repairedText } from "@/lib/services/commit/repair-text";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { sessionOfPath } from "@/lib/core/memory/session-paths";

/** Lines that are shown; the diffs of the revisions show them all. */
const LINES_SHOWN = 200;

/** A repair as callers see it: with the lines it is about, and whose they are. */
export async function presentRepair({ database }: ServiceContext, row: RepairOfDocument): Promise<Repair> {
  const { queries } = database;
  const saved = await findRevision(queries, row.documentId, row.saved);
  const missing = await readTextAt(queries, row.documentId, row.missing);
  // What the file lacked when it was found: of a late save that is what was written late.
  const lacking = await readTextAt(queries, row.documentId, row.kind === "late" ? row.before : row.saved);
  const base = new Set(linesWithEnds(await readTextAt(queries, row.documentId, row.base)));
  const has = new Set(linesWithEnds(lacking));
  const lines = linesWithEnds(missing)
    .filter((line) => !has.has(line) && !base.has(line) && line.trim() !== "")
    .map((line) => line.trimEnd());
  const state = row.state === "due" ? "proposed" : row.state;
  return {
    id: row.id,
    path: row.document.path,
    session: sessionOfPath(row.document.path),
    kind: row.kind as Repair["kind"],
    state: state as Repair["state"],
    actor: saved?.actor ?? "disk",
    at: row.foundAt.toISOString(),
    base: row.base,
    before: row.before,
    saved: row.saved,
    repaired: row.repaired,
    authors: await authorsOf(queries, row),
    lines: lines.slice(0, LINES_SHOWN),
    lineCount: lines.length,
    overlaps: (await repairedText(queries, row, lacking)).overlaps,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

/** Who made the changes that the save had not seen. */
async function authorsOf(
  queries: ServiceContext["database"]["queries"],
  { documentId, kind, base, before, saved }: RepairOfDocument,
): Promise<string[]> {
  const below = kind === "late" ? saved + 1 : before + 1;
  const rows = await listRevisions(queries, documentId, { limit: Math.max(1, before - base), below });
  return [...new Set(rows.map(({ actor }) => actor))].slice(0, 20);
}
