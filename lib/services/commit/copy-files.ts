import { findShut } from "@/lib/core/places/our-files";
import { applyPatches } from "@/lib/core/history/patch";
import type { Span, Standing } from "@/lib/db/recorded";
import type { RevisionStep } from "@/lib/db/revisions";
import { readPatch } from "@/lib/services/commit/revision-texts";
import { readCopy } from "@/lib/store/copy-folder";
import { sha256 } from "@/lib/store/read-file";

/** Beyond so many steps the nearest snapshot is as near. */
const FEW_STEPS = 64;

/** Whether a document has a file in the workspace: one in the trash, or removed, has none, and what is not ours neither. */
export function hasFile({ path, hash }: Standing): boolean {
  return hash !== "" && findShut(path) === null;
}

/** The way from what a file holds to what it is to hold, where that is a few steps; none where it is not. */
export function nearSpan(held: Standing | undefined, now: Standing): Span[] {
  if (held === undefined || !hasFile(held) || !hasFile(now)) return [];
  if (held.head >= now.head || now.head - held.head > FEW_STEPS) return [];
  return [{ id: now.id, after: held.head, upTo: now.head }];
}

/** What a file in a folder is to hold, from what it holds; undefined where that is not the way. */
export function stepped(
  folder: string,
  held: Standing | undefined,
  now: Standing,
  steps: readonly RevisionStep[] = [],
): Buffer | undefined {
  // While the steps were read, another look may have brought it up.
  if (held === undefined || steps[0]?.sequence !== held.head + 1) return undefined;
  const before = readCopy(folder, held.path);
  if (before === null || steps.some(({ snapshot }) => snapshot !== null)) return undefined;
  const patches = steps.map(({ patch, sequence }) => readPatch(patch ?? "[]", sequence));
  const after = Buffer.from(applyPatches(before.toString("utf8"), patches));
  return sha256(after) === now.hash ? after : undefined;
}

/** Which names the folders of a copy have, by the files that are to be in it. */
export class CopyNames {
  readonly #folders = new Map<string, Map<string, number>>();
  /** Another one after each change. */
  version = 0;

  add(path: string): void {
    this.version++;
    for (const [folder, name] of placesOf(path)) {
      const names = this.#folders.get(folder) ?? new Map<string, number>();
      names.set(name, (names.get(name) ?? 0) + 1);
      this.#folders.set(folder, names);
    }
  }

  remove(path: string): void {
    this.version++;
    for (const [folder, name] of placesOf(path)) {
      const names = this.#folders.get(folder);
      const left = (names?.get(name) ?? 0) - 1;
      if (left > 0) names?.set(name, left);
      else names?.delete(name);
      if (names?.size === 0) this.#folders.delete(folder);
    }
  }

  /** The names in a folder, with how many files are at or below each. */
  in(folder: string): ReadonlyMap<string, number> {
    return this.#folders.get(folder) ?? NONE;
  }
}

const NONE: ReadonlyMap<string, number> = new Map();

/** A path as a name in each folder on the way to it. */
function* placesOf(path: string): Generator<[folder: string, name: string]> {
  for (let end = path.length; end > 0;) {
    const cut = path.lastIndexOf("/", end - 1);
    yield [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1, end)];
    end = cut;
  }
}
