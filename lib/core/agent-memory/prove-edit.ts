import type { AgentEntry, AgentMemoryDocument, AgentSection } from "@/lib/core/agent-memory/model";
import type { AgentSectionName } from "@/lib/core/agent-memory/sections";
import { writeEntry } from "@/lib/core/agent-memory/write-entry";
import { BYTE_ORDER_MARK } from "@/lib/core/markdown/blocks";

/** What an edit was allowed to touch. */
export interface EditTarget {
  /** Sections, by their place in the document before the edit, whose content may be another now. */
  sections: ReadonlySet<number>;
  /** Sections that may have been added. */
  added: ReadonlySet<AgentSectionName>;
  frontmatter: boolean;
  /** All entries of a section afterwards: the sources of those that stay, the words of those that the edit writes. */
  entries?: ReadonlyMap<AgentSectionName, readonly ExpectedEntry[]>;
}

export type ExpectedEntry = { source: string } | { words: string };

/**
 * Whether an edit did what it was to do and nothing else, as both texts are read: the same headings of level 1 and 2 in
 * the same order but for those added, the same words in every other section and before them, the same frontmatter, and
 * no block that is left open where none was.
 */
export function isWithin(before: AgentMemoryDocument, after: AgentMemoryDocument, target: EditTarget): boolean {
  if (!target.frontmatter && frontmatterOf(before) !== frontmatterOf(after)) return false;
  if (isOpen(after) && !isOpen(before)) return false;
  const kept = after.sections.filter((section) => !isAdded(before, after, target, section));
  if (kept.length !== before.sections.length) return false;
  for (const [name, entries] of target.entries ?? []) if (!holds(after, name, entries)) return false;
  const [gaps, gapsNow] = [gapsOf(before, before.sections), gapsOf(after, kept)];
  if (gaps.some((gap, index) => gap !== gapsNow[index])) return false;
  return before.sections.every((section, index) => {
    const now = kept[index];
    if (now?.heading !== section.heading) return false;
    return target.sections.has(index) || sourceOf(before, section) === sourceOf(after, now);
  });
}

/** A second section of a name is never added. */
function isAdded(before: AgentMemoryDocument, after: AgentMemoryDocument, target: EditTarget, section: AgentSection) {
  const { name } = section;
  if (name === null || !target.added.has(name) || !before.missing.includes(name)) return false;
  return after.sections.find((each) => each.name === name) === section;
}

function holds({ text, sections }: AgentMemoryDocument, name: AgentSectionName, expected: readonly ExpectedEntry[]) {
  const entries = sections.find((section) => section.name === name)?.entries ?? [];
  if (entries.length !== expected.length) return false;
  return expected.every((each, index) => {
    const source = sourceOfEntry(text, entries[index] as AgentEntry);
    return "source" in each ? source === each.source : says(source, each.words);
  });
}

/** Whether an entry has these words: its bullet, the indents of its lines and blank lines aside. */
function says(source: string, words: string): boolean {
  const flow = (lines: string) => lines.trim().slice(1).replace(/\s+/g, " ");
  return flow(source) === flow(writeEntry(words, "text", "\n"));
}

/** An entry as it stands in the file, the line end behind it aside. */
export function sourceOfEntry(text: string, { start, end }: AgentEntry): string {
  return text.slice(start, end).trimEnd();
}

function isOpen(document: AgentMemoryDocument): boolean {
  return document.diagnostics.some((each) => each.code === "unclosed_block");
}

function frontmatterOf({ text, frontmatter }: AgentMemoryDocument): string {
  return frontmatter === null ? "" : text.slice(0, frontmatter.end);
}

/** Blank lines around a section are nobody's. */
function sourceOf({ text }: AgentMemoryDocument, { start, end }: AgentSection): string {
  return text.slice(start, end).trim();
}

/** What stands before, between and behind sections, which is nobody's: the title, and all below a heading of level 1. */
function gapsOf({ text, frontmatter, sections }: AgentMemoryDocument, kept: readonly AgentSection[]): string[] {
  const gaps: string[] = [];
  let gap = "";
  let at = frontmatter?.bodyStart ?? 0;
  for (const section of sections) {
    gap += text.slice(at, section.start);
    at = section.end;
    if (!kept.includes(section)) continue;
    gaps.push(gap);
    gap = "";
  }
  return [...gaps, gap + text.slice(at)].map((each) => each.replace(BYTE_ORDER_MARK, "").trim());
}
