import type { Diagnostic } from "@/lib/core/diagnostics";
import type { ItemContent } from "@/lib/core/memory/item";

/** Where a section stands: written to, put aside, or kept after its teammate was replaced. Source: team memory §5. */
export type SectionState = "active" | "archived" | "replaced";

/**
 * A team memory as it was found in a file: plain data that repeats to the last code unit what `text` says. Nothing in it
 * is ever changed in place; an edit gives a new document that shares the untouched sections and items.
 */
export interface MemoryDocument {
  text: string;
  /** The first heading of level 1 without its marks, such as `TEAM-MEMORY — checkout`; null without one. */
  title: string | null;
  /** The title without the words "TEAM-MEMORY —" before it; null without a title. */
  feature: string | null;
  meta: MemoryMeta;
  /** What the file says about itself before it begins, key by key; empty without front matter. */
  frontMatter: readonly { key: string; value: string }[];
  /** What stands in no section, the title aside; places are counted from the start of the file. */
  preface: MemoryText[];
  /** Every heading of level 2 with what follows, in file order; `Meta` is not among them. */
  sections: MemorySection[];
  /** Lines of the file; a line end at the very end begins no further line. */
  lineCount: number;
  /** What is odd about the content, in file order. */
  diagnostics: Diagnostic[];
}

/** What `## Meta` says, all null and empty when the file has none. Source: team memory §4. */
export interface MemoryMeta {
  created: string | null;
  session: string | null;
  /** Always written as `GC-v{N}`; null when the value holds no such version. */
  gcVersion: string | null;
  /** When the session was finished, as written; null while it is at work. */
  finished: string | null;
  /** The agent types that write to their sections without the Lead, in lower case; null where that is not said. */
  direct: readonly string[] | null;
  /** All `- Key: value` lines in order, those above included. */
  entries: MetaEntry[];
  /** The place of the section in the text; null when there is none. */
  range: { start: number; end: number; line: number } | null;
}

export interface MetaEntry {
  key: string;
  value: string;
  /** UTF-16 offsets of the value, counted from the start of the Meta section. */
  valueStart: number;
  valueEnd: number;
}

/** One heading of level 2 and everything up to the next heading of level 1 or 2. */
export interface MemorySection {
  /** Role id of the heading: lower case, `Lead` excepted. `parseSectionHeading` says how it is found. */
  role: string;
  /** The heading's text as it stands in the file, marks and notes included, without the `##`. */
  heading: string;
  state: SectionState;
  /** What an `[ARCHIVED — note]` mark or a trailing `( note )` of the heading says. */
  note: string | null;
  items: MemoryItem[];
  /** What else stands in the section: paragraphs, numbered lists, tables, quotes, code, headings below its own. */
  texts: MemoryText[];
  /** A body such as `(awaiting spawn)`, which the first real item replaces; offsets are relative to the section. */
  placeholder: { text: string; start: number; end: number } | null;
  /** UTF-16 offsets in the document's text. */
  start: number;
  end: number;
  /** Where the heading ends and the body begins, counted from `start`. */
  bodyStart: number;
  /** Line of the heading, counted from 1. */
  line: number;
}

/**
 * A top-level bullet of a section with its nested bullets and continuation lines. Its place is counted from its section,
 * so that an item keeps being the same value when another section grows.
 */
export interface MemoryItem extends ItemContent {
  /** UTF-16 offsets counted from the section's `start`; `end` takes in the last line's line end. */
  start: number;
  end: number;
  /** Lines below the section's heading: the line in the file is `section.line + item.line`. */
  line: number;
  lines: number;
}

/** A block of a memory that is no item: it is shown, searched and never changed. Places are counted as those of items. */
export interface MemoryText {
  start: number;
  end: number;
  line: number;
}

/** An item with the id by which it is addressed, and its place in the whole file. */
export interface IdentifiedItem {
  id: string;
  /** Role id of the section it stands in. */
  role: string;
  /** Line in the file, counted from 1. */
  line: number;
  /** Where it stands, its section taken into account: see `stateIn`. */
  state: MemoryItem["state"];
  item: MemoryItem;
}

/**
 * What equal items were told apart by so far, and which items kept their ids when a door gave them other words, as JSON that
 * is stored beside a document. It speaks only of texts that stand, or once stood, more than once, and of those before and after
 * such an edit; for a file met for the first time it is `{}`.
 */
export type ItemIdentity = Readonly<Record<string, ItemOrdinals>>;

export interface ItemOrdinals {
  /** The ordinals of the equal items now standing, in file order; a whole id where an item kept the one of its first words. */
  ordinals: ItemOrdinal[];
  /** The first ordinal that was never given. */
  next: number;
  /** The id of the item that kept it when it was given these words: they were its own, also once it has others. */
  of?: string;
}

export type ItemOrdinal = number | string;

/** What an item says, its body included. */
export function wordsOf({ text, body }: { text: string; body: string }): string {
  return body === "" ? text : `${text}\n${body}`;
}

/**
 * Where an item stands: what its own mark says, or archived where its section is. The section of a replaced teammate
 * changes nothing about its items, as what the teammate found out stays true and what it asked stays open. Lists, counts,
 * filters, search and gates all go by this. Source: team memory §5.
 */
export function stateIn(section: Pick<MemorySection, "state">, item: Pick<MemoryItem, "state">): MemoryItem["state"] {
  return item.state === "active" && section.state === "archived" ? "archived" : item.state;
}
