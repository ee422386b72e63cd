/** The lines below an operation, and the index of the first line behind them. */
interface ContentRead {
  /** Taken out of their indentation; null where there are none. */
  content: string[] | null;
  next: number;
  /** Index of a line that is not indented though others are; null where all are alike. */
  mixed: number | null;
}

/** True for a line that begins something else. */
type StartsNext = (line: string) => boolean;

const FENCE = /^\s*(`{3,}|~{3,})(.*)$/s; // matches "```ts"

/**
 * Reads the lines below an operation: those that are indented by two blanks. By hand (`startsNext` given) they may all stand at
 * the margin instead, and then are taken as they are, up to the first line outside of a fence that begins something else.
 * Some indented and some not is neither: which of them belong here cannot be told.
 */
export function readContent(lines: readonly string[], start: number, startsNext: StartsNext | null): ContentRead {
  let first = start;
  while (first < lines.length && isBlank(lines[first])) first++;
  const line = lines[first];
  if (line === undefined) return { content: null, next: start, mixed: null };
  if (!line.startsWith("  ")) {
    return startsNext === null || startsNext(line)
      ? { content: null, next: start, mixed: null }
      : readFlush(lines, first, startsNext);
  }
  const { content, next } = readIndented(lines, start);
  let behind = next;
  while (behind < lines.length && isBlank(lines[behind])) behind++;
  const stray = lines[behind];
  if (startsNext === null || stray === undefined || startsNext(stray)) return { content, next, mixed: null };
  return { content, next: readFlush(lines, next, startsNext).next, mixed: behind };
}

function readIndented(lines: readonly string[], start: number): { content: string[]; next: number } {
  const content: string[] = [];
  let next = start;
  for (let i = start; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (isBlank(line)) continue;
    if (!line.startsWith("  ")) break;
    for (; next < i; next++) content.push("");
    content.push(line.slice(2));
    next = i + 1;
  }
  return { content, next };
}

/** Lines at the margin; blank ones at the end stand between operations. */
function readFlush(lines: readonly string[], start: number, startsNext: StartsNext): ContentRead {
  let fence: string | null = null;
  let end = start;
  let next = start;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (fence === null && startsNext(line)) break;
    fence = fenceAfter(fence, line);
    if (line.trim() !== "") end = next + 1;
  }
  return { content: lines.slice(start, end), next, mixed: null };
}

/** The index of the line that opens a fence which none of the lines closes, or null. */
export function openFence(lines: readonly string[]): number | null {
  let fence: string | null = null;
  let opened: number | null = null;
  for (const [i, line] of lines.entries()) {
    const after = fenceAfter(fence, line);
    if (fence === null && after !== null) opened = i;
    fence = after;
  }
  return fence === null ? null : opened;
}

/** The marks of the fence that is open behind a line, given those of the one before it. */
function fenceAfter(open: string | null, line: string): string | null {
  const match = FENCE.exec(line);
  const marks = match?.[1];
  const rest = match?.[2] ?? "";
  if (marks === undefined) return open;
  if (open === null) return marks.startsWith("`") && rest.includes("`") ? null : marks;
  return marks.startsWith(open) && rest.trim() === "" ? null : open;
}

/** Two blanks make a line of content that ends in nothing. */
function isBlank(line: string | undefined): boolean {
  return line?.trim() === "" && !line.startsWith("  ");
}
