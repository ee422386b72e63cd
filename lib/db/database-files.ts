import { statSync, type Stats } from "node:fs";
import { writeFile } from "node:fs/promises";
import { AppError } from "@/lib/core/errors";

/** The ending of an empty file whose time says when Wardroom last made the database smaller. */
const SHRUNK = ".shrunk";
/** From the word to the deed at most. Milliseconds. */
const SHRINKING_MS = 10_000;

/** A file as it was when it was sound, and when that was. */
interface Mark {
  ino: number;
  dev: number;
  size: number;
  at: number;
}

/**
 * Tells whether the files that a connection has open are still the ones at its path: a database that was deleted, moved,
 * replaced or cut short goes on answering as if nothing had happened, and is gone after a restart.
 */
export class DatabaseFiles {
  readonly #seen = new Map<string, Mark>();

  constructor(private readonly path: string) {}

  /** Says, to every process that looks, that what makes the files smaller now is Wardroom itself. */
  async announceShrinking(): Promise<void> {
    await writeFile(`${this.path}${SHRUNK}`, "", { mode: 0o600 });
  }

  /** The files are another connection's from now on. */
  forget(): void {
    this.#seen.clear();
  }

  /** What is wrong with the files, as a sentence, or null. Costs two looks at a folder entry. */
  fault(): string | null {
    return this.#look(this.path, "The database") ?? this.#look(`${this.path}-wal`, "The database's log");
  }

  /** Throws `busy` where something is wrong. */
  assertSound(): void {
    const fault = this.fault();
    if (fault === null) return;
    throw new AppError("busy", `${fault} No change is accepted.`, {
      hint: "Put the file back where it was, or restart Wardroom; what is in the files of the projects is safe.",
    });
  }

  #look(path: string, name: string): string | null {
    const now = statSync(path, { throwIfNoEntry: false });
    const before = this.#seen.get(path);
    if (before === undefined) {
      if (now !== undefined) this.#seen.set(path, markOf(now));
      return null;
    }
    if (now === undefined) return `${name} was deleted or moved while Wardroom runs.`;
    if (now.ino !== before.ino || now.dev !== before.dev)
      return `${name} was replaced by another file while Wardroom runs.`;
    if (now.size < before.size && !this.#isMeant(before.at)) return `${name} was cut short while Wardroom runs.`;
    before.size = now.size;
    before.at = Date.now();
    return null;
  }

  /** Whether Wardroom has said that it makes the files smaller, since a look that found them sound or right before it. */
  #isMeant(lookedAt: number): boolean {
    const said = statSync(`${this.path}${SHRUNK}`, { throwIfNoEntry: false });
    return said !== undefined && said.mtimeMs > lookedAt - SHRINKING_MS;
  }
}

function markOf({ ino, dev, size }: Stats): Mark {
  return { ino, dev, size, at: Date.now() };
}
