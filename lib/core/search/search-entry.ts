/** What can be searched: one kind for each kind of memory. */
export const SEARCH_KINDS = ["item", "context", "agent", "knowledge", "team"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** One thing that can be found: an item, a section, an entry, a passage below a heading. */
export interface SearchEntry {
  /** Names it within its document, and stays when other parts of the document change. */
  key: string;
  kind: SearchKind;
  title: string;
  text: string;
  /** The document's path below the workspace. */
  path: string;
  /** Line of `text`'s first line in the document, from 1. */
  line: number;
  session: string | null;
  /** A role of a session, an agent, or a team of knowledge. */
  role: string | null;
  tag: string | null;
  state: "active" | "archived" | "resolved" | "replaced" | null;
  /**
   * Where in the dashboard its text is read: an address below the workspace, such as `/sessions/a/memory?item=1`. The line that was
   * found is added to one that ends in `line=`.
   */
  place: string;
  /** When it was last written, ISO 8601; null where nobody knows. */
  at: string | null;
}

/** An entry as its text tells it, which does not say when it was written. */
export type UndatedEntry = Omit<SearchEntry, "at">;

/** What a search may be narrowed to; each names values in any case, and an empty list lets nothing through. */
export interface SearchFilter {
  kinds?: readonly string[] | undefined;
  roles?: readonly string[] | undefined;
  tags?: readonly string[] | undefined;
  states?: readonly string[] | undefined;
  sessions?: readonly string[] | undefined;
  /** Written at this moment or later, and before that one; what has no time is not let through. ISO 8601, in UTC. */
  since?: string | undefined;
  until?: string | undefined;
  /** Whether the entries of a session may be seen at all; those of none are everybody's. */
  within: (session: string) => boolean;
}

/** What results are counted by, each with the part of the filter that narrows to it. */
export const FACETS = {
  kind: "kinds",
  role: "roles",
  tag: "tags",
  state: "states",
  session: "sessions",
} as const satisfies Record<string, keyof SearchFilter>;
export type Facet = keyof typeof FACETS;
const FACET_NAMES = Object.keys(FACETS) as Facet[];

/** Of more values than this, those that would show the fewest are left out. */
const MOST_VALUES = 50;

/** How many entries each value would show if the filter had none of its own kind; the most first. */
export type FacetCounts = Record<Facet, { value: string; count: number }[]>;

/** How many entries have these values of all facets. */
export type Counted = Record<Facet, string | null> & { count: number };

/** How many entries the filter lets through, and how many there would be with other values. `none` as a tag means an untagged item. */
export function narrow(counted: readonly Counted[], filter: SearchFilter): { total: number; facets: FacetCounts } {
  const counts = mapFacets(() => new Map<string, number>());
  let total = 0;
  for (const each of counted) {
    const failing = FACET_NAMES.filter((facet) => !among(filter[FACETS[facet]], each[facet]));
    if (failing.length === 0) total += each.count;
    if (failing.length > 1) continue;
    for (const facet of failing.length === 0 ? FACET_NAMES : failing) {
      const value = each[facet];
      if (value !== null) counts[facet].set(value, (counts[facet].get(value) ?? 0) + each.count);
    }
  }
  return { total, facets: mapFacets((facet) => mostFirst(counts[facet])) };
}

function mapFacets<T>(make: (facet: Facet) => T): Record<Facet, T> {
  return Object.fromEntries(FACET_NAMES.map((facet) => [facet, make(facet)])) as Record<Facet, T>;
}

function mostFirst(counts: ReadonlyMap<string, number>): { value: string; count: number }[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES);
}

function among(wanted: readonly string[] | undefined, value: string | null): boolean {
  if (wanted === undefined) return true;
  return value !== null && wanted.some((each) => lowered(each) === lowered(value));
}

/** In lower case as a database sees it, which knows the letters of ASCII alone. */
export function lowered(value: string): string {
  return value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()); // Finding
}
