import type { ContextNode } from "@/lib/core/context/context-model";

/** Where frontmatter stands: `lines[0, end)` with both fences, `end` 0 for none; `unclosed` when only the first is there. */
export interface FrontmatterLines {
  end: number;
  unclosed: boolean;
}

const FENCE = /^---[ \t]*$/; // matches "---"
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/; // matches "..."

/** Finds the frontmatter of a document's lines; a `---` anywhere but on the first line opens none. */
export function findFrontmatter(lines: readonly string[]): FrontmatterLines {
  if (!FENCE.test(lines[0] ?? "")) return { end: 0, unclosed: false };
  const close = lines.findIndex((line, i) => i > 0 && CLOSING.test(line));
  // A thematic break may open a document as well: what follows it is a key only in frontmatter.
  if (close === -1) return { end: 0, unclosed: /^[\w-]+:(?:\s|$)/.test(lines[1] ?? "") }; // matches "version: GC-v1"
  return { end: close + 1, unclosed: false };
}

/** A version found in frontmatter, and the columns of its bare value on `line`. */
export interface VersionPlace {
  version: string;
  line: number;
  start: number;
  end: number;
}

const VERSION_VALUE = /^(["']?)(GC-v\d+)\1[ \t]*(?:#.*)?$/i; // matches "\"GC-v3\"  # published"

/** The `version:` of a frontmatter, quotes and comments left aside; of several the last. Undefined where none is of the form GC-v{n}. */
export function versionEntry(frontmatter: ContextNode, lines: readonly string[]): VersionPlace | undefined {
  const entry = frontmatter.entries.findLast((candidate) => candidate.key === "version");
  if (entry === undefined) return undefined;
  const match = VERSION_VALUE.exec((lines[entry.line] ?? "").slice(entry.valueStart));
  if (match === null) return undefined;
  const start = entry.valueStart + (match[1]?.length ?? 0);
  const written = match[2] ?? "";
  return { version: `GC-v${Number(written.slice(4))}`, line: entry.line, start, end: start + written.length };
}
