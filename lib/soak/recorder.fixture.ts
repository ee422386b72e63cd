import fs from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { readDisk } from "@/lib/soak/disk.fixture";
import type { Disk, NodeId, Operation, Place, Recording } from "@/lib/soak/operation.fixture";

// Those that record others call these, which nobody has put anything around.
const { lstatSync, statSync, readFileSync, readdirSync, readlinkSync } = fs;

type Stat = fs.BigIntStats;

/** Watches what happens to a folder: it numbers what lies there, and keeps a list of what was done. */
export class Recorder {
  readonly operations: Operation[] = [];
  readonly #numbers = new Map<string, NodeId>();
  readonly #root: string;
  readonly #before: Disk;
  #next = 0;

  constructor(root: string) {
    this.#root = resolve(root);
    this.#before = readDisk(this.#root, (path) => this.#number(lstatSync(path, { bigint: true })));
  }

  get recording(): Recording {
    return { before: this.#before, operations: this.operations };
  }

  /** The disk as it is by now, to be compared with what the list of operations says. */
  look(): Disk {
    let next = 0;
    return readDisk(this.#root, () => next++);
  }

  mark(mark: unknown): void {
    this.operations.push({ kind: "mark", mark });
  }

  push(operation: Operation): void {
    this.operations.push(operation);
  }

  /** The number of what was opened or looked at; null for what lies elsewhere. */
  find(stat: Stat): NodeId | null {
    return this.#numbers.get(keyOf(stat)) ?? null;
  }

  /** The number of what lies at a path, a link itself and not what it leads to; null where nothing of this folder is. */
  findAt(path: string): NodeId | null {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? null : this.find(stat);
  }

  /** Name and folder of a path, also one by way of an open folder, such as `/proc/self/fd/20/a.md`; null outside. */
  place(path: string): Place | null {
    const whole = resolve(path);
    if (whole === this.#root) return null;
    const stat = statSync(dirname(whole), { bigint: true, throwIfNoEntry: false });
    const folder = stat === undefined ? null : this.find(stat);
    return folder === null ? null : { folder, name: basename(whole) };
  }

  /** Notes what is new at a path, with everything in it unless that is noted by somebody else. */
  created(path: string, { isEmpty = false } = {}): void {
    const place = this.place(path);
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (place === null || stat === undefined) return;
    let node = this.find(stat);
    if (node === null) {
      node = this.#number(stat);
      const is = stat.isSymbolicLink() ? "link" : stat.isDirectory() ? "folder" : "file";
      const target = is === "link" ? readlinkSync(path) : "";
      this.push({ kind: "create", place, node, is, target, mode: Number(stat.mode) });
      if (is === "file" && stat.size > 0n && !isEmpty)
        this.push({ kind: "write", node, at: 0, bytes: readFileSync(path) });
    }
    if (stat.isDirectory()) for (const name of readdirSync(path)) this.created(join(path, name));
  }

  /** What will be gone once a path is removed, the innermost first: asked before, noted after. */
  beforeRemoval(path: string): () => void {
    const place = this.place(path);
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (place === null || stat === undefined) return () => undefined;
    const inner = stat.isDirectory() ? readdirSync(path).map((name) => this.beforeRemoval(join(path, name))) : [];
    return () => {
      for (const note of inner) note();
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return;
      this.push({ kind: "remove", place });
      this.forget(stat);
    };
  }

  /** The same for a rename, which takes away what had the new name. */
  beforeRename(from: string, to: string): () => void {
    const [source, target] = [this.place(from), this.place(to)];
    const node = this.findAt(from);
    const replaced = lstatSync(to, { bigint: true, throwIfNoEntry: false });
    return () => {
      if (node === null || source === null || target === null) {
        if (source !== null || target !== null) throw new Error(`${from} → ${to} leaves the recorded folder`);
        return;
      }
      this.push({ kind: "rename", from: source, to: target, node });
      if (replaced !== undefined && !replaced.isDirectory()) this.forget(replaced);
    };
  }

  #number(stat: Stat): NodeId {
    const id = this.#next++;
    this.#numbers.set(keyOf(stat), id);
    return id;
  }

  /** Says that a file is gone: the system gives the number of it to the next one. */
  forget(stat: Stat): void {
    if (stat.isDirectory() || stat.nlink <= 1n) this.#numbers.delete(keyOf(stat));
  }
}

/** With its birth, for the system may give a file's number to the next one before it is heard that the file is gone. */
function keyOf({ dev, ino, birthtimeNs }: Stat): string {
  return `${dev}:${ino}:${birthtimeNs}`;
}
