import { folderOf, resolveFileReference } from "@/lib/core/knowledge/file-reference";
import { parseBlocks } from "@/lib/core/markdown/blocks";

/** A link of a Markdown text to a file beside it. */
export interface FileLink {
  /** The file below the workspace that it leads to. */
  path: string;
  /** Line from 1, and where the target stands in the text. */
  line: number;
  start: number;
  end: number;
  /** What follows the file's name, such as `#injection`. */
  suffix: string;
}

/** `](./notes.md "title")`, `](<a b.md>)`, and `[notes]: ../notes.md` at the start of a line. */
const LINK = /(?:\]\(\s*|^ {0,3}\[[^\]\n]+\]:[ \t]*)(?:<(?<quoted>[^<>\n]+)>|(?<plain>[^\s<>()]+))/gm;
/** A target with a scheme, such as `https:`, or within the page, leads to no file. */
const NO_FILE = /^(?:[a-z][a-z\d+.-]*:|#|\/)/i;

/** Every link to a file of the workspace, in order. What stands in a fence or an indented block is no link. */
export function fileLinksOf(path: string, text: string): FileLink[] {
  const { starts, blocks } = parseBlocks(text);
  const code = blocks
    .filter((block) => block.kind === "other" && (block.type === "fence" || block.type === "code_block"))
    .map((block) => [starts[block.line] ?? 0, starts[block.endLine] ?? text.length] as const);
  const links: FileLink[] = [];
  let line = 0;
  for (const match of text.matchAll(LINK)) {
    const { quoted, plain } = match.groups ?? {};
    const target = quoted ?? plain ?? "";
    const end = match.index + match[0].length - (quoted === undefined ? 0 : 1);
    const start = end - target.length;
    if (NO_FILE.test(target) || code.some(([from, to]) => start >= from && start < to)) continue;
    const file = target.replace(/[?#].*$/, ""); // #injection
    const found = resolveFileReference(folderOf(path), decode(file));
    if (!("path" in found)) continue;
    while (line + 1 < starts.length - 1 && (starts[line + 1] as number) <= start) line++;
    links.push({ path: found.path, line: line + 1, start, end, suffix: target.slice(file.length) });
  }
  return links;
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
