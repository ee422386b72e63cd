import type { BulletBlock } from "@/lib/core/markdown/blocks";
import type { MemoryMeta, MetaEntry } from "@/lib/core/memory/model";

/** What a file without `## Meta` says about itself. */
export const NO_META: MemoryMeta = {
  created: null,
  session: null,
  gcVersion: null,
  finished: null,
  entries: [],
  range: null,
};

/**
 * Reads the `- Key: value` bullets of a Meta section; `- **Key:** value` is read too, and of two equal keys the last
 * wins. Source: team memory §4.
 *
 * @param range the section's place in the text; offsets of the entries are counted from its start
 */
export function readMeta(
  text: string,
  starts: readonly number[],
  bullets: readonly BulletBlock[],
  range: NonNullable<MemoryMeta["range"]>,
): MemoryMeta {
  const entries: MetaEntry[] = [];
  for (const bullet of bullets) {
    const lineStart = starts[bullet.line] ?? text.length;
    const line = text.slice(lineStart, starts[bullet.line + 1]).trimEnd();
    const match = ENTRY.exec(line);
    if (match === null) continue;
    const [opening, key = ""] = match;
    const value = line.slice(opening.length);
    const valueStart = lineStart + opening.length - range.start;
    entries.push({ key: key.trim(), value, valueStart, valueEnd: valueStart + value.length });
  }
  const find = (name: string) => entries.findLast((entry) => entry.key.toLowerCase() === name)?.value || null;
  return {
    created: find("created"),
    session: find("session"),
    finished: find(FINISHED),
    gcVersion: GC_VERSION.exec(find("gc version") ?? "")?.[0] ?? null,
    entries,
    range,
  };
}

/** The key, in lower case, that says when a session was finished. */
export const FINISHED = "finished";

/** Example: `GC-v4`. */
export const GC_VERSION = /GC-v\d+/;

/** Example: `- GC Version: `, `- **Created:** `. */
const ENTRY = /^ {0,3}[-*+][ \t]+(?:\*\*|__)?([^:*\r\n]{1,60}?)(?:\*\*|__)?:(?:\*\*|__)?[ \t]*/;
