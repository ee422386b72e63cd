import MiniSearch, { type Query } from "minisearch";
import {
  isWithin,
  narrow,
  type FacetCounts,
  type SearchEntry,
  type SearchFilter,
} from "@/lib/core/search/search-entry";
import type { Steps } from "@/lib/core/steps";
import {
  rangesIn,
  snippetOf,
  type Snippet,
  fold,
  foldText,
  phraseOf,
  queryWordsOf,
  termsOf,
  type QueryWord,
} from "@/lib/core/search/tokenise";

export interface SearchHit {
  entry: SearchEntry;
  score: number;
  title: Snippet["matches"];
  snippet: Snippet;
}

/** A word of this many letters is long enough for a typing error, of twice as many for two; shorter ones would match anything. */
const LETTERS_PER_ERROR = 4;
const SYLLABLES_FOR_ERROR = 3;
/** What is put aside stands behind what counts. */
const ASIDE = 0.6;
/** What is in a title tells what the whole is about. */
const TITLE_WEIGHT = 1.6;

/** What a search found: a page of hits, how many there are, and how many there would be with other filters. */
export interface SearchAnswer {
  hits: SearchHit[];
  total: number;
  facets: FacetCounts;
}

interface Indexed {
  id: number;
  entry: SearchEntry;
}

/**
 * Finds entries by what is typed: whole words before beginnings, and words with a typing error where there are neither. Documents are put
 * in and taken out one by one; of a document put in again only the entries that changed are read anew.
 */
export class SearchIndex {
  readonly #index = new MiniSearch<{ id: number; title: string; text: string; label: string }>({
    fields: ["title", "text", "label"],
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: {
      // A query is cut into its words before; each is one term.
      tokenize: (term) => [term],
      boost: { title: TITLE_WEIGHT },
      weights: { prefix: 0.55, fuzzy: 0.3 },
    },
  });
  readonly #documents = new Map<string, Map<string, Indexed>>();
  readonly #entries = new Map<number, SearchEntry>();
  #nextId = 1;

  /** Entries that can be found. */
  get size(): number {
    return this.#entries.size;
  }

  get paths(): string[] {
    return [...this.#documents.keys()];
  }

  /**
   * Makes a document consist of exactly these entries, a step at a time: the work between two steps is small. Ends the old
   * ones first, so that nothing that is gone is found.
   */
  *put(path: string, entries: readonly SearchEntry[]): Steps<void> {
    const before = this.#documents.get(path) ?? new Map<string, Indexed>();
    const after = new Map<string, Indexed>();
    const fresh: SearchEntry[] = [];
    for (const entry of entries) {
      const known = before.get(entry.key);
      if (known === undefined || !readsAlike(known.entry, entry)) {
        fresh.push(entry);
        continue;
      }
      known.entry = entry;
      this.#entries.set(known.id, entry);
      after.set(entry.key, known);
      before.delete(entry.key);
    }
    for (const { id } of before.values()) this.#discard(id);
    if (entries.length === 0) this.#documents.delete(path);
    else this.#documents.set(path, after);
    for (const entry of fresh) {
      // The document may have been put in anew, or taken out, between two steps.
      if (this.#documents.get(path) !== after) return;
      const id = this.#nextId++;
      this.#index.add(indexedAs(id, entry));
      this.#entries.set(id, entry);
      const twin = after.get(entry.key);
      if (twin !== undefined) this.#discard(twin.id);
      after.set(entry.key, { id, entry });
      yield;
    }
  }

  /** Takes out every document whose path begins so. */
  remove(pathPrefix: string): void {
    for (const [path, entries] of this.#documents) {
      if (!path.startsWith(pathPrefix)) continue;
      for (const { id } of entries.values()) this.#discard(id);
      this.#documents.delete(path);
    }
  }

  /**
   * The entries in which every word of the query stands, or begins something: first those that say the words as one phrase, then
   * the best; when there are none, those in which every word stands but for typing errors; and when there are none, those with any
   * of the words.
   * Snippets are made for hits `from` to `from + limit` alone.
   */
  search(query: string, filter: SearchFilter, from: number, limit: number): SearchAnswer {
    const words = queryWordsOf(query);
    if (words.length === 0) return { hits: [], total: 0, facets: narrow([], filter).facets };
    let { kept, facets } = this.#find(
      words.map((word) => queryOf(word, false)),
      filter,
      "AND",
    );
    if (kept.length === 0) {
      const nearly = words.map((word) => queryOf(word, true));
      ({ kept, facets } = this.#find(nearly, filter, "AND"));
      if (kept.length === 0 && words.length > 1) ({ kept, facets } = this.#find(nearly, filter, "OR"));
    }
    let found = kept;
    const phrase = phraseOf(words);
    if (phrase !== null) found = [...found.filter(says(phrase)), ...found.filter((hit) => !says(phrase)(hit))];
    const hits = found.slice(from, from + limit).map(({ entry, score, terms }): SearchHit => {
      const matched = new Set(terms);
      return {
        entry,
        score,
        title: rangesIn(entry.title, matched, words),
        snippet: snippetOf(entry.text, matched, words),
      };
    });
    return { hits, total: found.length, facets };
  }

  #find(queries: Query[], filter: SearchFilter, combineWith: "AND" | "OR") {
    const entryOf = (id: number) => this.#entries.get(id) as SearchEntry;
    const found = this.#index.search(
      { combineWith, queries },
      {
        filter: ({ id }) => isWithin(entryOf(id as number), filter),
        boostDocument: (id) => (isAside(entryOf(id as number)) ? ASIDE : 1),
      },
    );
    return narrow(
      found.map(({ id, score, terms }) => ({ entry: entryOf(id as number), score, terms })),
      filter,
    );
  }

  /**
   * Takes an entry out of the library's index, word by word. Marking it instead has the library clean up by itself later, in
   * pieces between which its own iterator breaks when something is put in or taken out.
   */
  #discard(id: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#index.remove(indexedAs(id, entry));
    this.#entries.delete(id);
  }
}

function queryOf({ whole, parts, syllabic }: QueryWord, nearly: boolean): Query {
  const length = Array.from(whole).length;
  const errors = syllabic ? Number(length >= SYLLABLES_FOR_ERROR) : Math.min(2, Math.floor(length / LETTERS_PER_ERROR));
  const single = {
    queries: [whole],
    // One letter begins too many words to be worth anything; one syllable does not.
    prefix: syllabic || length > 1,
    fuzzy: nearly ? errors : 0,
  };
  // A run of two characters is its only pair.
  if (parts.length === 0 || (syllabic && length <= 2)) return single;
  const last = parts.length - 1;
  const together: Query = {
    combineWith: "AND",
    // The last character of a run stands alone at its end only: what is typed may go on there.
    queries: (syllabic ? parts.slice(0, last) : parts).map((part, index) => ({
      queries: [fold(part)],
      prefix: !syllabic && index === last,
    })),
  };
  return { combineWith: "OR", queries: [single, together] };
}

/** Whether an entry says a phrase, in its title or its text. */
function says(phrase: RegExp): (hit: { entry: SearchEntry }) => boolean {
  return ({ entry }) => phrase.test(foldText(entry.text)) || phrase.test(foldText(entry.title));
}

function isAside({ state }: SearchEntry): boolean {
  return state !== null && state !== "active";
}

/** What the library is given of an entry; it is taken out by the same words. */
function indexedAs(id: number, { title, text, tag }: SearchEntry) {
  return { id, title, text, label: tag ?? "" };
}

function readsAlike(a: SearchEntry, b: SearchEntry): boolean {
  return a.text === b.text && a.title === b.title && a.tag === b.tag;
}
