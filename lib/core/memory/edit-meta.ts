import { AppError } from "@/lib/core/errors";
import { concludeFirst, outlineOf, sameOutline, unchanged, type Outline } from "@/lib/core/memory/conclude";
import { FINISHED, GC_VERSION } from "@/lib/core/memory/parse-memory";
import type { ItemIdentity, MemoryDocument, MemoryMeta } from "@/lib/core/memory/model";
import type { AppliedOperation, Apply } from "@/lib/core/memory/operation";
import { lineEndAfter, lineEndBefore, lineEndAt } from "@/lib/core/text/lines";
import { type Splice } from "@/lib/core/text/splice";
import { insertBlock } from "@/lib/core/memory/section-splices";

/**
 * How a new line of Meta may be written: plainly; set apart from words behind it, which it could draw in; and with its own
 * words so far in that an indented heading behind it cannot belong to it. Whoever adds one tries them in this order.
 */
const META_SHAPES = [
  { bullet: "- ", apart: false },
  { bullet: "- ", apart: true },
  { bullet: "-    ", apart: true },
] as const;

type MetaShape = (typeof META_SHAPES)[number];

/** The insertion of a line such as `GC Version: GC-v4` after the last one of Meta, which is made where there is none. */
function insertMetaLine({ text, meta, sections }: MemoryDocument, words: string, { bullet, apart }: MetaShape): Splice {
  const line = `${bullet}${words}`;
  if (meta.range === null) {
    return insertBlock(text, sections[0]?.start ?? text.length, (lineEnd) => `## Meta${lineEnd}${line}`);
  }
  const { start } = meta.range;
  const last = meta.entries.at(-1);
  const at = lineEndAfter(text, last === undefined ? start : start + last.valueEnd);
  const lineEnd = lineEndAt(text, at);
  const ended = lineEndBefore(text, at) !== null;
  return { start: at, end: at, text: ended ? line + lineEnd + (apart ? lineEnd : "") : lineEnd + line };
}

/**
 * Makes Meta say when the session was finished, or takes that line away where it is reopened. A session that is finished
 * already, or at work already, is a conflict.
 */
export const finishSession: Apply<"finish-session"> = (document, identity, { at }) => {
  const { finished } = document.meta;
  if ((at === null) === (finished === null)) {
    const state = finished === null ? "not finished" : `finished already, since ${finished}`;
    throw new AppError("conflict", `The session is ${state}.`, {
      hint: "Read the session again; perhaps nothing is left to do.",
      current: { finished },
    });
  }
  const expected = withoutFinished(outlineOf(document));
  // What the line would replace says nothing: an empty `- Finished:`, which is taken away with it.
  const removals = removeLines(document);
  const ways =
    at === null ? [removals] : META_SHAPES.map((shape) => [insertMetaLine(document, `Finished: ${at}`, shape)]);
  return concludeFirst(document, identity, {
    ways,
    reads: (after) => after.meta.finished === at && sameOutline(expected, withoutFinished(outlineOf(after))),
    what: at === null ? "Reopening the session" : "Finishing the session",
  });
};

/** Refuses words for a session that is finished: it is kept as it was until it is reopened. */
export function assertAtWork({ meta }: MemoryDocument): void {
  if (meta.finished === null) return;
  throw new AppError("conflict", `The session was finished (${meta.finished}); nothing is written to its memory.`, {
    hint: "Ask the Lead to reopen the session.",
    current: { finished: meta.finished },
  });
}

function withoutFinished(outline: Outline): Outline {
  return { ...outline, meta: outline.meta.filter((line) => !line.toLowerCase().startsWith(`${FINISHED}:`)) };
}

function removeLines({ text, meta }: MemoryDocument): Splice[] {
  const { start = 0 } = meta.range ?? {};
  return meta.entries
    .filter(({ key }) => key.toLowerCase() === FINISHED)
    .map(({ valueStart }): Splice => {
      const at = start + valueStart;
      const from = lineStartBefore(text, at);
      const to = lineEndAfter(text, at);
      // A file that ended without a line end still does.
      const lineEnd = lineEndBefore(text, to) === null ? (lineEndBefore(text, from) ?? "") : "";
      return { start: from - lineEnd.length, end: to, text: "" };
    });
}

function lineStartBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && !/[\r\n]/.test(text[start - 1] ?? "")) start--;
  return start;
}

/**
 * Makes Meta name the context version `GC-v{N}`: in its line, in a new line, or in a new Meta section before all others.
 * The version it names already changes nothing. Source: team memory §5, curation rule 2.
 */
export const setGcVersion: Apply<"set-gc-version"> = (document, identity, operation) => {
  if (!Number.isSafeInteger(operation.version) || operation.version < 0) {
    throw new AppError("invalid_input", "A context version is a whole number.", {
      hint: "Give N of GC-v{N}.",
      errors: [{ path: "version", message: "not a whole number from 0" }],
    });
  }
  const version = `GC-v${operation.version}`;
  if (document.meta.gcVersion === version) return unchanged(document, identity);
  return setEntry(document, identity, {
    key: "GC Version",
    value: version,
    named: GC_VERSION,
    reads: ({ gcVersion }) => gcVersion === version,
    what: "Setting the context version",
  });
};

/** Makes Meta say which agent types write to their sections without the Lead. */
export const setDirect: Apply<"set-direct"> = (document, identity, { types }) => {
  const value = types.join(", ");
  if (document.meta.direct?.join(", ") === value) return unchanged(document, identity);
  return setEntry(document, identity, {
    key: "Writes Directly",
    value,
    reads: ({ direct }) => direct?.join(", ") === value,
    what: "Setting who writes directly",
  });
};

interface MetaChange {
  key: string;
  value: string;
  /** What of the value there is is replaced; all of it where nothing is named, or nothing matches. */
  named?: RegExp;
  reads: (meta: MemoryMeta) => boolean;
  what: string;
}

function setEntry(document: MemoryDocument, identity: ItemIdentity, change: MetaChange): AppliedOperation {
  const expected = { ...outlineOf(document), meta: [] };
  return concludeFirst(document, identity, {
    ways: META_SHAPES.map((shape) => [locateEntry(document, change, shape)]),
    reads: (after) => change.reads(after.meta) && sameOutline(expected, { ...outlineOf(after), meta: [] }),
    what: change.what,
  });
}

function locateEntry(document: MemoryDocument, { key, value, named }: MetaChange, shape: MetaShape): Splice {
  const { text, meta } = document;
  const entry = meta.entries.findLast((each) => each.key.toLowerCase() === key.toLowerCase());
  if (meta.range !== null && entry !== undefined) {
    const { start } = meta.range;
    const found = named?.exec(entry.value) ?? null;
    const from = start + entry.valueStart + (found?.index ?? 0);
    const to = found === null ? start + entry.valueEnd : from + found[0].length;
    const space = /[ \t]/.test(text[from - 1] ?? "") || found !== null ? "" : " ";
    return { start: from, end: to, text: space + value };
  }
  return insertMetaLine(document, `${key}: ${value}`, shape);
}
