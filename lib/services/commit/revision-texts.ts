import { parseJson } from "@/lib/core/text/parse-json";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { AppError } from "@/lib/core/errors";
import { applyPatches, type Patch } from "@/lib/core/history/patch";
import { listRevisionSteps, listStepsBetween } from "@/lib/db/revisions";
import type { Queries } from "@/lib/db/database";

/** Every so many revisions the whole text is kept, so that any one of them is at most this many patches away. */
const SNAPSHOT_EVERY = 128;

/** Whether a revision keeps the whole text: the first, one in a while, and where a patch would be no smaller. */
export function needsSnapshot(sequence: number, patch: string, text: string): boolean {
  return sequence === 1 || sequence % SNAPSHOT_EVERY === 0 || patch.length > text.length;
}

/** A text, or the bytes of a file that is none, as kept in a snapshot: deflated. */
export function packSnapshot(content: string | Buffer): Buffer {
  return deflateRawSync(content);
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
  const text = snapshot ? snapshotText(snapshot, steps[from]?.sequence ?? sequence) : "";
  return applyPatches(
    text,
    steps.slice(from + 1).map((step) => readPatch(step.patch ?? "[]", step.sequence)),
  );
}

/** The same as bytes: also of a revision whose file was no text. */
export async function readBytesAt(queries: Queries, documentId: number, sequence: number): Promise<Buffer> {
  const last = await queries.revision.findFirst({
    where: { documentId, sequence },
    select: { sequence: true, patch: true, snapshot: true },
  });
  if (last?.snapshot) return snapshotBytes(last.snapshot, sequence);
  return Buffer.from(await readTextAt(queries, documentId, sequence));
}

/** The bytes of a snapshot. Throws `unparseable` for one that somebody damaged. */
export function snapshotBytes(snapshot: Uint8Array, sequence: number): Buffer {
  try {
    return inflateRawSync(snapshot);
  } catch (error) {
    throw damaged(sequence, error);
  }
}

/** A patch as stored. Throws `unparseable` for one that somebody damaged. */
export function readPatch(patch: string, sequence: number): Patch {
  const known = StoredPatch.safeParse(parseJson(patch));
  if (!known.success) throw damaged(sequence);
  return known.data;
}

const StoredPatch = z.array(z.tuple([z.int(), z.int(), z.string()]));

/** The text of a snapshot. Throws `unparseable` for one that somebody damaged. */
export function snapshotText(snapshot: Uint8Array, sequence: number): string {
  return snapshotBytes(snapshot, sequence).toString("utf8");
}

function damaged(sequence: number, cause?: unknown): AppError {
  const hint = "Verify the history to see what differs; the file itself is unchanged.";
  return new AppError("unparseable", `The stored text of revision ${sequence} is damaged.`, { hint }, { cause });
}

/** The texts of consecutive revisions, from the first to the last of them, both included. */
export async function readTextsBetween(queries: Queries, documentId: number, first: number, last: number) {
  const texts = [await readTextAt(queries, documentId, first)];
  for (const { sequence, snapshot, patch } of await listStepsBetween(queries, documentId, first, last)) {
    const before = texts.at(-1) ?? "";
    texts.push(
      snapshot ? snapshotText(snapshot, sequence) : applyPatches(before, [readPatch(patch ?? "[]", sequence)]),
    );
  }
  return texts;
}
