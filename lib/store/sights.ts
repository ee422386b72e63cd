import { lstatSync, statfsSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { followLinks } from "@/lib/store/safe-path";

/** Stands for how a path was when it was given: who is given it again knows that nothing was told of that path since. */
export type Sight = Readonly<{ until: number }>;

/** What no watcher is told of, such as what is written through a mapping, is seen this late. Milliseconds. */
const LASTS_MS = 10_000;

/** Disks whose every change this system tells a watcher before whoever made it goes on: ext, XFS, Btrfs, tmpfs, overlay, ZFS, F2FS, bcachefs. */
const TOLD_AT_ONCE = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
]);

interface Place {
  sight?: Sight | undefined;
  below: Map<string, Place>;
}

/** What is known of paths below a folder for as long as its watcher tells nothing of them: of files, of folders with all in them, and of what is not there. */
export class Sights {
  readonly #top: Place = { below: new Map() };

  /** `isHeard` says whether the watcher tells of a folder. Of a disk of which it cannot tell all, and elsewhere than on Linux, nothing is known. */
  constructor(
    private readonly root: string,
    private readonly isHeard: (folder: string) => boolean,
    private readonly now: () => number = Date.now,
  ) {}

  static areKept(root: string): boolean {
    return process.platform === "linux" && TOLD_AT_ONCE.has(statfsSync(root).type);
  }

  /** The sight of each path now, null where none can be had: whatever was done before the call is told by then. */
  async of(paths: readonly string[]): Promise<(Sight | null)[]> {
    // What this process did in this very turn is told in the next one.
    await turn();
    await turn();
    return paths.map((path) => this.#of(path));
  }

  /** Something was made, changed or removed at a path: nothing is known of it, of what is in it, and of the folders that it is in. */
  hear(path: string): void {
    const names = path.split("/");
    const last = names.pop() ?? "";
    let place = this.#top;
    place.sight = undefined;
    for (const name of names) {
      const next = place.below.get(name);
      if (next === undefined) return;
      place = next;
      place.sight = undefined;
    }
    place.below.delete(last);
  }

  #of(path: string): Sight | null {
    let place = this.#top;
    for (const name of path.split("/")) {
      let next = place.below.get(name);
      if (next === undefined) place.below.set(name, (next = { below: new Map() }));
      place = next;
    }
    if (place.sight !== undefined && place.sight.until > this.now()) return place.sight;
    place.sight = this.#isPlain(path) ? { until: this.now() + LASTS_MS } : undefined;
    return place.sight ?? null;
  }

  /** Whether all that can change at a path is told by its name: no link leads to it, it has no other name, and its folder is watched, or is not there either. */
  #isPlain(path: string): boolean {
    const place = join(/* turbopackIgnore: true */ this.root, path);
    try {
      if (followLinks(place) !== place) return false;
      const found = lookAt(place);
      if (found === undefined) return this.#isHeardAbove(path);
      const isWatched = this.isHeard(found.isDirectory() ? path : folderOf(path));
      return isWatched && (found.isDirectory() || found.nlink === 1) && found.dev === lookAt(this.root)?.dev;
    } catch {
      // Below a file, behind a loop of links, or in a folder that may not be entered.
      return false;
    }
  }

  #isHeardAbove(path: string): boolean {
    const folder = folderOf(path);
    if (this.isHeard(folder)) return true;
    return (
      folder !== "" &&
      lookAt(join(/* turbopackIgnore: true */ this.root, folder)) === undefined &&
      this.#isHeardAbove(folder)
    );
  }
}

function folderOf(path: string): string {
  const folder = dirname(path);
  return folder === "." ? "" : folder;
}

function lookAt(place: string): Stats | undefined {
  return lstatSync(place, { throwIfNoEntry: false });
}
