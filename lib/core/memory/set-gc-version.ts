import { AppError } from "@/lib/core/errors";
import { conclude, unchanged } from "@/lib/core/memory/conclude";
import { GC_VERSION } from "@/lib/core/memory/meta";
import type { ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";
import type { AppliedOperation, SetGcVersion } from "@/lib/core/memory/operation";
import { cannotEdit, outlineOf, sameOutline } from "@/lib/core/memory/outline";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { insertBlock } from "@/lib/core/memory/section-splices";
import { lineEndAfter, lineEndAt, lineEndBefore } from "@/lib/core/text/lines";
import { applySplices, type Splice } from "@/lib/core/text/splice";

/**
 * Makes Meta name the context version `GC-v{N}`: in its line, in a new line, or in a new Meta section before all others.
 * The version it names already changes nothing. Source: team memory §5, curation rule 2.
 */
export function setGcVersion(
  document: MemoryDocument,
  identity: ItemIdentity,
  operation: SetGcVersion,
): AppliedOperation {
  if (!Number.isSafeInteger(operation.version) || operation.version < 0) {
    throw new AppError("invalid_input", "A context version is a whole number.", {
      hint: "Give N of GC-v{N}.",
      errors: [{ path: "version", message: "not a whole number from 0" }],
    });
  }
  const version = `GC-v${operation.version}`;
  if (document.meta.gcVersion === version) return unchanged(document, identity);
  const expected = { ...outlineOf(document), meta: [] };
  for (const shape of SHAPES) {
    const splice = locateVersion(document, version, shape);
    const after = parseMemory(applySplices(document.text, [splice]));
    if (after.meta.gcVersion !== version || !sameOutline(expected, { ...outlineOf(after), meta: [] })) continue;
    return conclude(document, identity, after, [splice], () => false);
  }
  throw cannotEdit(document, "Setting the context version");
}

/**
 * How a new line is written: plainly; set apart from words behind it, which it could draw in; and with its own words so
 * far in that an indented heading behind it cannot belong to it.
 */
const SHAPES = [
  { bullet: "- ", apart: false },
  { bullet: "- ", apart: true },
  { bullet: "-    ", apart: true },
];

function locateVersion(
  { text, meta, sections }: MemoryDocument,
  version: string,
  { bullet, apart }: (typeof SHAPES)[number],
): Splice {
  const line = `${bullet}GC Version: ${version}`;
  if (meta.range === null) {
    return insertBlock(text, sections[0]?.start ?? text.length, (lineEnd) => `## Meta${lineEnd}${line}`);
  }
  const { start } = meta.range;
  const entry = meta.entries.findLast((each) => each.key.toLowerCase() === "gc version");
  if (entry !== undefined) {
    const named = GC_VERSION.exec(entry.value);
    const from = start + entry.valueStart + (named?.index ?? 0);
    const to = named === null ? start + entry.valueEnd : from + named[0].length;
    const space = /[ \t]/.test(text[from - 1] ?? "") || named !== null ? "" : " ";
    return { start: from, end: to, text: space + version };
  }
  const last = meta.entries.at(-1);
  const at = lineEndAfter(text, last === undefined ? start : start + last.valueEnd);
  const lineEnd = lineEndAt(text, at);
  const ended = lineEndBefore(text, at) !== null;
  return { start: at, end: at, text: ended ? line + lineEnd + (apart ? lineEnd : "") : lineEnd + line };
}
