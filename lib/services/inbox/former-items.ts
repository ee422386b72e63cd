import type { Happening } from "@/lib/core/inbox/entry";
import { identifyFormer, identifyItems, type PlacedItem, shareKeys } from "@/lib/core/memory/identity";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import type { Queries } from "@/lib/db/database";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { readTextAt } from "@/lib/services/commit/revision-texts";

/** The items of the text before a revision, by the ids that they have now. */
export async function formerItems(
  queries: Queries,
  state: DocumentState,
  revision: number,
): Promise<Map<string, PlacedItem>> {
  const before = parseMemory(revision <= 1 ? "" : await readTextAt(queries, state.id, revision - 1));
  shareKeys(memoryOf(state), before);
  return new Map(identifyFormer(before, state.identity).map((placed) => [placed.id, placed]));
}

/** What two items have in common that say the same, in whichever section. */
export const wordsOf = ({ item }: PlacedItem) => JSON.stringify([item.tag, item.text, item.body]);

/** What decides about lines that a save left out. */
const DECIDES = new Set(["repair.dismissed", "document.repaired"]);

/** A line that the file has no more, and what decided so where a save that left it out was doubted. */
interface GoneItem {
  placed: PlacedItem;
  decided?: Happening | undefined;
}

/**
 * The lines of `former` that the file has no more, also in no other section. Those that a save left out which was made from an older text are
 * gone only once somebody decided so in one of these happenings: until then they may be put back.
 */
export async function goneItems(
  queries: Queries,
  state: DocumentState,
  { former, happenings }: { former: ReadonlyMap<string, PlacedItem>; happenings: readonly Happening[] },
): Promise<GoneItem[]> {
  const decisions = new Map(
    happenings.flatMap((each) => (DECIDES.has(each.action) ? [[String(each.payload.repair), each] as const] : [])),
  );
  /** What each of these saves left out that came after what it was made from. */
  const missed = async (where: object) => {
    const rows = await queries.repair.findMany({ where: { documentId: state.id, ...where } });
    const read = rows.map(async ({ id, base, missing }) => {
      const [known, lost] = await Promise.all([base, missing].map((each) => formerItems(queries, state, each + 1)));
      return [id, [...(lost ?? [])].filter(([item]) => known?.has(item) === false)] as const;
    });
    return Promise.all(read);
  };
  const lines = new Map([...former].map(([id, placed]): [string, GoneItem] => [id, { placed }]));
  const idOf = new Map([...former].map(([id, placed]) => [wordsOf(placed), id]));
  /** Also as what it was before it was moved to another section, where it has another id. */
  const drop = (id: string, placed: PlacedItem) => {
    lines.delete(id);
    lines.delete(idOf.get(wordsOf(placed)) ?? "");
  };
  for (const [repair, items] of decisions.size === 0 ? [] : await missed({ id: { in: [...decisions.keys()] } }))
    for (const [id, placed] of items) {
      drop(id, placed);
      lines.set(id, { placed, decided: decisions.get(repair) });
    }
  const stands = identifyItems(memoryOf(state), state.identity);
  for (const { id } of stands) lines.delete(id);
  // A file that was removed is told as that.
  if (state.text === null || lines.size === 0) return [];
  const said = new Set(stands.map(wordsOf));
  const isOpen = [{ state: { in: ["due", "proposed"] } }, { decidedAt: { gt: new Date(happenings.at(-1)?.at ?? 0) } }];
  for (const [, items] of await missed({ OR: isOpen })) for (const [id, placed] of items) drop(id, placed);
  return [...lines.values()].filter(({ placed }) => placed.state !== "archived" && !said.has(wordsOf(placed)));
}
