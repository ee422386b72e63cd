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
  /** Where in the dashboard it is: an address below the workspace, such as `/sessions/a/memory?item=1`. */
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
  /** Written at this moment or later, and before that one; what has no time is not let through. Milliseconds since 1970. */
  since?: number | undefined;
  until?: number | undefined;
  /** The sessions whose entries may be seen at all; entries of no session are everybody's. */
  within?: ReadonlySet<string> | undefined;
}

/** Whether the filter lets an entry through. `none` as a tag means an untagged item. */
export function matchesFilter(entry: SearchEntry, filter: SearchFilter): boolean {
  if (entry.session !== null && filter.within?.has(entry.session) === false) return false;
  return (
    among(filter.kinds, entry.kind) &&
    among(filter.roles, entry.role) &&
    among(filter.tags, entry.kind === "item" ? (entry.tag ?? "none") : entry.tag) &&
    among(filter.states, entry.state) &&
    among(filter.sessions, entry.session) &&
    isWritten(entry.at, filter)
  );
}

function isWritten(at: string | null, { since, until }: SearchFilter): boolean {
  if (since === undefined && until === undefined) return true;
  const time = at === null ? NaN : Date.parse(at);
  return time >= (since ?? -Infinity) && time < (until ?? Infinity);
}

function among(wanted: readonly string[] | undefined, value: string | null): boolean {
  if (wanted === undefined) return true;
  return value !== null && wanted.some((each) => each.toLowerCase() === value.toLowerCase());
}
