import { setTimeout as wait } from "node:timers/promises";
import { Mutex } from "async-mutex";
import type { Connection } from "@/lib/db/connection";
import type { Access } from "@/lib/db/connection-adapter";
import { PATIENCE_MS } from "@/lib/db/turns";

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
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!String(error).includes("SQLITE_BUSY") || Date.now() > deadline) throw error;
    }
    await wait(RETRY_MS);
  }
}
