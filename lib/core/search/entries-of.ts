import type { IdentifiedItem, MemoryDocument } from "@/lib/core/memory/model";
import type { SearchEntry, UndatedEntry, SearchKind } from "@/lib/core/search/search-entry";
import { textSections } from "@/lib/core/search/text-sections";

const segment = encodeURIComponent;

/** Every item of a team memory. */
export function entriesOfMemory(path: string, session: string, items: readonly IdentifiedItem[]): UndatedEntry[] {
  return items.map(({ id, role, line, state, item }) => ({
    key: id,
    kind: "item",
    title: `${role} · ${session}`,
    text: inNfc(item.body === "" ? item.text : `${item.text}\n${item.body}`),
    path,
    line,
    session,
    role,
    tag: item.tag,
    state,
    place: `/sessions/${segment(session)}/memory?state=all&item=${segment(id)}`,
  }));
}

/** What stands in a team memory beside its items, block by block. */
export function entriesOfMemoryTexts(path: string, session: string, document: MemoryDocument): UndatedEntry[] {
  const { text, preface, sections } = document;
  const own = sections.flatMap(({ start, line, role, heading, texts }) =>
    texts.map((each) => ({
      ...each,
      start: start + each.start,
      end: start + each.end,
      line: line + each.line,
      role,
      heading,
    })),
  );
  const outside = preface.map((each) => ({ ...each, line: each.line + 1, role: null, heading: "TEAM-MEMORY.md" }));
  return [...outside, ...own].map(({ start, end, line, role, heading }) => ({
    key: `text#${line}`,
    kind: "item",
    title: `${heading} · ${session}`,
    text: inNfc(text.slice(start, end).trimEnd()),
    path,
    line,
    session,
    role,
    tag: null,
    state: "active",
    place: `/sessions/${segment(session)}/memory?view=file&line=${line}`,
  }));
}

/** What every section of a Markdown text shares. */
export interface TextFacts {
  path: string;
  kind: SearchKind;
  /** Said when a section has no heading of its own. */
  name: string;
  session?: string | null;
  role?: string | null;
  state?: SearchEntry["state"];
  place: string;
  /** Told apart by this where several texts are one document's, such as `GC-v3`. */
  version?: string;
}

/** Every section of a Markdown text, the heading as its title. Sections of one name keep apart by their number. */
export function entriesOfText(text: string, facts: TextFacts): UndatedEntry[] {
  const { path, kind, name, session = null, role = null, state = null, place, version = "" } = facts;
  const seen = new Map<string, number>();
  return textSections(text).map((section) => {
    const heading = section.headings.join(" › ");
    const count = seen.get(heading) ?? 0;
    seen.set(heading, count + 1);
    return {
      key: `${version}#${heading}#${count}`,
      kind,
      title: inNfc(heading === "" ? name : `${name} › ${heading}`),
      text: inNfc(section.text),
      path,
      line: section.bodyLine,
      session,
      role,
      tag: null,
      state,
      place,
    };
  });
}

/** Entries that were all written at one moment, ISO 8601; null where nobody knows. */
export function dated(entries: readonly UndatedEntry[], at: string | null): SearchEntry[] {
  return entries.map((entry) => ({ ...entry, at }));
}

/** Places in a text are places of the very text that is searched: it is brought to NFC before. */
export function inNfc(text: string): string {
  return text.normalize("NFC");
}
