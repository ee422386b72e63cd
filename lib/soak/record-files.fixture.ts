import fs from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { dirname, resolve } from "node:path";
import type { NodeId } from "@/lib/soak/operation.fixture";
import type { Recorder } from "@/lib/soak/recorder.fixture";

type Loose = (...args: unknown[]) => unknown;
type Table = Record<string, Loose>;

/** What is told of each operation, at the moment before it and the moment after. Whoever ends the process there ends it at that very place. */
export type Around = (what: string, moment: "before" | "after") => void;

const { fstatSync, lstatSync, statSync } = fs;

/**
 * Puts itself around whatever this process can change files with, until undone: each operation below the recorder's folder is
 * noted with its contents. It is the same for whoever imported those functions before.
 */
export async function recordFiles(
  recorder: Recorder,
  root: string,
  around: Around = () => undefined,
): Promise<() => void> {
  const originals: [Table, string, Loose][] = [];
  const replace = (table: object, name: string, make: (original: Loose) => Loose) => {
    const own = table as Table;
    const original = own[name];
    if (original === undefined) throw new Error(`there is no ${name} to record`);
    originals.push([own, name, original]);
    own[name] = make(original);
  };
  const noting = new Noting(recorder);

  for (const [name, prepare] of Object.entries(noting.byPath)) {
    replace(fs.promises, name, (original) => async (...args) => {
      const note = prepare(args, name);
      if (note === null) return original.apply(fs.promises, args);
      around(name, "before");
      const answer = await original.apply(fs.promises, args);
      note(answer);
      around(name, "after");
      return answer;
    });
    replace(fs, `${name}Sync`, (original) => (...args) => {
      const note = prepare(args, name);
      if (note === null) return original.apply(fs, args);
      around(name, "before");
      const answer = original.apply(fs, args);
      note(answer);
      around(name, "after");
      return answer;
    });
  }

  for (const [name, prepare] of Object.entries(noting.byDescriptor)) {
    replace(fs, `${name}Sync`, (original) => (...args) => {
      const note = prepare(Number(args[0]), args.slice(1));
      if (note === null) return original.apply(fs, args);
      around(name, "before");
      const answer = original.apply(fs, args);
      note(answer);
      around(name, "after");
      return answer;
    });
  }
  for (const name of ["fsync", "fdatasync"]) {
    replace(fs, name, (original) => (descriptor, callback) => {
      const note = noting.byDescriptor[name]?.(Number(descriptor), []) ?? null;
      if (note === null) return original.call(fs, descriptor, callback);
      around(name, "before");
      return original.call(fs, descriptor, (error: unknown) => {
        if (error === null) note(undefined);
        around(name, "after");
        (callback as (error: unknown) => void)(error);
      });
    });
  }

  const some = await fs.promises.open(root, "r");
  const handles = Object.getPrototypeOf(some) as object;
  await some.close();
  for (const [name, prepare] of Object.entries(noting.byHandle)) {
    replace(
      handles,
      name,
      (original) =>
        async function (this: FileHandle, ...args: unknown[]) {
          const note = prepare(this, args);
          if (note === null) return original.apply(this, args);
          around(name, "before");
          const answer = await original.apply(this, args);
          note(answer);
          around(name, "after");
          return answer;
        },
    );
  }
  syncBuiltinESMExports();
  return () => {
    for (const [table, name, original] of originals.reverse()) table[name] = original;
    syncBuiltinESMExports();
  };
}

type Note = (answer: unknown) => void;

/** What has to be known before an operation, and what is noted once it is done; null for what is no business of the recorder's. */
class Noting {
  /** Where each open file is written next, by its descriptor; at its end, where it was opened for that. */
  readonly #positions = new Map<number, number | "end">();

  constructor(private readonly recorder: Recorder) {}

  readonly byPath: Record<string, (args: unknown[], name: string) => Note | null> = {
    open: ([path, flags]) => {
      const place = this.recorder.place(String(path));
      const before = statSync(String(path), { bigint: true, throwIfNoEntry: false });
      const isWriting = typeof flags === "number" ? (flags & 0o3) !== 0 : /[wa+]/.test(wordOf(flags));
      if (place === null || !isWriting) return null;
      return (opened) => {
        if (before === undefined) this.recorder.created(String(path));
        else this.#emptied(String(path), flags, before);
        const descriptor = typeof opened === "number" ? opened : (opened as FileHandle).fd;
        this.#positions.set(descriptor, wordOf(flags).includes("a") ? "end" : 0);
      };
    },
    writeFile: ([path, data, options]) => {
      if (typeof path === "number") return this.#written(path, () => bytesOf(data), null);
      if (typeof path !== "string") return this.#written((path as FileHandle).fd, () => bytesOf(data), null);
      const place = this.recorder.place(path);
      if (place === null) return null;
      const flag = (options as { flag?: string } | undefined)?.flag ?? "w";
      const before = statSync(path, { bigint: true, throwIfNoEntry: false });
      return () => {
        const bytes = bytesOf(data);
        if (before === undefined) {
          this.recorder.created(path);
          return;
        }
        const node = this.recorder.find(before);
        if (node === null) return;
        this.#emptied(path, flag, before);
        this.recorder.push({ kind: "write", node, at: flag.includes("a") ? Number(before.size) : 0, bytes });
      };
    },
    mkdir: ([path]) => {
      const missing: string[] = [];
      for (let at = resolve(String(path)); !exists(at); at = dirname(at)) missing.unshift(at);
      if (missing.length === 0) return null;
      return () => {
        for (const each of missing) this.recorder.created(each);
      };
    },
    rename: ([from, to]) => {
      if (this.recorder.place(String(from)) === null && this.recorder.place(String(to)) === null) return null;
      return this.recorder.beforeRename(String(from), String(to));
    },
    link: ([existing, path]) => {
      const node = this.recorder.findAt(String(existing));
      const place = this.recorder.place(String(path));
      if (node === null || place === null) return null;
      return () => this.recorder.push({ kind: "link", place, node });
    },
    symlink: ([, path]) =>
      this.recorder.place(String(path)) === null ? null : () => this.recorder.created(String(path)),
    cp: ([, to]) => (this.recorder.place(String(to)) === null ? null : () => this.recorder.created(String(to))),
    copyFile: ([, to]) => (this.recorder.place(String(to)) === null ? null : () => this.recorder.created(String(to))),
    unlink: ([path]) => this.#removal(path),
    rmdir: ([path]) => this.#removal(path),
    rm: ([path]) => this.#removal(path),
  };

  readonly byDescriptor: Record<string, (descriptor: number, args: unknown[]) => Note | null> = {
    write: (descriptor, [data, offset, length, position]) => {
      if (typeof data === "string") return this.#written(descriptor, () => bytesOf(data), asNumber(offset));
      const bytes = data as Uint8Array;
      const from = asNumber(offset) ?? 0;
      const whole = () => Buffer.from(bytes.subarray(from, from + (asNumber(length) ?? bytes.length - from)));
      return this.#written(descriptor, whole, asNumber(position));
    },
    ftruncate: (descriptor, [size]) => {
      const node = this.#nodeOf(descriptor);
      if (node === null) return null;
      return () => this.recorder.push({ kind: "resize", node, size: asNumber(size) ?? 0 });
    },
    fsync: (descriptor) => this.#synced(descriptor),
    fdatasync: (descriptor) => this.#synced(descriptor),
  };

  /** The same by the names that a handle has for it. */
  readonly byHandle: Record<string, (handle: FileHandle, args: unknown[]) => Note | null> = Object.fromEntries(
    [
      ["writeFile", "write"],
      ["appendFile", "write"],
      ["write", "write"],
      ["truncate", "ftruncate"],
      ["sync", "fsync"],
      ["datasync", "fdatasync"],
    ].map(([name = "", own = ""]) => [
      name,
      (handle: FileHandle, args: unknown[]) =>
        this.byDescriptor[own]?.(handle.fd, name === "write" ? args : args.slice(0, 1)) ?? null,
    ]),
  );

  #nodeOf(descriptor: number): NodeId | null {
    return this.recorder.find(fstatSync(descriptor, { bigint: true }));
  }

  #written(descriptor: number, bytes: () => Buffer, position: number | null): Note | null {
    const node = this.#nodeOf(descriptor);
    if (node === null) return null;
    const whole = bytes();
    const next = this.#positions.get(descriptor) ?? 0;
    const at = position ?? (next === "end" ? fstatSync(descriptor).size : next);
    if (position === null && next !== "end") this.#positions.set(descriptor, at + whole.length);
    return () => this.recorder.push({ kind: "write", node, at, bytes: whole });
  }

  /** What was done before the sync was asked for outlasts a power cut; what came meanwhile perhaps not. */
  #synced(descriptor: number): Note | null {
    const node = this.#nodeOf(descriptor);
    if (node === null) return null;
    const upTo = this.recorder.operations.length;
    return () => this.recorder.push({ kind: "sync", node, upTo });
  }

  #removal(path: unknown): Note | null {
    return this.recorder.place(String(path)) === null ? null : this.recorder.beforeRemoval(String(path));
  }

  #emptied(path: string, flags: unknown, before: fs.BigIntStats): void {
    const empties = typeof flags === "number" ? (flags & fs.constants.O_TRUNC) !== 0 : wordOf(flags).startsWith("w");
    const node = this.recorder.find(before);
    if (empties && node !== null && before.size > 0n) this.recorder.push({ kind: "resize", node, size: 0 });
    else if (node === null) this.recorder.created(path);
  }
}

/** How a file is opened, in letters. */
function wordOf(flags: unknown): string {
  return typeof flags === "string" ? flags : "r";
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function bytesOf(data: unknown): Buffer {
  return typeof data === "string" ? Buffer.from(data) : Buffer.from(data as Uint8Array);
}

function asNumber(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
