import { deflateRawSync, inflateRawSync } from "node:zlib";
import { AppError } from "@/lib/core/errors";
import { applyPatches, type Patch } from "@/lib/core/history/patch";
import { listRevisionSteps } from "@/lib/db/revisions";
import type { Queries } from "@/lib/db/open";

/** Every so many revisions the whole text is kept, so that any one of them is at most this many patches away. */
const SNAPSHOT_EVERY = 128;

/** Whether a revision keeps the whole text: the first, one in a while, and where a patch would be no smaller. */
export function needsSnapshot(sequence: number, patch: string, text: string): boolean {
  return sequence === 1 || sequence % SNAPSHOT_EVERY === 0 || patch.length > text.length;
}

/** A text, or the bytes of a file that is none, as kept in a snapshot: deflated, in base64. */
export function packSnapshot(content: string | Buffer): string {
  return deflateRawSync(content).toString("base64");
}

/**
 * The text of a document at one revision, made from the nearest snapshot before and the patches since. Sequence 0 is
 * the empty text. Throws `not_found` for a revision that is not there.
 */
export async function readTextAt(queries: Queries, documentId: number, sequence: number): Promise<string> {
  if (sequence === 0) return "";
  const steps = await listRevisionSteps(queries, documentId, sequence);
  if (steps.at(-1)?.sequence !== sequence) {
    throw new AppError("not_found", `There is no revision ${sequence}.`, {
      hint: "List the revisions to see which there are; they are numbered from 1.",
    });
  }
  const from = steps.findLastIndex((step) => step.snapshot !== null);
  const snapshot = steps[from]?.snapshot;
  const text = snapshot ? inflateRawSync(snapshot).toString("utf8") : "";
  return applyPatches(
    text,
    steps.slice(from + 1).map((step) => JSON.parse(step.patch ?? "[]") as Patch),
  );
}
