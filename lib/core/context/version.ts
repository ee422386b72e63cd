import { commonLineEnd, takeLines } from "@/lib/core/context/logical-lines";
import { frontmatterNode } from "@/lib/core/context/parse-context";
import { versionEntry } from "@/lib/core/context/context-model";
import { versionNumber } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { findFrontMatter } from "@/lib/core/markdown/front-matter";
import { applySplices, type Splice } from "@/lib/core/text/splice";

/** How far beyond the last version a file may name its own: what lies further is taken for a slip. */
const LARGEST_LEAP = 10_000;

/**
 * The number that a publication gets: the one after the last, or a later one that the file names, as it stands before: versions
 * never count backwards. What a text that is handed in names does not matter.
 */
export function nextNumber(latest: number, file: string | null): number {
  const named = versionNumber(readVersion(file ?? "") ?? "") ?? 0;
  return named > latest && named <= latest + LARGEST_LEAP ? named : latest + 1;
}

/**
 * The number a context is at: that of the version published last, else the one its file names; null where there is neither. The
 * one rule for every list and page.
 */
export function versionAt(published: number | null, file: string | null): number | null {
  if (published !== null) return published;
  const named = versionNumber(readVersion(file ?? "") ?? "") ?? 0;
  return named === 0 ? null : named;
}

/** The `GC-v{n}` of a context's frontmatter, or null where there is none; where the key appears twice, the last one counts. */
export function readVersion(text: string): string | null {
  const { lines } = takeLines(text);
  const { end } = findFrontMatter(lines);
  return end === 0 ? null : (versionEntry(frontmatterNode(lines, end), lines)?.version ?? null);
}

/**
 * The text with `version` set in its frontmatter, and no other byte changed: the value gives way in place, quotes and comments
 * staying; a missing key is put first; missing frontmatter is put before everything, behind a byte order mark. Throws
 * AppError `invalid_input` for a version that is not `GC-v{n}`. Source: formats "global-context.md".
 */
export function setVersion(text: string, version: string): string {
  if (versionNumber(version) === null) {
    const hint = "Versions are written GC-v and a number, such as GC-v4.";
    throw new AppError("invalid_input", `"${version}" is not a version.`, { hint });
  }
  return applySplices(text, [versionSplice(text, version)]);
}

/**
 * True when two texts say the same but for the version: publishing one over the other would be no new version. Frontmatter
 * that holds nothing but a version counts as none. Source: api "an unchanged text is no new version".
 */
export function contentEquals(a: string, b: string): boolean {
  return a === b || withoutVersion(a) === withoutVersion(b);
}

function withoutVersion(text: string): string {
  const set = setVersion(text, "GC-v0");
  const bare = /^(\uFEFF?)---(?:\r\n|\n|\r)version: GC-v0(?:\r\n|\n|\r)---(?:\r\n|\n|\r)/.exec(set); // matches "---\nversion: GC-v0\n---\n"
  return bare === null ? set : (bare[1] ?? "") + set.slice(bare[0].length);
}

function versionSplice(text: string, version: string): Splice {
  const { lines, ends, bom } = takeLines(text);
  const offsetOf = (line: number): number => {
    let at = bom ? 1 : 0;
    for (let i = 0; i < line; i++) at += (lines[i]?.length ?? 0) + (ends[i]?.length ?? 0);
    return at;
  };
  const eol = commonLineEnd(ends);
  const { end } = findFrontMatter(lines);
  if (end === 0) return { start: offsetOf(0), end: offsetOf(0), text: `---${eol}version: ${version}${eol}---${eol}` };
  const node = frontmatterNode(lines, end);
  const place = versionEntry(node, lines);
  if (place !== undefined) {
    const start = offsetOf(place.line);
    return { start: start + place.start, end: start + place.end, text: version };
  }
  const entry = node.entries.findLast((candidate) => candidate.key === "version");
  if (entry === undefined) return { start: offsetOf(1), end: offsetOf(1), text: `version: ${version}${eol}` };
  const colon = (lines[entry.line] ?? "").indexOf(":") + 1;
  const start = offsetOf(entry.line) + colon;
  return { start, end: offsetOf(entry.line) + entry.valueEnd, text: ` ${version}` };
}
