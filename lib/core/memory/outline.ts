import { AppError } from "@/lib/core/errors";
import type { MemoryDocument, MemoryItem } from "@/lib/core/memory/model";

/** What a document says, place aside: its title, its Meta, and every section with the words of its items. */
export interface Outline {
  title: string | null;
  meta: string[];
  sections: { heading: string; items: string[] }[];
}

/** The outline of a document, a copy that may be changed into what an edit is expected to give. */
export function outlineOf(document: MemoryDocument): Outline {
  return {
    title: document.title,
    meta: document.meta.entries.map(({ key, value }) => `${key}: ${value}`),
    sections: document.sections.map((section) => ({
      heading: section.heading,
      items: section.items.map(outlineItem),
    })),
  };
}

/** What an item says, marks included; two items that differ in anything but place differ here. */
export function outlineItem({ start: _, end: _end, line: _line, lines: _lines, ...content }: MemoryItem): string {
  return JSON.stringify(content);
}

export function sameOutline(a: Outline, b: Outline): boolean {
  return (
    a.title === b.title &&
    sameList(a.meta, b.meta) &&
    a.sections.length === b.sections.length &&
    a.sections.every((section, index) => {
      const other = b.sections[index];
      return section.heading === other?.heading && sameList(section.items, other.items);
    })
  );
}

/** The error for a text whose structure leaves no place for the edit; nothing has been changed. */
export function cannotEdit(document: MemoryDocument, what: string): AppError {
  const unclosed = document.diagnostics.find((each) => each.code === "unclosed_block");
  const line = unclosed?.range.start.line;
  return new AppError("unparseable", `${what} would change how the rest of the file reads.`, {
    hint:
      line === undefined
        ? "Change the text by hand, or with an edit that names the old and the new words."
        : `Close the block that begins on line ${line} first: everything after it is read as its content.`,
    current: { diagnostics: document.diagnostics },
  });
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
