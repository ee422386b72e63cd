import { Mutex, withTimeout } from "async-mutex";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { explain, isConnectionLost, isMute, unknownEnd } from "@/lib/db/postgresql/explain";
import type { Place } from "@/lib/db/postgresql/address";
import { locked, within } from "@/lib/db/turns";

/** Milliseconds between two attempts to reach PostgreSQL, as while it starts anew. */
const RETRY_MS = 100;
/** A PostgreSQL that is away, as while it starts anew, is waited for so long, and a turn a little longer. Milliseconds. */
const AWAY_MS = 6_000;
const TURN_MS = 7_000;
/** A process that stands still for this long between two statements loses its transaction: others wait a little longer for the lock. */
const LONGEST_PAUSE_MS = 4_000;

/** The history to which PostgreSQL's transaction numbers belong: a different one once a standby took over or a backup was restored. */
const HISTORY = `
  SELECT system_identifier || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) AS "history" FROM pg_control_system()`;
const FATE = `SELECT pg_xact_status(CAST($1 AS xid8)) AS "fate", "history" FROM (${HISTORY}) AS "Own"`;

/** The one connection of this process that writes: a transaction has it to itself, and others wait in the order in which they came. */
export class Writer {
  readonly #turns = withTimeout(new Mutex(), TURN_MS, locked());
  #client: pg.PoolClient | null = null;
  /** When PostgreSQL was first found away, until it answers again. */
  #awaySince: number | null = null;
  /** Why PostgreSQL closed connections, where it said so while nothing was asked of them. */
  readonly #closed = new WeakMap<pg.PoolClient, Error>();
  /** The history that a connection writes to, if PostgreSQL reveals it. */
  readonly #histories = new WeakMap<pg.PoolClient, Promise<string | null>>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly readers: pg.Pool,
    private readonly place: Place,
  ) {}

  /** The connection of the transaction that is open; whatever belongs to one that is over does nothing any more. */
  get client(): pg.PoolClient {
    if (this.#client === null) throw new Error("the transaction is over");
    return this.#client;
  }

  /**
   * Runs `work` in a transaction that begins with a statement by which it waits for its turn among all processes: what that
   * answers is given to `work`, and its last column is the number of the transaction. If a COMMIT is not answered, PostgreSQL is asked by that number
   * whether it took effect; `outcome_unknown` is thrown only if that cannot be found out within six seconds. All of it is taken back when `work` throws or takes longer than `limit` milliseconds, or the process
   * stands still meanwhile for longer than `pause`. Waits for a server that does not answer until that has been away for six seconds. `onCommit` is called before
   * the next transaction may begin.
   */
  async take<T>(
    statement: pg.QueryConfig,
    work: (first: unknown[][]) => Promise<T>,
    { limit, pause = LONGEST_PAUSE_MS, onCommit }: { limit: number; pause?: number; onCommit?: () => void },
  ): Promise<T> {
    return this.#turns.runExclusive(async () => {
      const { client, first } = await this.#begin(statement, pause);
      this.#client = client;
      const working = work(first);
      let until = 0;
      try {
        const answer = await within(working, limit);
        this.#client = null;
        until = performance.now() + AWAY_MS;
        const { command } = await client.query("COMMIT");
        // After a statement that failed, COMMIT takes everything back, and does not call that an error.
        if (command !== "COMMIT") throw new Error("a statement of the transaction had failed: it was taken back");
        client.release();
        onCommit?.();
        return answer;
      } catch (error) {
        this.#client = null;
        // None of its statements may run in the next one.
        await working.catch(() => undefined);
        await rollBack(client, error);
        const isEnding = until > 0 && isConnectionLost(error);
        const stands = isEnding && (await this.#stands(String(first[0]?.at(-1)), this.#histories.get(client), until));
        if (stands === null) throw unknownEnd(error);
        if (!stands) throw explain(this.#closed.get(client) ?? error, this.place);
        onCommit?.();
        return working;
      }
    });
  }

  /** Runs `work` on the connection that writes, outside of transactions. */
  async aside<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    return this.#turns.runExclusive(async () => {
      const client = await this.pool.connect().catch((error: unknown) => {
        throw explain(error, this.place);
      });
      try {
        const answer = await work(client);
        client.release();
        return answer;
      } catch (error) {
        client.release(error instanceof Error ? error : true);
        throw explain(error, this.place);
      }
    });
  }

  /** Whether the transaction of that number was committed; null if that cannot be found out before `until`. */
  async #stands(number: string, history: Promise<string | null> | undefined, until: number): Promise<boolean | null> {
    for (;;) {
      try {
        const { rows } = await this.readers.query<{ fate: string; history: string }>(FATE, [number]);
        const [found] = rows;
        if (found?.history !== (await history)) return null;
        if (found?.fate !== "in progress") return found?.fate === "committed";
      } catch (error) {
        if (!isConnectionLost(error)) return null;
      }
      if (performance.now() > until) return null;
      await wait(RETRY_MS);
    }
  }

  async #begin(statement: pg.QueryConfig, pause: number): Promise<{ client: pg.PoolClient; first: unknown[][] }> {
    for (;;) {
      try {
        const begun = await this.#tryToBegin(statement, pause);
        this.#awaySince = null;
        return begun;
      } catch (error) {
        // Nothing has begun: a connection that broke meanwhile costs no more than another attempt.
        if (!isConnectionLost(error) || isMute(error)) throw explain(error, this.place);
        this.#awaySince ??= performance.now();
        // Of those who wait for their turn, not each waits anew.
        if (performance.now() > this.#awaySince + AWAY_MS) throw explain(error, this.place);
        await wait(RETRY_MS);
      }
    }
  }

  async #tryToBegin(statement: pg.QueryConfig, pause: number) {
    const client = await this.pool.connect();
    if (!this.#histories.has(client)) {
      // A connection that breaks while nothing is asked of it says so here, first of all why.
      client.on("error", (error) => {
        if (!this.#closed.has(client)) this.#closed.set(client, error);
      });
      const asked = client.query<{ history: string }>(HISTORY);
      this.#histories.set(
        client,
        asked.then(({ rows }) => rows[0]?.history ?? null).catch(() => null),
      );
    }
    try {
      // Sent together, answered together. No lock outlives a process that stands still.
      const begun = client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${pause}`);
      const [, { rows }] = await Promise.all([begun, client.query(statement)]);
      return { client, first: rows as unknown[][] };
    } catch (error) {
      await rollBack(client, error);
      throw error;
    }
  }
}

async function rollBack(client: pg.PoolClient, error: unknown): Promise<void> {
  // Nobody hears it; PostgreSQL takes back what its connection is gone of.
  if (isMute(error)) {
    client.release(error as Error);
    return;
  }
  await client.query("ROLLBACK").then(
    () => client.release(),
    (error: unknown) => client.release(error instanceof Error ? error : true),
  );
}
