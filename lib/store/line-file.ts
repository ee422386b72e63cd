import { closeSync, fdatasync, fstatSync, openSync, statSync, writeSync } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { orMissing } from "@/lib/store/find-files";
import { syncFolder, synced } from "@/lib/store/make-folder";

const syncData = promisify(fdatasync);

/** What was appended is on the disk this long afterwards, whatever happens to the machine. Milliseconds. */
const SYNC_AFTER_MS = 1_000;

/**
 * A file of lines that several processes append to. A line that was appended outlives the process at once, and a power cut
 * a second later: nobody waits for a disk. A line cut short is followed by whole ones.
 */
export class LineFile {
  #descriptor: number | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(readonly path: string) {}

  /** Appends a line; false where that could not be done, as on a full disk. */
  append(line: string): boolean {
    try {
      this.#letGoOfAnother();
      // Begins with a line end: the line before may have been cut short, by whoever.
      const bytes = Buffer.from(`\n${line}\n`);
      this.#descriptor ??= openSync(this.path, "a", 0o600);
      if (writeSync(this.#descriptor, bytes) < bytes.length) return false;
    } catch (error) {
      if (error instanceof Error && "code" in error) return false;
      throw error;
    }
    this.#timer ??= setTimeout(() => void this.sync(), SYNC_AFTER_MS).unref();
    return true;
  }

  /** The lines, oldest first; none where there is no file. */
  async read(): Promise<string[]> {
    const text = await orMissing(readFile(this.path, "utf8"), "");
    return text.split("\n").filter((line) => line !== "");
  }

  /** Whether the path still names a file, and the one that is appended to; of one that cannot be looked at, nobody knows. */
  isThere(): boolean {
    try {
      const { ino, dev } = statSync(this.path);
      if (this.#descriptor === null) return true;
      const own = fstatSync(this.#descriptor);
      return own.ino === ino && own.dev === dev;
    } catch {
      return false;
    }
  }

  /** Replaces the whole file, durably; the one before is kept under another name when one is given. */
  async replace(lines: string[], before?: string): Promise<void> {
    const partial = `${this.path}.${process.pid}.partial`;
    await synced(partial, { flags: "w", mode: 0o600 }, (file) =>
      file.writeFile(lines.map((line) => `${line}\n`).join("")),
    );
    if (before !== undefined) {
      await orMissing(rename(this.path, before), undefined);
    }
    await rename(partial, this.path);
    await syncFolder(dirname(this.path));
    this.#letGoOfAnother();
  }

  /** Makes what was appended durable. */
  async sync(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    // What is closed meanwhile is synced by whoever closes it; a disk that fails has said so to the database.
    if (this.#descriptor !== null) await syncData(this.#descriptor).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.sync();
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  /** The file may have been deleted or replaced since it was opened: the next line goes to the one that is there. */
  #letGoOfAnother(): void {
    if (this.#descriptor === null || this.isThere()) return;
    closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}
