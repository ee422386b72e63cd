import { keepNewest } from "@/lib/core/lists";
import { signedBy } from "@/lib/core/history/signed-by";
import type { Queries } from "@/lib/db/database";
import type { DocumentState } from "@/lib/services/commit/document-states";

/** Where an item comes from, as the history tells. */
export interface ItemOrigin {
  /** When it was written, and last written or marked; ISO 8601. */
  at: string;
  touchedAt: string;
  /** The role that wrote it; of a relay, the role it came from. */
  by: string;
  /** Whether it was reworded in an editor since, which makes it only probably the same item. */
  isProbable: boolean;
}

/** Documents whose items' origins are remembered at once. */
const REMEMBERED = 100;

/**
 * Tells where items come from. The history is read once for each document and then only what is new. An item that came
 * in by an edit of the text has no origin of its own.
 */
export class ItemOrigins {
  readonly #documents = new Map<number, { upTo: number; items: Map<string, ItemOrigin> }>();

  /** The origins of a document's items by id, up to its newest revision. */
  async of(queries: Queries, state: DocumentState): Promise<ReadonlyMap<string, ItemOrigin>> {
    // What was just found came with its file.
    if (state.id === 0 || (state.head === 1 && state.changed?.actor === "disk")) return new Map();
    const known = this.#documents.get(state.id) ?? { upTo: 0, items: new Map<string, ItemOrigin>() };
    if (known.upTo < state.head) {
      for (const row of await queries.revision.findMany({
        where: { documentId: state.id, sequence: { gt: known.upTo }, detail: { contains: '"items":' } },
        orderBy: { sequence: "asc" },
        select: { operation: true, actor: true, at: true, detail: true },
      })) {
        const detail = JSON.parse(row.detail) as Record<string, unknown>;
        const at = row.at.toISOString();
        const by = typeof detail.from === "string" ? detail.from : (signedBy(detail)?.name ?? row.actor);
        for (const id of Array.isArray(detail.items) ? detail.items : []) {
          const before = known.items.get(String(id));
          if (before !== undefined) {
            before.touchedAt = at;
            before.isProbable ||= row.operation === "edited outside";
          } else if (WRITES.has(row.operation))
            known.items.set(String(id), { at, touchedAt: at, by, isProbable: false });
        }
      }
      known.upTo = state.head;
      keepNewest(this.#documents, state.id, known, REMEMBERED);
    }
    return known.items;
  }
}

/** The operations by which an item comes to be. */
const WRITES = new Set(["add", "approve relay"]);
