import type { IdentifiedItem, MemoryDocument } from "@/lib/core/memory/model";
import type { SearchEntry, UndatedEntry, SearchKind } from "@/lib/core/search/search-entry";
import { BYTE_ORDER_MARK, parseBlocks } from "@/lib/core/markdown/blocks";
import { folderOf } from "@/lib/core/knowledge/file-reference";
import { indexPath, type LoadRule, teamName } from "@/lib/core/knowledge/knowledge-model";
import { parseKnowledgeIndex, parseRegistry } from "@/lib/core/knowledge/parse-knowledge";

/** What stands below one heading of a Markdown text, up to the next heading of any level. */
interface TextSection {
  /**
   * The headings it stands under, the outermost first, its own last; empty for what stands before the first. A heading of
   * level 1 is the document's title, and named for its own lines alone.
   */
  headings: string[];
  /** Its lines without the heading's, as they are. */
  text: string;
  /** Line of its first line, the heading included, from 1. */
  line: number;
  /** Line of the first line of `text`, from 1. */
  bodyLine: number;
}

/** A text longer than this is searched up to here: nobody reads further, and all would wait. UTF-16 units. */
export const LONGEST_SEARCHED = 1_000_000;

/**
 * A Markdown text cut at its headings, in order; what holds no words beside a heading is kept, for the heading is found
 * too. Guarantees that a heading within a fence or a comment cuts nothing.
 */
export function textSections(whole: string): TextSection[] {
  const text = whole.length > LONGEST_SEARCHED ? whole.slice(0, LONGEST_SEARCHED) : whole;
  const { starts, blocks } = parseBlocks(text);
  const headings = blocks.filter((block) => block.kind === "heading");
  const place = (line: number) => starts[line] ?? text.length;
  const sections: TextSection[] = [];
  const first = text.slice(0, headings[0] === undefined ? text.length : place(headings[0].line));
  const preamble = first.replace(BYTE_ORDER_MARK, "");
  if (preamble.trim() !== "") sections.push({ headings: [], text: preamble, line: 1, bodyLine: 1 });
  const open: { level: number; name: string }[] = [];
  headings.forEach((heading, index) => {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    open.push({ level: heading.level, name: text.slice(heading.textStart, heading.textEnd) });
    const next = headings[index + 1];
    sections.push({
      headings: open.filter(({ level }, depth) => level > 1 || depth === open.length - 1).map(({ name }) => name),
      text: text.slice(place(heading.endLine), next === undefined ? text.length : place(next.line)),
      line: heading.line + 1,
      bodyLine: heading.endLine + 1,
    });
  });
  return sections;
}

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

/** What stands in a team memory beside its items, block by block; what a role says twice has one key. */
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
    key: `text#${role ?? ""}#${text.slice(start, end)}`,
    kind: "item",
    title: `${heading} · ${session}`,
    text: inNfc(text.slice(start, end).trimEnd()),
    path,
    line,
    session,
    role,
    tag: null,
    state: "active",
    place: `/sessions/${segment(session)}/memory?view=file&line=`,
  }));
}

/** What every section of a Markdown text shares. */
interface TextFacts {
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

/** Places in a text are places of the very text that is searched: it is brought to NFC before. */
export function inNfc(text: string): string {
  return text.normalize("NFC");
}

/**
 * Every entry of a text that is made of lists, such as an agent's memory: each top-level bullet by itself, with what is
 * nested in it, and what stands beside bullets as one piece a section. Comments are no content.
 */
export function entriesOfBullets(text: string, facts: TextFacts): UndatedEntry[] {
  return entriesOfText(text, facts).flatMap((section) => {
    const { starts, blocks } = parseBlocks(section.text);
    const place = (line: number) => starts[line] ?? section.text.length;
    const seen = new Map<string, number>();
    const entries: UndatedEntry[] = [];
    const prose: string[] = [];
    let proseLine: number | undefined;
    for (const block of blocks) {
      const piece = section.text.slice(place(block.line), place(block.endLine));
      if (block.kind === "bullet") {
        const count = seen.get(piece) ?? 0;
        seen.set(piece, count + 1);
        const words = piece.replace(/^\s{0,3}[-*+]\s+/, ""); // - a finding
        entries.push({
          ...section,
          key: `${section.key}#${piece}#${count}`,
          text: words,
          line: section.line + block.line,
        });
      } else if (block.kind === "heading" || block.type !== "html_block") {
        // Lines keep their distance, so that the line of a match can be told.
        while (proseLine !== undefined && proseLine + prose.length < block.line) prose.push("");
        proseLine ??= block.line;
        for (const line of piece.replace(/\r?\n$/, "").split("\n")) prose.push(line); // a line end
      }
    }
    if (proseLine === undefined && entries.length > 0) return entries;
    return [{ ...section, text: prose.join("\n"), line: section.line + (proseLine ?? 0) }, ...entries];
  });
}

/** Every entry of the shared registry, whose file is `path`: found by id, description, tags and file. */
export function entriesOfRegistry(text: string, path: string, place: string): UndatedEntry[] {
  return parseRegistry(text, folderOf(path)).entries.map(
    ({ id, description, tags, reference, applicableTeams, line }) => ({
      ...SHARED,
      key: id,
      title: inNfc(`registry › ${id}`),
      text: words([description, ...tags, reference, ...applicableTeams]),
      path,
      line,
      place,
    }),
  );
}

/** Every entry of a team's index: found by id, file, and the modes and keywords that load it. */
export function entriesOfIndex(text: string, team: string, place: string): UndatedEntry[] {
  const { entries, byMode, byKeyword } = parseKnowledgeIndex(text, team);
  return entries.map(({ id, description, tags, reference, priority, line }) => ({
    ...SHARED,
    key: id,
    title: inNfc(`${teamName(team)} › ${id}`),
    text: words([description, ...tags, reference, priority, ...loading(byMode, id), ...loading(byKeyword, id)]),
    path: indexPath(team),
    line,
    role: team,
    place,
  }));
}

const SHARED = { kind: "knowledge", session: null, role: null, tag: null, state: null } as const;

function loading(rules: readonly LoadRule[], id: string): string[] {
  return rules.filter(({ ids }) => ids.includes(id)).map(({ name }) => name);
}

/** On one line: the line of the entry is the line of all of it. */
function words(parts: readonly (string | null)[]): string {
  return inNfc(parts.filter((part) => part !== null && part !== "").join(" · ")).replace(/\s+/g, " "); // a line end
}
