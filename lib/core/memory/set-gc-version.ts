import { AppError } from "@/lib/core/errors";
import { conclude, unchanged } from "@/lib/core/memory/conclude";
import { GC_VERSION } from "@/lib/core/memory/meta";
import { insertMetaLine, META_SHAPES, type MetaShape } from "@/lib/core/memory/meta-line";
import type { ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";
import type { AppliedOperation, SetGcVersion } from "@/lib/core/memory/operation";
import { cannotEdit, outlineOf, sameOutline } from "@/lib/core/memory/outline";
import { parseMemory } from "@/lib/core/memory/parse-memory";
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
  for (const shape of META_SHAPES) {
    const splice = locateVersion(document, version, shape);
    const after = parseMemory(applySplices(document.text, [splice]));
    if (after.meta.gcVersion !== version || !sameOutline(expected, { ...outlineOf(after), meta: [] })) continue;
    return conclude(document, identity, after, [splice], () => false);
  }
  throw cannotEdit(document, "Setting the context version");
}

function locateVersion(document: MemoryDocument, version: string, shape: MetaShape): Splice {
  const { text, meta } = document;
  const entry = meta.entries.findLast((each) => each.key.toLowerCase() === "gc version");
  if (meta.range !== null && entry !== undefined) {
    const { start } = meta.range;
    const named = GC_VERSION.exec(entry.value);
    const from = start + entry.valueStart + (named?.index ?? 0);
    const to = named === null ? start + entry.valueEnd : from + named[0].length;
    const space = /[ \t]/.test(text[from - 1] ?? "") || named !== null ? "" : " ";
    return { start: from, end: to, text: space + version };
  }
  return insertMetaLine(document, `GC Version: ${version}`, shape);
}
