import { putLearnt } from "@/lib/core/protocol/plan-init";
import { AppError } from "@/lib/core/errors";
import { diffPatch } from "@/lib/core/history/patch";
import { editProject } from "@/lib/store/project-files";
import { readStored } from "@/lib/store/read-file";
import type { StoredFile } from "@/lib/store/store";
import { replaceStored } from "@/lib/store/write-file";

/** What an act inserted into the instructions, which is how it is taken back. */
export interface Insertion {
  path: string;
  start: number;
  text: string;
  /** Whether there was no such file before. */
  isNew: boolean;
}

/** Changes of one project's instructions happen one after another, each with the act that it belongs to. */
const turns = new Map<string, Promise<unknown>>();

/** Does `work` once every other change of the instructions in a folder is done. */
export function inTurn<R>(folder: string, work: () => Promise<R>): Promise<R> {
  const done = (turns.get(folder) ?? Promise.resolve()).then(work, work);
  turns.set(folder, done);
  return done;
}

/** Adds lines to the instructions in a project's folder, and returns what that inserted. */
export async function addToInstructions(folder: string, path: string, lines: readonly string[]): Promise<Insertion> {
  const { place, file } = await open(folder, path);
  const before = file?.text ?? "";
  const after = putLearnt(before, lines, path);
  const [[start, , text] = [0, 0, ""]] = diffPatch(before, after);
  await replace(place, { path, file, text: after });
  return { path, start, text, isNew: file === null };
}

/**
 * Takes out of the instructions what an act inserted there, and returns where it stood; `conflict` where that does not stand there once, as
 * it was written.
 */
export async function takeOutOfInstructions(folder: string, { path, start, text, isNew }: Insertion): Promise<number> {
  const { place, file } = await open(folder, path);
  const now = file?.text ?? "";
  const at = now.startsWith(text, start) ? start : now.indexOf(text);
  if (at === -1 || (at !== start && now.includes(text, at + 1))) throw changedSince(path);
  const left = now.slice(0, at) + now.slice(at + text.length);
  if (left === "" && isNew) await editProject.removeFile(folder, path);
  else await replace(place, { path, file, text: left });
  return at;
}

/** Inserts again what was taken out a moment ago. */
export async function putBack(folder: string, { path, start, text }: Insertion): Promise<void> {
  const { place, file } = await open(folder, path);
  const now = file?.text ?? "";
  await replace(place, { path, file, text: now.slice(0, start) + text + now.slice(start) });
}

/** A file and where it is; null where there is none. Throws `unparseable` where it is not text, or may not be read. */
async function open(folder: string, path: string): Promise<{ place: string; file: StoredFile | null }> {
  const place = await editProject.locateFile(folder, path);
  const file = await readStored(place, path);
  if (file === null || file.text !== null) return { place, file };
  throw new AppError("unparseable", `${path} is not valid UTF-8.`, { hint: "Convert it; nothing was changed." });
}

/** Writes a file that nobody has saved since it was read; throws `conflict` where somebody has. */
async function replace(place: string, { path, file, text }: { path: string; file: StoredFile | null; text: string }) {
  const replacing = { base: file?.hash ?? "", insists: false, keep: () => null };
  if (!(await replaceStored(place, text, path, replacing))) throw changedSince(path);
}

function changedSince(path: string): AppError {
  return new AppError("conflict", `${path} has changed since.`, {
    hint: "Bring that file back to what it was, or change it by hand; nothing was taken back.",
    current: { path },
  });
}
