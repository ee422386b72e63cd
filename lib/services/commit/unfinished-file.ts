import type { Queries } from "@/lib/db/database";
import { hasRevisionWith } from "@/lib/db/revisions";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { readTextAt, readTextsBetween } from "@/lib/services/commit/revision-texts";
import { sha256 } from "@/lib/store/read-file";
import type { StoredFile } from "@/lib/store/store";

/** A disk writes this much at once, or not. */
const SECTOR = 512;

/**
 * The text that a file is to have, where what it holds was left by a death or a power cut before the newest revision was in it and
 * on the disk: an earlier revision since `synced`, or what a disk may hold of one that was never synced. Undefined is a file that is not behind. Null for anything else, which
 * somebody outside wrote.
 */
export async function findUnfinished(
  queries: Queries,
  document: Pick<DocumentState, "id" | "head" | "hash">,
  synced: number | undefined,
  file: StoredFile | null,
): Promise<string | null> {
  const { id, head, hash } = document;
  if (synced === undefined || file === null || hash === "") return null;
  const isEarlier = await hasRevisionWith(queries, id, { hash: file.hash, after: synced - 1 });
  if (!isEarlier && !(await isTorn(queries, { id, head }, synced, file.bytes))) return null;
  const text = await readTextAt(queries, id, head);
  return sha256(text) === hash ? text : null;
}

/** Whether bytes are those of a revision, of which some sectors never reached the disk: empty, cut off, or zero where they are missing. */
async function isTorn(queries: Queries, { id, head }: { id: number; head: number }, synced: number, found: Buffer) {
  if (found.length === 0) return true;
  const [, ...since] = await readTextsBetween(queries, id, synced, head);
  return since.some((text) => isTornFrom(found, Buffer.from(text)));
}

/** Whether bytes are those of a text with sectors missing: cut off, or zeros where they are. */
export function isTornFrom(found: Buffer, whole: Buffer): boolean {
  if (found.length > whole.length) return false;
  for (let at = 0; at < found.length; at += SECTOR) {
    const end = Math.min(at + SECTOR, found.length);
    const isThere = found.compare(whole, at, end, at, end) === 0;
    if (!isThere && !found.subarray(at, end).every((byte) => byte === 0)) return false;
  }
  return true;
}
