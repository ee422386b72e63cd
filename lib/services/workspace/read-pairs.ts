import type { Pair } from "@/lib/contracts/pairs";
import { groupBy } from "@/lib/core/lists";
import { type Holds, type Judgement, type PairLine, sayPair, stateOfPair } from "@/lib/core/memory/pair";
import { type Progress, progressIn } from "@/lib/core/memory/progress";
import { isRoleName } from "@/lib/core/memory/role-id";
import type { Queries } from "@/lib/db/database";
import { listPairs } from "@/lib/db/pairs";
import type { PlacedQuestion } from "@/lib/db/questions";
import { type DocumentState, memoryOf } from "@/lib/services/commit/document-states";
import { itemsBySection } from "@/lib/services/workspace/edit-memory";

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

/** The pairs by each of their lines. */
export function pairsByLine(pairs: readonly Pair[]): (id: string) => Pair[] | undefined {
  const placed = pairs.flatMap((pair) => [pair.item.id, pair.other.id].map((id) => ({ id, pair })));
  const byId = groupBy(placed, ({ id }) => id);
  return (id) => byId.get(id)?.map(({ pair }) => pair);
}

/** A pair as the contract shows it. */
export function presentPair(pair: Omit<Pair, "state" | "holds" | "said">): Pair {
  return { ...pair, ...stateOfPair(pair), said: sayPair(pair, "") };
}

/** The lines of a team memory by the ids of their items. */
export function linesOf(state: DocumentState): (id: string) => PairLine {
  const lines = new Map(allLines(state).map((line) => [line.id, line]));
  return (id) => lines.get(id) ?? { id, role: "", tag: null, text: "", state: "gone" };
}

function allLines(state: DocumentState): PairLine[] {
  const { sections } = memoryOf(state);
  return itemsBySection.get(state).flatMap((items, index) =>
    items.map(({ id, tag, text, body, state: stands }) => {
      const words = body === "" ? text : `${text}\n${body}`;
      return { id, role: sections[index]?.role ?? "", tag, text: words, state: stands };
    }),
  );
}

/** How far each item of a team memory is, by its id; null for one of which its tag and state say all. */
export function progressOf(
  state: DocumentState,
  { questions, pairs }: { questions: readonly PlacedQuestion[]; pairs: readonly Pair[] },
): (id: string) => Progress | null {
  const byItem = new Map(questions.map(({ item, role: to, answer }) => [item, { to, answer }]));
  const roles = new Map([["Lead", true]]);
  for (const { role, state: stands } of memoryOf(state).sections)
    if (isRoleName(role)) roles.set(role, roles.get(role) === true || stands === "active");
  return progressIn({ lines: allLines(state), roles, pairs, question: (id) => byItem.get(id) });
}
