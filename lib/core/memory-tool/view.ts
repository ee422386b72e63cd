import { filesBelow, type MemoryTree } from "@/lib/core/memory-tool/tree";

/** Line numbers have six digits at most. Source: memory_20250818, `view`. */
const MOST_LINES = 999_999;
const NUMBER_WIDTH = String(MOST_LINES).length;

/** A listing shows what is in a folder and what is in the folders of that. Source: memory_20250818, `view`. */
const DEPTH = 2;

/** Bytes of a text in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Bytes in the largest unit that leaves at least one, such as `1.5K`. */
export function humanSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < 3) {
    size /= 1024;
    unit++;
  }
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${["B", "K", "M", "G"][unit]}`;
}

/** The listing of a folder. Hidden files and what is in them are left out, as is `node_modules`. */
export function viewFolder(tree: MemoryTree, folder: string, shown: string): string {
  const files = filesBelow(tree, folder).map((path) => ({
    segments: path.slice(folder === "" ? 0 : folder.length + 1).split("/"),
    bytes: bytesOf(tree.get(path) ?? ""),
  }));
  const visible = files.filter(
    ({ segments }) => !segments.some((name) => name.startsWith(".") || name === "node_modules"),
  );
  const sizes = new Map<string, number>();
  for (const { segments, bytes } of visible) {
    for (let count = 1; count <= Math.min(DEPTH, segments.length); count++) {
      const path = segments.slice(0, count).join("/") + (count < segments.length ? "/" : "");
      sizes.set(path, (sizes.get(path) ?? 0) + bytes);
    }
  }
  const total = visible.reduce((sum, { bytes }) => sum + bytes, 0);
  const lines = [...sizes]
    .sort(([a], [b]) => compare(a, b))
    .map(([path, size]) => `${humanSize(size)}\t${shown}/${path}`);
  const header = `Here're the files and directories up to 2 levels deep in ${shown}, excluding hidden items and node_modules:`;
  return [header, `${humanSize(total)}\t${shown}`, ...lines].join("\n");
}

/** Each folder in front of what is in it, and names in their order: `/` sorts before every character a name may have. */
function compare(a: string, b: string): number {
  const key = (path: string) => path.replaceAll("/", "\u0000");
  return key(a) < key(b) ? -1 : 1;
}

/** Lines with their numbers, those of the range alone where one is given; -1 as its end is the last line. */
export function numberLines(text: string, range?: readonly number[]): string {
  const lines = text.split("\n");
  const [first = 1, last = -1] = range ?? [];
  const start = Math.max(1, first) - 1;
  return lines
    .slice(start, last === -1 ? lines.length : last)
    .map((line, index) => `${String(start + index + 1).padStart(NUMBER_WIDTH, " ")}\t${line}`)
    .join("\n");
}

/** A file with numbered lines, or the sentence that it has too many. */
export function viewFile(text: string, shown: string, range?: readonly number[]): { text: string } | { fault: string } {
  if (text.split("\n").length > MOST_LINES) {
    return { fault: `File ${shown} exceeds maximum line limit of 999,999 lines.` };
  }
  return { text: `Here's the content of ${shown} with line numbers:\n${numberLines(text, range)}` };
}
