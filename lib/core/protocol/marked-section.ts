import { AppError } from "@/lib/core/errors";
import { readFrontMatter } from "@/lib/core/markdown/front-matter";

const BEGIN = "<!-- wardroom:begin -->";
const END = "<!-- wardroom:end -->";

/** A fence of a code block and what may stand before it. Example: "   ```sh". */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** So much of such a text some clients read, and nothing of what comes later: Codex, by default. Bytes. */
const READ = 32_768;

/**
 * A text with our section in it: between its marks where they stand, else after everything else, or before it where the end is not
 * read. All other bytes stay as
 * they are, line ends of the text are used, and a text that has the section already is returned unchanged. Throws `conflict`
 * naming the line when the marks are not one pair, or the text ends within a code block.
 *
 * @param name what the text is called in errors, such as `CLAUDE.md`
 */
export function putMarkedSection(text: string, section: string, name: string): string {
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n"; // the first line's end
  const block = [BEGIN, section.trimEnd(), END].join("\n").replaceAll("\n", newline);
  const { marks, open } = findMarks(text);
  if (marks.length === 0 && open !== null) {
    throw new AppError("conflict", `${name} ends within the code block that begins on line ${open}.`, {
      hint: "End the code block with its fence; what is added after it would be part of it.",
    });
  }
  if (marks.length === 0) {
    const after = text + separator(text, newline) + block + newline;
    if (new TextEncoder().encode(after).length <= READ) return after;
    const start = readFrontMatter(text).frontMatter?.bodyStart ?? (text.startsWith("\uFEFF") ? 1 : 0);
    return text.slice(0, start) + block + newline + newline + text.slice(start);
  }
  const [begin, end] = marks;
  if (begin?.kind !== "begin" || end?.kind !== "end" || marks.length > 2) {
    throw new AppError(
      "conflict",
      `The marks of Wardroom's section in ${name} are no pair: see line ${lineOf(marks, text)}.`,
      {
        hint: `Leave one line ${BEGIN} and below it one line ${END}, or remove both with all between.`,
      },
    );
  }
  return text.slice(0, begin.start) + block + text.slice(end.end);
}

/** Whether a text has a mark of our section. */
export function hasMark(text: string): boolean {
  return findMarks(text).marks.length > 0;
}

interface Mark {
  kind: "begin" | "end";
  /** Offsets of the mark itself, without its line end. */
  start: number;
  end: number;
}

/** The marks that stand alone on a line, outside of code blocks; and the line of a code block that is not ended. */
function findMarks(text: string): { marks: Mark[]; open: number | null } {
  const marks: Mark[] = [];
  let fence: string | null = null;
  let open = 0;
  let start = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const content = line.replace(/^\uFEFF/, "").trimEnd();
    const found = FENCE.exec(content)?.[1];
    if (fence === null && found !== undefined) {
      fence = found;
      open = index + 1;
    } else if (fence !== null && found?.startsWith(fence) === true && content.trim() === found) fence = null;
    else if (fence === null && (content === BEGIN || content === END)) {
      const from = start + line.indexOf(content);
      marks.push({ kind: content === BEGIN ? "begin" : "end", start: from, end: from + content.length });
    }
    start += line.length + 1;
  }
  return { marks, open: fence === null ? null : open };
}

function lineOf(marks: Mark[], text: string): number {
  const wrong = marks.find(({ kind }, index) => index > 1 || kind !== (index === 0 ? "begin" : "end")) ?? marks[0];
  return text.slice(0, wrong?.start).split("\n").length;
}

/** What has to stand between the text and the section: an empty line, and nothing before the first. */
function separator(text: string, newline: string): string {
  if (text === "" || text === "\uFEFF" || /(^|\n)\r?\n$/.test(text)) return ""; // "# Title\n\n"
  return text.endsWith("\n") ? newline : newline + newline;
}
