import type { CodeAnchor } from "@/lib/core/places/code-anchor";
import { groupBy } from "@/lib/core/lists";
import { countKeys, keyOf } from "@/lib/core/memory/identity";
import { type MemoryDocument, wordsOf } from "@/lib/core/memory/model";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { kindOf } from "@/lib/core/places/our-files";
import type { Queries } from "@/lib/db/database";
import { memoryOf, placedItems, type DocumentState } from "@/lib/services/commit/document-states";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import type { Store } from "@/lib/store/store";

/** A place in the code as an event keeps it; without a hash if nothing stood there, with its `item` where a save may be about several. */
export type CodePlace = Pick<CodeAnchor, "cite" | "path"> & Partial<CodeAnchor> & { item?: string };

/** Where something was saved: in the file, or as each of `saves`. */
interface Found {
  queries: Queries;
  workspace: string;
  path: string;
  saves: readonly string[] | undefined;
}

/**
 * What items name of the code that somebody wrote in an editor. It is read before the save is recorded, for that is done under the
 * database's lock, where nobody is to wait for other files.
 */
export class FoundCode {
  /** By document, what its new items name, by their keys. */
  readonly #read = new Map<string, ReadonlyMap<string, CodePlace[]>>();

  constructor(
    private readonly documents: {
      find(workspace: string, path: string): DocumentState | undefined;
      recorded(queries: Queries, workspace: string, path: string): Promise<DocumentState>;
      store(workspace: string): Pick<Store, "readSettled">;
    },
  ) {}

  /** What stands at the places that texts of items name. */
  readPlaces: (workspace: string, texts: ReadonlyMap<string, string>) => Promise<CodePlace[]> = () =>
    Promise.resolve([]);

  /** Has a save recorded, or several, with what those items name that a team memory then has and the history has not. */
  async foresee<R>(at: Found, record: () => Promise<R>): Promise<R> {
    const key = `${at.workspace}:${at.path}`;
    // What cannot be read is not known.
    const places = await this.#places(at).catch(() => []);
    if (places.length === 0) return record();
    this.#read.set(
      key,
      groupBy(places, ({ item = "" }) => item),
    );
    return record().finally(() => this.#read.delete(key));
  }

  async #places({ queries, workspace, path, saves }: Found): Promise<CodePlace[]> {
    if (kindOf(path) !== "memory") return [];
    const state = this.documents.find(workspace, path) ?? (await this.documents.recorded(queries, workspace, path));
    // Nobody knows when that was written which is met for the first time.
    if (state.head === 0 || state.binary) return [];
    const before = state.text === null ? { ...state, text: await readTextAt(queries, state.id, state.head) } : state;
    const read = () => this.documents.store(workspace).readSettled(path, Buffer.byteLength(before.text ?? ""));
    const texts = saves ?? [(await read())?.text ?? ""];
    return this.readPlaces(workspace, new Map(texts.flatMap((text) => newItems(memoryOf(before), parseMemory(text)))));
  }

  /** For the event of a save: what the items that it gave words to name, where they say what they said when that was read. */
  of(before: DocumentState, after: DocumentState): { anchors?: CodePlace[] } {
    const read = this.#read.get(`${before.workspace}:${before.path}`);
    if (read === undefined) return {};
    const placed = (state: DocumentState) =>
      placedItems(state).map(({ id, role, item }) => ({ id, key: keyOf(role, item) }));
    const known = new Map(placed(before).map(({ id, key }) => [id, key]));
    const fresh = placed(after).filter(({ id, key }) => known.get(id) !== key);
    const named = fresh.flatMap(({ id, key }) => (read.get(key) ?? []).map((place) => ({ ...place, item: id })));
    // That nothing stood there is news of an item that rested on something.
    const anchors = named.filter(({ item, hash }) => hash !== undefined || known.has(item));
    return anchors.length === 0 ? {} : { anchors };
  }
}

/** What those items say that a text has more often than the one before it, by their keys. */
function newItems(before: MemoryDocument, found: MemoryDocument): [string, string][] {
  const [known, counted] = [countKeys(before), countKeys(found)];
  return found.sections
    .flatMap(({ role, items }) => items.map((item): [string, string] => [keyOf(role, item), wordsOf(item)]))
    .filter(([key]) => (counted.get(key) ?? 0) > (known.get(key) ?? 0));
}
