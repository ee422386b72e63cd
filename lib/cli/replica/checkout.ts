import { join, relative, sep } from "node:path";
import { isDocumentFile, SHARED_FOLDERS } from "@/lib/core/places/our-files";
import { openFileStore } from "@/lib/store/file-store";
import { isInRepository } from "@/lib/store/git-watch";
import { listReadable } from "@/lib/store/list-readable";
import { OurFiles } from "@/lib/store/our-files";
import { locateInside } from "@/lib/store/safe-path";
import type { LateSave, Store, StoredFile } from "@/lib/store/store";

/** Folders below one another more than this are a loop or a mistake. */
const DEEPEST = 12;
/** Git tells what it wrote a moment after it has; a file that is younger may be its. Milliseconds. */
const GIT_QUIET = 1200;
/** Editors write in steps. Milliseconds. */
const QUIET = 100;

/** The shared documents of a checkout as files. Every change of them goes through the store, which keeps what it replaces. */
export class Checkout {
  private constructor(
    readonly store: Store,
    private readonly root: string,
    private readonly quiet: number,
  ) {}

  static async open(root: string, privateFolder: string): Promise<Checkout> {
    const store = await openFileStore(root, join(privateFolder, "trash"));
    return new Checkout(store, root, (await isInRepository(root)) ? GIT_QUIET : QUIET);
  }

  /** The paths of all files that are ours, and what else lies beside them and looks like a document. */
  async list(): Promise<{ ours: string[]; foreign: string[] }> {
    const paths: string[] = [];
    const collect = async (folder: string, depth: number): Promise<void> => {
      for (const { name, kind } of await listReadable(this.store, folder)) {
        const path = `${folder}/${name}`;
        if (kind === "folder" && depth > 0 && !name.startsWith(".")) await collect(path, depth - 1);
        else if (kind === "file" && isDocumentFile(path)) paths.push(path);
      }
    };
    for (const folder of SHARED_FOLDERS) await collect(folder, DEEPEST);
    const files = new OurFiles(this.store);
    const found = { ours: [] as string[], foreign: [] as string[] };
    for (const path of paths) found[(await files.foreign(path)) === null ? "ours" : "foreign"].push(path);
    return found;
  }

  /**
   * Why a path is none of ours, as the end of a sentence; null where it is: also where a link leads to. Nothing else is read, written or
   * removed here, whoever names it. Throws `forbidden` where a link leads out of the checkout.
   */
  async foreign(path: string): Promise<string | null> {
    const files = new OurFiles(this.store);
    const refused = await files.foreign(path);
    if (refused !== null) return refused;
    const place = relative(this.root, locateInside(this.root, path)).split(sep).join("/");
    return place === path ? null : files.foreign(place);
  }

  read(path: string): Promise<StoredFile | null> {
    return this.store.read(path);
  }

  /** How long to wait until it is known who wrote a file; 0 once it is. Milliseconds. */
  restless(file: StoredFile): number {
    return Math.max(0, file.modifiedMs + this.quiet - Date.now());
  }

  /** Whether git wrote what the file holds, in which somebody may have settled a merge by hand. */
  async isGits(path: string, file: StoredFile, isSettled = false): Promise<boolean> {
    return (await this.store.gitAct(path, file, { isSettled })) !== null;
  }

  /** Whether git removed a file that was last known to be there at a moment, in milliseconds since 1970. */
  async isTakenByGit(path: string, lastThere: number): Promise<boolean> {
    return (await this.store.gitAct(path, null, { lastThere })) !== null;
  }

  /** Whether a command of git may be in the middle of writing files. */
  async isGitAtWork(): Promise<boolean> {
    return !(await this.store.isGitDone(0));
  }

  /** Gives a file a text, or takes it away, if it still holds `base` and git is not at work; answers whether it did. */
  async put(path: string, text: string | null, base: string | null): Promise<boolean> {
    if (await this.isGitAtWork()) return false;
    if (text !== null) return this.store.replace(path, text, base ?? "");
    if (((await this.store.read(path))?.hash ?? null) !== base) return false;
    await this.store.remove(path, { emptied: true });
    return true;
  }

  /** Calls back with the path of each document that may have changed, and with what programs wrote into files that were replaced. */
  async watch(
    onChange: (path: string) => void,
    onLate: (save: LateSave) => Promise<void>,
  ): Promise<() => Promise<void>> {
    const watching = this.store.watch(
      (path) => {
        if (isDocumentFile(path)) onChange(path);
      },
      // What cannot be watched is found by the next look at everything.
      () => undefined,
    );
    await this.store.onLateSave(onLate);
    await watching.ready;
    return () => watching.close();
  }

  /** Calls back with what programs wrote into files that were replaced, also by a process that died, and answers once all of it is taken. */
  async tellLate(onLate: (save: LateSave) => Promise<void>): Promise<void> {
    await this.store.onLateSave(onLate);
    await this.store.settleLateSaves();
  }

  /** A mark of each file, the same as at an earlier look only if the file is the same since; null for a missing one. */
  marks(paths: readonly string[]): Promise<(string | null)[]> {
    return this.store.marks(paths);
  }

  async missing(paths: readonly string[]): Promise<string[]> {
    const marks = await this.marks(paths);
    return paths.filter((_, index) => marks[index] === null);
  }

  close(): void {
    this.store.close();
  }
}
