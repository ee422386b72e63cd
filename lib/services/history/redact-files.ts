import { readFile, stat, unlink } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { isUtf8 } from "node:buffer";
import { AppError } from "@/lib/core/errors";
import type { Redactor } from "@/lib/core/text/redact";
import { listReadable } from "@/lib/store/list-readable";
import { WATCHED } from "@/lib/store/file-store";
import { listFiles, orMissing } from "@/lib/store/find-files";
import { WATCHED_MS } from "@/lib/store/replaced-files";
import type { Store } from "@/lib/store/store";
import { writeStored } from "@/lib/store/write-file";

/** A file in use is looked at again after this pause. Milliseconds. */
const PAUSE_MS = 50;

/**
 * The files of a workspace that hold a text: all below the folders of documents, and those with a history elsewhere. Those
 * that are no text are told apart: they are shown, and never changed.
 */
export async function findFilesHolding(
  store: Store,
  known: readonly string[],
  redactor: Redactor,
): Promise<{ texts: string[]; others: string[] }> {
  const paths = new Set(known);
  for (const folder of WATCHED) for await (const path of filesBelow(store, folder)) paths.add(path);
  const found: { texts: string[]; others: string[] } = { texts: [], others: [] };
  for (const path of [...paths].sort()) {
    const file = await store.read(path).catch(ignoreUnreadable);
    if (file === null) continue;
    if (file.text !== null && redactor.isIn(file.text)) found.texts.push(path);
    else if (file.text === null && !redactor.inBytes(file.bytes).equals(file.bytes)) found.others.push(path);
  }
  return found;
}

/** A link that leads out, a pipe, a file that is too large for a document: none of them is Wardroom's. */
function ignoreUnreadable(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

async function* filesBelow(store: Store, folder: string): AsyncGenerator<string> {
  for (const { name, kind } of await listReadable(store, folder)) {
    const path = `${folder}/${name}`;
    if (kind === "file") yield path;
    else if (kind === "folder") yield* filesBelow(store, path);
  }
}

/** Replaces a text in every file of a workspace's trash; answers how many were changed. To be called under the lock. */
export async function redactTrash(folder: string, redactor: Redactor): Promise<number> {
  let changed = 0;
  for (const path of await listFiles(folder)) {
    const bytes = await readFile(path);
    const redacted = isUtf8(bytes) ? redactor.in(bytes.toString("utf8")) : null;
    if (redacted === null || redacted === bytes.toString("utf8")) continue;
    await writeStored(path, redacted, path);
    changed++;
  }
  return changed;
}

/**
 * Waits until no replaced file is kept any more that holds a text: each is watched for a moment, for what programs still
 * write into it. One that nobody watches is deleted once that moment is over.
 */
export async function dropReplaced(folder: string, redactor: Redactor): Promise<void> {
  for (;;) {
    let isInUse = false;
    for (const path of await listFiles(folder)) {
      if (await orMissing(isKept(path, redactor), false)) isInUse = true;
    }
    if (!isInUse) return;
    await wait(PAUSE_MS);
  }
}

/** Whether a file that holds the text is still watched; one that is not is deleted. */
async function isKept(path: string, redactor: Redactor): Promise<boolean> {
  const bytes = await readFile(path);
  if (redactor.inBytes(bytes).equals(bytes)) return false;
  const { ctimeMs } = await stat(path);
  if (Date.now() - ctimeMs <= WATCHED_MS) return true;
  await unlink(path);
  return false;
}
