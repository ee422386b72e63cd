import { blockSteps } from "@/lib/core/markdown/blocks";
import type { Steps } from "@/lib/core/steps";

/** A heading of the document's top level; lines are indexes from 0, `end` exclusive (a setext heading has two or more). */
export interface HeadingLines {
  level: number;
  /** The text as written between the marks. */
  text: string;
  start: number;
  end: number;
}

/** What CommonMark's block structure says about lines. */
export interface BlockLines {
  headings: HeadingLines[];
  /** True for each line inside a fence, an indented code block or an HTML block. */
  opaque: boolean[];
}

const OPAQUE = new Set(["fence", "code_block", "html_block"]);

/**
 * Reads headings and opaque lines as CommonMark does, in steps: a `## ` in a fence or a comment is no heading. Never fails.
 */
export function* blockLineSteps(lines: readonly string[]): Steps<BlockLines> {
  const source = lines.join("\n");
  const headings: HeadingLines[] = [];
  const opaque = new Array<boolean>(lines.length).fill(false);
  const { blocks } = yield* blockSteps(source);
  for (const block of blocks) {
    if (block.kind === "heading") {
      // A setext heading may run over several lines; its name is one.
      const text = source.slice(block.textStart, block.textEnd).replace(/\s*\n\s*/g, " "); // matches "\n" in "a\nb"
      headings.push({ level: block.level, text, start: block.line, end: block.endLine });
    } else if (block.kind === "other" && OPAQUE.has(block.type)) opaque.fill(true, block.line, block.endLine);
  }
  return { headings, opaque };
}
