import { Mutex, withTimeout } from "async-mutex";
import { AppError } from "@/lib/core/errors";
import type { Access } from "@/lib/db/connection-adapter";
import type { Connection } from "@/lib/db/connection";
import { setTimeout as wait } from "node:timers/promises";

/** A healthy transaction takes milliseconds; who cannot get in for this long should be told. */
export const PATIENCE_MS = 10_000;

/** What is said when the lock cannot be had. */
export function locked(): AppError {
  return new AppError("busy", "Another process keeps the database locked.", {
    hint: "Try again in a moment; nothing was changed.",
  });
}

/**
 * Who may use the one connection that writes when. A transaction has it to itself from its first statement to its last; others wait
 * meanwhile, in the order in which they came.
 */
export class Turns {
  readonly #mutex = new Mutex();
  readonly #patient = withTimeout(this.#mutex, PATIENCE_MS, locked());
  /** Whether a transaction is open; whatever belongs to one that is over does nothing any more. */
  #isOpen = false;

  constructor(private readonly connection: Connection) {}

  /** For statements of the transaction that is open. A full disk ends one by itself: what came then would be committed at once. */
  readonly inside: Access = {
    use: (work) => {
      if (!this.#isOpen || !this.connection.isInTransaction)
        return Promise.reject(new Error("the transaction is over"));
      return Promise.resolve().then(work);
    },
    begin: () => {
      this.connection.script("SAVEPOINT inner");
      return Promise.resolve({
        commit: () => this.connection.script("RELEASE inner"),
        rollback: () => this.connection.script("ROLLBACK TO inner; RELEASE inner"),
      });
    },
  };

  /**
   * Runs `work` alone among all processes, in a transaction that has SQLite's write lock from its first moment. Throws that the
   * database is locked where another process has it, before `work` begins; and takes all of it back when `work` throws or
   * takes longer than `limit` milliseconds. `onCommit` is called before the next one may begin.
   */
  async take<T>(work: () => Promise<T>, limit: number, onCommit?: () => void): Promise<T> {
    const release = await this.#patient.acquire();
    try {
      this.connection.script("BEGIN IMMEDIATE");
      this.#isOpen = true;
      const working = work();
      try {
        const answer = await within(working, limit);
        this.#isOpen = false;
        this.#commit();
        onCommit?.();
        return answer;
      } catch (error) {
        this.#isOpen = false;
        // None of its statements may run in the next one.
        await working.catch(() => undefined);
        this.#rollback();
        throw error;
      }
    } finally {
      release();
    }
  }

  /** Runs `work` between two transactions. */
  between<T>(work: () => T): Promise<T> {
    return this.#mutex.runExclusive(work);
  }

  /** Closes the connection after everybody who has it or waits for it now. */
  close(): Promise<void> {
    return this.#mutex.runExclusive(() => this.connection.close());
  }

  #commit(): void {
    try {
      this.connection.execute("COMMIT");
    } catch (error) {
      // Nobody else ends what could not be committed.
      this.#rollback();
      throw error;
    }
  }

  /** A full disk ends a transaction by itself: then there is nothing to take back. */
  #rollback(): void {
    if (this.connection.isInTransaction) this.connection.script("ROLLBACK");
  }
}

/** What a promise resolves to; throws where that takes longer than `limit` milliseconds. */
export async function within<T>(work: Promise<T>, limit: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the transaction took longer than ${limit} ms`)), limit);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds between two attempts where SQLite keeps everybody out, as while it finishes what another process left behind. */
const RETRY_MS = 5;

/**
 * The connection for what is asked outside of a transaction. Each statement sees what was committed before it, and so does each of
 * several that belong together, which have the connection to themselves.
 */
export class Reads implements Access {
  readonly #mutex = new Mutex();

  constructor(private readonly connection: Connection) {}

  use<T>(work: () => T): Promise<T> {
    return this.#mutex.runExclusive(() => unlessKeptOut(work));
  }

  async begin(): ReturnType<Access["begin"]> {
    const release = await this.#mutex.acquire();
    const end = (sql: string) => {
      try {
        this.connection.script(sql);
      } finally {
        release();
      }
    };
    try {
      this.connection.script("BEGIN");
    } catch (error) {
      release();
      throw error;
    }
    return { commit: () => end("COMMIT"), rollback: () => end("ROLLBACK") };
  }

  /** Closes the connection after everybody who has it or waits for it now. */
  close(): Promise<void> {
    return this.#mutex.runExclusive(() => this.connection.close());
  }
}

async function unlessKeptOut<T>(work: () => T): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!String(error).includes("SQLITE_BUSY") || performance.now() > deadline) throw error;
    }
    await wait(RETRY_MS);
  }
}
