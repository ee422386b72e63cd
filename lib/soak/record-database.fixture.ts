import { createRequire } from "node:module";
import fs from "node:fs";
import { dirname } from "node:path";
import type { NodeId } from "@/lib/soak/operation.fixture";
import type { Recorder } from "@/lib/soak/recorder.fixture";
import type { Around } from "@/lib/soak/record-files.fixture";

const { closeSync, fstatSync, openSync, readSync, statSync } = fs;

/** What the log is made of: a head, and a frame with a head of its own for each page. */
const LOG_HEAD = 32;
const PAGE = 4096;
const FRAME = 24 + PAGE;

interface Statement {
  run: (...args: unknown[]) => unknown;
  all: (...args: unknown[]) => unknown;
}

interface Connection {
  inTransaction: boolean;
  prepare(sql: string): Statement;
}

interface Library {
  new (path: string): Connection & { close(): void };
  prototype: Connection & { exec(sql: string): void; close(): void };
}

/**
 * Notes what SQLite does to a database in its log's mode, until undone. It writes by itself, so its files are compared after
 * each statement that ends a transaction. In which order it wrote and synced is known: the log first, synced where the
 * connection says that a commit is (`synchronous`), then, when it clears the log away, the log again and the database.
 */
export function recordDatabase(recorder: Recorder, path: string, around: Around = () => undefined): () => void {
  const library = createRequire(import.meta.url)("libsql") as Library;
  const files = new DatabaseFiles(recorder, path);
  const levels = new WeakMap<object, number>();
  const { prototype } = library;
  const { prepare, exec, close } = prototype;
  const probe = new library(":memory:");
  const statements = Object.getPrototypeOf(probe.prepare("SELECT 1")) as Statement;
  const { run, all } = statements;
  probe.close();
  const origins = new WeakMap<Statement, { connection: Connection; sql: string }>();

  const level = (connection: Connection) => {
    const known = levels.get(connection);
    if (known !== undefined) return known;
    const [row] = all.call(prepare.call(connection, "PRAGMA synchronous")) as { synchronous: number | bigint }[];
    const found = Number(row?.synchronous ?? 2);
    levels.set(connection, found);
    return found;
  };
  const watched = <T>(connection: Connection, sql: string, work: () => T): T => {
    const isEnd = /^\s*(COMMIT|ROLLBACK|END)\b/i.test(sql);
    if (isEnd) around(sql, "before");
    const answer = work();
    if (/synchronous/i.test(sql)) levels.delete(connection);
    if (!connection.inTransaction && !/^\s*SELECT\b/i.test(sql)) files.compare(level(connection));
    if (isEnd) around(sql, "after");
    return answer;
  };

  prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    origins.set(statement, { connection: this, sql });
    return statement;
  };
  for (const [name, original] of Object.entries({ run, all }) as [keyof Statement, Statement["run"]][]) {
    statements[name] = function (this: Statement, ...args: unknown[]) {
      const origin = origins.get(this);
      if (origin === undefined) return original.apply(this, args);
      return watched(origin.connection, origin.sql, () => original.apply(this, args));
    };
  }
  prototype.exec = function (sql) {
    watched(this, sql, () => exec.call(this, sql));
  };
  prototype.close = function () {
    const last = level(this);
    close.call(this);
    files.compare(last);
  };
  files.compare(2);
  return () => {
    // A connection is closed for good when what was prepared on it is collected, which nobody is told of.
    files.compare(2);
    Object.assign(prototype, { prepare, exec, close });
    Object.assign(statements, { run, all });
    files.close();
  };
}

/** The two files of a database as they were when they were looked at last. */
class DatabaseFiles {
  readonly #database: Followed;
  readonly #log: Followed;
  #isNewLog = false;

  constructor(
    private readonly recorder: Recorder,
    private readonly path: string,
  ) {
    this.#database = new Followed(recorder, path);
    this.#log = new Followed(recorder, `${path}-wal`);
  }

  /** Notes what changed since, with the syncs of a connection of that level: 0 never, 1 before the log is cleared, 2 at each commit. */
  compare(level: number): void {
    const had = this.#log.node;
    const log = this.#log.changes((at) => (at < LOG_HEAD ? LOG_HEAD - at : FRAME - ((at - LOG_HEAD) % FRAME)));
    if (this.#log.node !== had && this.#log.node !== null) this.#isNewLog = true;
    const head = log.filter(({ at }) => at < LOG_HEAD);
    const frames = log.filter(({ at }) => at >= LOG_HEAD);
    const database = this.#database.changes(() => PAGE);
    // A log begins anew only once all of it is in the database: whoever cleared it away has done so before.
    if (head.length > 0 && database.length > 0) this.#write(this.#database, database.splice(0), level >= 1);
    if (head.length > 0) this.#write(this.#log, head, level >= 1);
    if (frames.length > 0) this.#write(this.#log, frames, level >= 2 || (level >= 1 && database.length > 0));
    if (database.length > 0) this.#write(this.#database, database, level >= 1);
    this.#log.noteRemoval();
  }

  close(): void {
    this.#database.close();
    this.#log.close();
  }

  #write(file: Followed, changes: Change[], isSynced: boolean): void {
    const { node } = file;
    if (node === null) throw new Error(`${this.path} changed before it was there`);
    for (const { at, bytes } of changes) this.recorder.push({ kind: "write", node, at, bytes });
    if (!isSynced) return;
    this.recorder.push({ kind: "sync", node, upTo: this.recorder.operations.length });
    if (file !== this.#log || !this.#isNewLog) return;
    // With the first sync of a new log goes one of its folder.
    this.#isNewLog = false;
    const folder = this.recorder.find(statSync(dirname(this.path), { bigint: true }));
    if (folder !== null) this.recorder.push({ kind: "sync", node: folder, upTo: this.recorder.operations.length });
  }
}

interface Change {
  at: number;
  bytes: Buffer;
}

/** A file that somebody else writes. */
class Followed {
  node: NodeId | null = null;
  #descriptor: number | null = null;
  #content: Buffer = Buffer.alloc(0);
  #removal: (() => void) | null = null;

  constructor(
    private readonly recorder: Recorder,
    private readonly path: string,
  ) {}

  /** What changed since the last time, in units whose length `unit` says for their place. */
  changes(unit: (at: number) => number): Change[] {
    const stat = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined || (this.node !== null && this.recorder.find(stat) !== this.node)) this.#letGo();
    if (stat === undefined) return [];
    // Another file has the name by now.
    this.noteRemoval();
    if (this.#descriptor === null) this.#open();
    // Never closed while the database is open: that would let go of the locks of this process on it.
    const now = readAll(this.#descriptor ?? -1);
    const changes: Change[] = [];
    for (let at = 0; at < now.length; at += unit(at)) {
      const end = Math.min(now.length, at + unit(at));
      if (end <= this.#content.length && now.compare(this.#content, at, end, at, end) === 0) continue;
      changes.push({ at, bytes: Buffer.from(now.subarray(at, end)) });
    }
    if (now.length < this.#content.length && this.node !== null) {
      this.recorder.push({ kind: "resize", node: this.node, size: now.length });
    }
    this.#content = now;
    return changes;
  }

  /** Notes that the file is gone, once what took it away has been noted. */
  noteRemoval(): void {
    this.#removal?.();
    this.#removal = null;
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #open(): void {
    const known = this.recorder.findAt(this.path);
    this.#descriptor = openSync(this.path, "r");
    if (known === null) this.recorder.created(this.path, { isEmpty: true });
    this.node = this.recorder.findAt(this.path);
    // What changed since recording began, and before anybody looked here, is a change like others.
    const before = this.recorder.recording.before.get(this.node ?? -1);
    if (before?.is === "file") this.#content = before.bytes;
  }

  #letGo(): void {
    if (this.node === null) return;
    const place = this.recorder.place(this.path);
    const descriptor = this.#descriptor;
    if (place !== null) {
      this.#removal = () => {
        this.recorder.push({ kind: "remove", place });
        if (descriptor === null) return;
        this.recorder.forget(fstatSync(descriptor, { bigint: true }));
        closeSync(descriptor);
      };
    }
    this.#descriptor = null;
    this.node = null;
    this.#content = Buffer.alloc(0);
  }
}

function readAll(descriptor: number): Buffer {
  const size = fstatSync(descriptor).size;
  const content = Buffer.alloc(size);
  for (let at = 0; at < size;) {
    const count = readSync(descriptor, content, at, size - at, at);
    if (count === 0) return content.subarray(0, at);
    at += count;
  }
  return content;
}
