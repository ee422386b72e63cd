import { findChainFaults } from "@/lib/core/history/event-chain";
import { countEvents, findEventHashes, listEventsAfter } from "@/lib/db/events";
import type { Database, Queries } from "@/lib/db/database";
import { findTurn, isWitnessed } from "@/lib/db/witness";
import { listRedacted } from "@/lib/services/history/events";
import { linkOfRow } from "@/lib/services/commit/event-log";
import { foldHeads, type Head, type Testimony, type Witness } from "@/lib/services/commit/witness";

/** In what a database is not what the record beside it says. */
export interface Discrepancy {
  /**
   * Events that are gone, or of another content; the whole database from an earlier time, or the rows beside its events; or the record
   * itself gone, or altered, so that nothing can be said.
   */
  reason: "missing" | "changed" | "older" | "rows" | "unwitnessed" | "forged";
  /** The first event it is known of, or null. */
  id: number | null;
  /** When the history was last known to be whole before, and when what is missing was there; null where nobody knows. */
  after: string | null;
  at: string | null;
  /** Events as recorded, and as they are. */
  had: number;
  has: number;
}

/** Events read at a time. */
const PAGE = 500;

/**
 * Compares a workspace's history with the record kept beside the database; null where it agrees. The record has to be read
 * before the database: a history that grew meanwhile is no contradiction.
 */
export async function compareWithWitness(
  { queries, seals }: Pick<Database, "queries" | "seals">,
  witness: Witness,
  testimony: Testimony,
  workspace: string,
): Promise<Discrepancy | null> {
  const lines = testimony.lines.filter((line) => line.heads[workspace] !== undefined);
  const has = await countEvents(queries, workspace);
  const last = lines.at(-1);
  const head = last?.heads[workspace];
  const common = { had: head?.events ?? has, has };
  if (testimony.forged > 0) return { ...common, reason: "forged", id: null, after: null, at: null };
  if (last === undefined || head === undefined) {
    if (testimony.lines.length > 0 || has === 0 || !(await isWitnessed(queries, witness.keeper))) return null;
    return { ...common, reason: "unwitnessed", id: null, after: null, at: null };
  }
  const heads = lines.map((line) => ({ at: line.at, ...(line.heads[workspace] ?? head) }));
  const hashes = await findEventHashes(
    queries,
    workspace,
    heads.map(({ id }) => id),
  );
  const wrong = heads.findIndex(({ id, hash }) => hashes.get(id) !== hash);
  if (wrong >= 0) {
    const { id, at } = heads[wrong] ?? { id: head.id, at: last.at };
    const after = heads[wrong - 1]?.at ?? null;
    return { ...common, reason: hashes.has(id) ? "changed" : "missing", id, after, at };
  }
  const counted = await queries.event.count({ where: { workspaceId: workspace, id: { lte: head.id } } });
  if (counted !== head.events) return { ...common, reason: "missing", id: null, after: null, at: last.at };
  if ((await findTurn(queries)) < last.turn) {
    return { ...common, reason: "older", id: null, after: null, at: last.at };
  }
  for (const scope of [workspace, ...seals.nobodys]) {
    const noted = testimony.lines.findLast(({ roots }) => roots[scope] !== undefined);
    const [mark, root] = [noted?.roots[scope], await seals.root(queries.direct, scope)];
    if (noted === undefined || mark === undefined) continue;
    if (root !== null && (root.turn > mark.turn || (root.turn === mark.turn && root.mac === mark.mac))) continue;
    return { ...common, reason: "rows", id: null, after: null, at: noted.at };
  }
  return null;
}

/** The first event after the record's last that does not continue its chain, or null: a database may be ahead, not elsewhere. */
export async function findFaultAhead(queries: Queries, workspace: string, head: Head): Promise<number | null> {
  const redacted = await listRedacted(queries, workspace);
  let { id, hash } = head;
  for (;;) {
    const rows = await listEventsAfter(queries, id, PAGE, workspace);
    const [fault] = findChainFaults(
      rows.map((row) => linkOfRow(row, redacted)),
      hash,
    );
    if (fault !== undefined) return rows[fault.index]?.id ?? null;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return null;
    ({ id, hash } = last);
  }
}

/** The record's own word on a workspace, where it has one. */
export function headIn(testimony: Testimony, workspace: string): Head | undefined {
  return foldHeads(testimony.lines).get(workspace);
}

/** A discrepancy as a sentence. */
export function describeDiscrepancy({ reason, id, had, has, after, at }: Discrepancy): string {
  const gone = Math.max(had - has, 0);
  const since = after === null ? "" : ` The history was whole at ${after}.`;
  switch (reason) {
    case "missing":
      return id === null
        ? `${String(had)} events were recorded by ${at ?? "then"}, and some of them are gone; the record beside the database counts them.${since}`
        : `Event ${String(id)} was recorded by ${at ?? "then"} and is gone. The record beside the database counts ${String(had)} events, the database ${String(has)}: ${gone === 0 ? "some" : String(gone)} of them are missing.${since}`;
    case "changed":
      return `Event ${String(id)} is another one than was recorded at ${at ?? "that time"}.${since}`;
    case "older":
      return `The database is from a time before ${at ?? "its last change"}: changes that were made since are gone from it.`;
    case "rows":
      return `What is stored beside the events, such as acknowledgements and tokens, is from a time before ${at ?? "its last change"}: changes that were made since are gone from it.`;
    case "unwitnessed":
      return "The record of where the history ends is gone from the data folder. Whether events were removed from its end cannot be told.";
    case "forged":
      return "The record of where the history ends was changed, or signed with another secret. Whether events were removed from the history's end cannot be told.";
  }
}
