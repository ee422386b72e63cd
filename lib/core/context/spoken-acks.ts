import { parseBlocks, type Block } from "@/lib/core/markdown/blocks";

/**
 * The acknowledgements that a message itself gives, each from its `[ACK-UPDATE]` on. One counts only where it begins a line
 * of plain text: in a fence, a block quote, HTML, inline code, quotation marks or the middle of a sentence it is an example.
 */
export function spokenAcks(text: string): string[] {
  if (!/\[ACK-UPDATE\]/i.test(text)) return [];
  const { starts, blocks } = parseBlocks(text);
  const lines = starts.slice(0, -1).map((start, line) => text.slice(start, starts[line + 1]));
  const spoken = lines.map(() => "\n");
  const paragraphs = blocks.map(spokenLines);
  for (const { from, to } of paragraphs) for (let line = from; line < to; line++) spoken[line] = lines[line] ?? "";
  const opensAt = lines.flatMap((line, at) => {
    const paragraph = paragraphs.find(({ from, to }) => from <= at && at < to);
    if (paragraph === undefined || !OPENS.test(line)) return [];
    return isQuoted(lines.slice(paragraph.from, at).join("")) ? [] : [at];
  });
  return opensAt.map((at, index) => {
    const part = spoken.slice(at, opensAt[index + 1]).join("");
    return part.slice(part.search(/\[ACK-UPDATE\]/i)).trim();
  });
}

// "[ACK-UPDATE] GC-v5", "- **[ACK-UPDATE]** GC-v5"
const OPENS = /^[ \t]*(?:[-*+][ \t]+)?[*_]*\[ACK-UPDATE\]/i;

/** The lines of a block that its author says in plain text. */
function spokenLines(block: Block): { from: number; to: number } {
  const { line: from } = block;
  // What is nested in a bullet may be a fence or a quotation.
  if (block.kind === "bullet") return { from, to: from + block.paragraphLines };
  return { from, to: block.kind === "other" && block.type === "paragraph" ? block.endLine : from };
}

/** Whether a quotation or inline code is still open at the end of what a paragraph said before. */
function isQuoted(before: string): boolean {
  const isOpen = (open: string, close: string) => before.lastIndexOf(open) > before.lastIndexOf(close);
  const isOdd = (mark: RegExp) => (before.match(mark)?.length ?? 0) % 2 === 1;
  return isOdd(/"/g) || isOdd(/`+/g) || isOpen("“", "”") || isOpen("„", "“") || isOpen("«", "»");
}
