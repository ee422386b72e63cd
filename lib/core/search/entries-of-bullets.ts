import { parseBlocks } from "@/lib/core/markdown/blocks";
import { entriesOfText, type TextFacts } from "@/lib/core/search/entries-of";
import type { UndatedEntry } from "@/lib/core/search/search-entry";

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
