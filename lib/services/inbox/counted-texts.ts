import { countItems, type ItemCounts } from "@/lib/core/memory/tags";
import { identifyItems } from "@/lib/core/memory/identity";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import type { Queries } from "@/lib/db/database";
import type { RevisionTime } from "@/lib/db/revisions";
import { type DocumentState, memoryOf } from "@/lib/services/commit/document-states";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { pauses } from "@/lib/services/workspace/in-slices";

/** Texts whose counts are remembered. */
const REMEMBERED = 5000;

/** Counts the items of earlier texts of team memories, each text once: a text of a hash is always the same. */
export class CountedTexts {
  readonly #known = new Map<string, ItemCounts>();

  constructor(private readonly queries: Queries) {}

  /** The counts at each of these revisions of a team memory, in their order. Others are answered between two texts. */
  async each(
    state: DocumentState,
    revisions: readonly Pick<RevisionTime, "sequence" | "hash">[],
  ): Promise<ItemCounts[]> {
    const pause = pauses();
    const counts: ItemCounts[] = [];
    for (const revision of revisions) {
      counts.push(await this.#count(state, revision));
      if (pause.isDue()) await pause.take();
    }
    return counts;
  }

  async #count(state: DocumentState, { sequence, hash }: Pick<RevisionTime, "sequence" | "hash">): Promise<ItemCounts> {
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    // What the file says now has been read already.
    const isNow = sequence === state.head && hash === state.hash;
    const document = isNow ? memoryOf(state) : parseMemory(await readTextAt(this.queries, state.id, sequence));
    const counts = countItems(identifyItems(document, {}).map(({ state, item }) => ({ state, tag: item.tag })));
    this.#known.set(hash, counts);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return counts;
  }
}
