import type { ContextNode } from "@/lib/core/context/context-model";

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
