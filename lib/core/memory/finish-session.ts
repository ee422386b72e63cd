import { AppError } from "@/lib/core/errors";
import { conclude } from "@/lib/core/memory/conclude";
import { FINISHED } from "@/lib/core/memory/meta";
import { insertMetaLine, META_SHAPES } from "@/lib/core/memory/meta-line";
import type { ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";
import type { AppliedOperation, FinishSession } from "@/lib/core/memory/operation";
import { cannotEdit, type Outline, outlineOf, sameOutline } from "@/lib/core/memory/outline";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { lineEndAfter, lineEndBefore } from "@/lib/core/text/lines";
import { applySplices, type Splice } from "@/lib/core/text/splice";

/**
 * Makes Meta say when the session was finished, or takes that line away where it is reopened. A session that is finished
 * already, or at work already, is a conflict.
 */
export function finishSession(
  document: MemoryDocument,
  identity: ItemIdentity,
  { at }: FinishSession,
): AppliedOperation {
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
  const tries =
    at === null ? [removals] : META_SHAPES.map((shape) => [insertMetaLine(document, `Finished: ${at}`, shape)]);
  for (const splices of tries) {
    const after = parseMemory(applySplices(document.text, splices));
    if (after.meta.finished !== at || !sameOutline(expected, withoutFinished(outlineOf(after)))) continue;
    return conclude(document, identity, after, splices, () => false);
  }
  throw cannotEdit(document, at === null ? "Reopening the session" : "Finishing the session");
}

/** Refuses words for a session that is finished: it is kept as it was until it is reopened. */
export function assertAtWork({ meta }: MemoryDocument): void {
  if (meta.finished === null) return;
  throw new AppError("conflict", `The session was finished (${meta.finished}); nothing is written to its memory.`, {
    hint: "Ask the Lead to reopen the session; until then it stays as it was.",
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
