import type { Pair } from "@/lib/contracts/pairs";
import { identifyItems } from "@/lib/core/memory/identity";
import { type Holds, type Judgement, type PairLine, sayPair, stateOfPair } from "@/lib/core/memory/pair";
import type { Queries } from "@/lib/db/database";
import { listPairs } from "@/lib/db/pairs";
import { type DocumentState, memoryOf } from "@/lib/services/commit/document-states";
import { presentItem } from "@/lib/services/commit/edit-memory";

/** The pairs of a session with their lines as they stand in this state of its team memory, oldest first. */
export async function readPairs(queries: Queries, sessionKey: number, state: DocumentState): Promise<Pair[]> {
  const rows = await listPairs(queries, sessionKey);
  if (rows.length === 0) return [];
  const lineOf = linesOf(state);
  return rows.map(({ placed, waits, ...row }) => {
    const item: PairLine =
      waits === null
        ? lineOf(placed)
        : { id: row.item, role: waits.role, tag: waits.tag, text: waits.text, state: "waiting" };
    const judged = { id: row.id, judgement: row.judgement as Judgement, by: row.by, at: row.at.toISOString() };
    const settled = { settled: row.holds as Holds | null, settledBy: row.settledBy };
    const settledAt = row.settledAt?.toISOString() ?? null;
    return presentPair({ ...judged, item, other: lineOf(row.other), ...settled, settledAt });
  });
}

/** A pair as the contract shows it. */
export function presentPair(pair: Omit<Pair, "state" | "holds" | "said">): Pair {
  return { ...pair, ...stateOfPair(pair), said: sayPair(pair, "") };
}

/** The lines of a team memory by the ids of their items. */
export function linesOf(state: DocumentState): (id: string) => PairLine {
  const items = new Map(identifyItems(memoryOf(state), state.identity).map((placed) => [placed.id, placed]));
  return (id) => {
    const placed = items.get(id);
    if (placed === undefined) return { id, role: "", tag: null, text: "", state: "gone" };
    const { tag, text, body, state: stands } = presentItem(placed);
    return { id, role: placed.role, tag, text: body === "" ? text : `${text}\n${body}`, state: stands };
  };
}
