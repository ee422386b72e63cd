import { AppError } from "@/lib/core/errors";
import type { Queries } from "@/lib/db/database";
import { refuseForeign } from "@/lib/core/places/link-rights";
import { findShut } from "@/lib/core/places/our-files";
import type { Copies } from "@/lib/services/commit/copies";
import type { CopyNames } from "@/lib/services/commit/copy-files";
import { readBytesAt } from "@/lib/services/commit/revision-texts";
import { storedFile } from "@/lib/store/read-file";
import type { Store, StoredEntry, StoredFile } from "@/lib/store/store";

/** While it is read, the copy may be given a later text. */
const ATTEMPTS = 3;

/**
 * The files of a recorded workspace as everybody reads them: always what the history says. A file of the copy that somebody changed or
 * removed is put back before it is answered, and one that somebody added is not there. Each is told.
 */
export function recordedStore(
  store: Store,
  {
    workspace,
    copies,
    queries,
    tell,
  }: { workspace: string; copies: Copies; queries: Queries; tell: (error: AppError) => void },
): Store {
  /** What the history says, where a file is something else; the file then holds it, if the disk takes it. */
  async function mended(path: string): Promise<StoredFile | null> {
    const standing = copies.standing(workspace, path);
    if (standing === null) return null;
    const bytes = await readBytesAt(queries, standing.id, standing.head);
    tell(putBack(workspace, path, () => copies.heal(standing, bytes)));
    return storedFile(bytes);
  }

  async function checked(path: string, read: () => Promise<StoredFile | null>): Promise<StoredFile | null> {
    const refused = refuseForeign(path, findShut(path));
    if (refused !== null) throw refused;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const file = await read().catch((error: unknown) => {
        // What stands there is no file, or leads elsewhere: nothing of ours.
        if (!(error instanceof AppError) || !copies.isFilled(workspace)) throw error;
        return undefined;
      });
      if (file === undefined) continue;
      if (!copies.isFilled(workspace)) return file;
      if ((file?.hash ?? "") === (copies.standing(workspace, path)?.hash ?? "")) return file;
    }
    return mended(path);
  }

  /** Puts back what is missing at a path, or below it. */
  async function restore(path: string): Promise<void> {
    for (const each of copies.pathsAt(workspace, path)) await checked(each, () => store.read(each));
  }

  /** The same list is compared once, for as long as no file is to come or go. */
  const whole = new WeakMap<readonly StoredEntry[], { names: CopyNames; version: number }>();

  async function list(path: string): Promise<readonly StoredEntry[]> {
    const found = await store.list(path);
    const names = copies.names(workspace);
    const compared = whole.get(found);
    if (!copies.isFilled(workspace) || (compared?.names === names && compared.version === names.version)) return found;
    const wanted = names.in(path);
    const known = found.filter(({ name }) => wanted.has(name));
    if (known.length === wanted.size && known.length === found.length)
      whole.set(found, { names, version: names.version });
    if (known.length === wanted.size) return known.length === found.length ? found : known;
    const there = new Set(known.map(({ name }) => name));
    for (const name of [...wanted.keys()]) if (!there.has(name)) await restore(path === "" ? name : `${path}/${name}`);
    return (await store.list(path)).filter(({ name }) => copies.names(workspace).in(path).has(name));
  }

  async function marks(paths: readonly string[]): Promise<(string | null)[]> {
    const found = await store.marks(paths);
    if (!copies.isFilled(workspace)) return found;
    const missing = paths.filter((path, index) => found[index] === null && copies.standing(workspace, path) !== null);
    if (missing.length === 0) return found;
    for (const path of missing) await restore(path);
    return store.marks(paths);
  }

  return {
    ...store,
    // Nothing in a copy leads anywhere.
    leadsTo: (path) => Promise.resolve(path),
    read: (path) => checked(path, () => store.read(path)),
    readSettled: (path, formerSize) => checked(path, () => store.readSettled(path, formerSize)),
    list,
    marks,
  };
}

/** Puts a file back, and answers what is told of it. */
function putBack(workspace: string, path: string, heal: () => void): AppError {
  const hint =
    "Nobody reads that copy as a folder: make changes through a server, or in a checkout that `wardroom replica` keeps in step.";
  const what = `${path} of ${workspace} was changed in this server's copy`;
  try {
    heal();
    return new AppError("conflict", `${what}, and was put back from the history.`, { hint });
  } catch (cause) {
    const message = `${what}, and cannot be put back. Readers are given what the history says.`;
    return new AppError("busy", message, { hint: `Free some space, or remove what stands there. ${hint}` }, { cause });
  }
}
