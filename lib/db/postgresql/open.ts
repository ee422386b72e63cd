import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import type { Database, PoolUse, Queries } from "@/lib/db/database";
import { type Bound, together } from "@/lib/db/direct";
import type { PrismaClient } from "@/lib/db/generated/client";
import { PrismaClient as PostgresqlClient } from "@/lib/db/generated/postgresql/client";
import { describePlace, placeOf, type Place } from "@/lib/db/postgresql/address";
import { Claims, type Claim } from "@/lib/db/postgresql/claims";
import { explain } from "@/lib/db/postgresql/explain";
import { migratePostgresql } from "@/lib/db/postgresql/migrate";
import { Lineage } from "@/lib/db/postgresql/lineage";
import { SessionOwners } from "@/lib/db/postgresql/owners";
import { OwnTurns } from "@/lib/db/postgresql/own-turns";
import { openPool, Pulse } from "@/lib/db/postgresql/pool";
import { SharedClock } from "@/lib/db/postgresql/shared-clock";
import { asQuery, nameOf, POSTGRESQL } from "@/lib/db/postgresql/statements";
import { Writer } from "@/lib/db/postgresql/writer";
import type { Seals } from "@/lib/db/seals";
import { directOn, extended } from "@/lib/db/touch-rows";
import { PATIENCE_MS } from "@/lib/db/turns";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

/** What Prisma says to begin and to end a transaction, and what is said in one that is open already. */
const INNER: Record<string, string> = {
  BEGIN: "SAVEPOINT wardroom",
  COMMIT: "RELEASE SAVEPOINT wardroom",
  ROLLBACK: "ROLLBACK TO SAVEPOINT wardroom; RELEASE SAVEPOINT wardroom",
};

type Asked = string | pg.QueryConfig;

/** A pool as Prisma wants one, each connection of which is that of the transaction that is open. */
function insidePool(writer: Writer): pg.Pool {
  const pool = new pg.Pool();
  const query = async (asked: Asked) => {
    const text = typeof asked === "string" ? asked : asked.text;
    const inner = INNER[text.trim()];
    return inner === undefined ? writer.client.query(asked) : writer.client.query(inner);
  };
  const client = { query, release: () => undefined, on: () => undefined, removeListener: () => undefined };
  return Object.assign(pool, { query, connect: () => Promise.resolve(client) });
}

/** Commits come in bursts; one word of them, and one look, answers them all. Milliseconds. */
const PAUSE_MS = 5;

/** What was not heard is found by a look at the last turn. Milliseconds. */
const LOOK_EVERY_MS = 2_000;

/** Until a connection that broke is made anew. Milliseconds. */
const RETRY_MS = 500;

const CHANNEL = "wardroom";

const WORDS = "wardroom_words";

/** Words that wait while the database does not answer; later ones are not said. */
const MOST_WAITING = 100;

/** What PostgreSQL takes at once, with room for the name. Bytes. */
const LONGEST_WORD = 7_000;

/** Tells other servers that something was committed, a hint: at once for the first of a burst and once for the rest. And passes words on. */
class CommitTeller {
  #timer: NodeJS.Timeout | null = null;
  #telling: Promise<void> = Promise.resolve();
  #saying: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** `name` tells whoever listens whether it was its own process. */
  constructor(
    private readonly pool: pg.Pool,
    private readonly name: string,
  ) {}

  tell(): void {
    this.#timer ??= setTimeout(() => this.#send(), PAUSE_MS);
  }

  /** Passes a word on after those before it. It is lost where too many wait, and when this ends: nobody may rely on one. */
  say(word: string): void {
    if (this.#waiting === MOST_WAITING || Buffer.byteLength(word) > LONGEST_WORD) return;
    this.#waiting++;
    const said = () => this.pool.query("SELECT pg_notify($1, $2)", [WORDS, `${this.name} ${word}`]);
    this.#saying = this.#saying
      .then(said)
      .catch(() => undefined)
      .then(() => {
        this.#waiting--;
      });
  }

  /** Tells of what was committed and not told yet. */
  async close(): Promise<void> {
    if (this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#send();
    }
    await this.#telling;
  }

  #send(): void {
    this.#timer = null;
    this.#telling = this.pool.query(`NOTIFY ${CHANNEL}, '${this.name}'`).then(
      () => undefined,
      // Whoever was to hear it looks by itself.
      () => undefined,
    );
  }
}

/**
 * Calls back when another server may have committed, until closed: when it says so, and where that was not heard, within two seconds.
 * `onCommit` never rejects; `close` waits for it. It is called once at the beginning. A connection that breaks is made again. `onWord`
 * hears what other servers say meanwhile.
 */
function watchCommits({
  connection,
  name,
  lastTurn,
  onCommit,
  onWord,
}: {
  connection: pg.ClientConfig;
  name: string;
  lastTurn: () => Promise<number>;
  onCommit: () => Promise<void>;
  onWord: (word: string) => void;
}): { close(): Promise<void> } {
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let answered = Promise.resolve();
  let seen = -1;
  const tell = () => {
    answered = Promise.all([answered, onCommit()]).then(() => undefined);
  };
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tell();
    }, PAUSE_MS);
  };
  const look = setInterval(() => {
    void lastTurn().then(
      (turn) => {
        if (turn !== seen) soon();
        seen = turn;
      },
      () => undefined,
    );
  }, LOOK_EVERY_MS);
  let client: pg.Client | null = null;
  const listen = async (): Promise<void> => {
    const own = new pg.Client(connection);
    client = own;
    own
      .on("notification", ({ channel, payload = "" }) => {
        const [by] = payload.split(" ", 1);
        if (by === name) return;
        if (channel === WORDS) onWord(payload.slice(payload.indexOf(" ") + 1));
        else soon();
      })
      .on("error", () => undefined);
    own.once("end", () => {
      if (!ended.signal.aborted) void again();
    });
    await own.connect();
    await own.query(`LISTEN ${CHANNEL}; LISTEN ${WORDS}`);
    soon();
  };
  const again = async (): Promise<void> => {
    await wait(RETRY_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    if (!ended.signal.aborted) await listen().catch(() => client?.end().catch(() => undefined));
  };
  const listening = listen().then(
    () => undefined,
    () => client?.end().catch(() => undefined),
  );
  return {
    close: async () => {
      ended.abort();
      clearInterval(look);
      await listening;
      await client?.end().catch(() => undefined);
      clearTimeout(timer);
      await answered;
    },
  };
}

/** A large table takes its time to be written anew. */
const HOUR_MS = 3_600_000;

/** Connections for queries outside of a transaction, which wait for none. One more writes, one more listens. */
const READERS = 2;

const NOW = `CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint)`;

const TAKE_TURN = `
  INSERT INTO "Lock" ("id", "turn") VALUES (1, 1) ON CONFLICT ("id") DO UPDATE SET "turn" = "Lock"."turn" + 1
  RETURNING "turn", ${NOW}, pg_current_xact_id()`;
/** Waits for whoever writes, as one who writes does. */
const LOCK_TURN = `SELECT "turn", pg_current_xact_id() FROM "Lock" WHERE "id" = 1 FOR UPDATE`;
const LAST_TURN = `SELECT "turn" FROM "Lock" WHERE "id" = 1`;

/**
 * Opens the PostgreSQL database at `url`, brought to the newest migration of `folder`. Throws in a sentence where it does not
 * answer, lets nobody in, is too old, or holds something else, and where another process uses what is `claimed`.
 */
export async function openPostgresql(
  url: string,
  folder: string,
  seals: Seals,
  claimed: readonly Claim[] = [],
): Promise<Database> {
  const place = placeOf(url);
  const connection = { connectionString: url, application_name: "wardroom", keepAlive: true };
  const clock = new SharedClock();
  const schema = await prepare(connection, { folder, place, clock });
  const pulse = new Pulse(connection);
  const lineage = new Lineage();
  const readers = openPool({ ...connection, max: READERS }, pulse, (client) => lineage.compare(client));
  const claims = new Claims(claimed);
  const named = { ...connection, application_name: `Wardroom on ${hostname()}` };
  // What is claimed is held by this connection, which therefore stays.
  const writing = { ...named, max: 1, idleTimeoutMillis: 0 };
  const writers = openPool(writing, pulse, async (client) => {
    await lineage.compare(client);
    await claims.take(client);
    await owners.named(client);
  });
  const claim = async () => {
    if (claimed.length > 0 && writers.totalCount === 0) (await writers.connect()).release();
  };
  const writer = new Writer(writers, readers, place);
  const explained = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw explain(error, place);
    }
  };
  const owners = new SessionOwners(writer, readers, explained);
  const client = queriesOn(readers, (sql, args) => readers.query(asQuery(sql, args)), { schema, explained });
  const inside = queriesOn(insidePool(writer), (sql, args) => writer.client.query(asQuery(sql, args)), {
    schema,
    explained,
    seals,
  });
  const name = randomUUID();
  const teller = new CommitTeller(readers, name);
  const lastTurn = async () => turnIn((await explained(readers.query(asQuery(LAST_TURN, [])))).rows);
  const own = new OwnTurns();
  const close = async () => {
    await teller.close();
    await Promise.all([client.$disconnect(), inside.$disconnect()]);
    await Promise.all([readers.end(), writers.end()]);
  };
  await explained(claim()).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  // What PostgreSQL let go of, as when it was restarted, is claimed again before somebody has to write.
  const look = async () => {
    await claim();
    return lastTurn();
  };
  return {
    queries: client,
    seals,
    owners,
    // PostgreSQL answers a COMMIT once it outlasts a power cut.
    settled: () => Promise.resolve(),
    transaction: async (work, { isLong = false } = {}) => {
      const limit = (isLong ? 360 : 10) * PATIENCE_MS;
      const compare = clock.ask();
      const decide = async (first: unknown[][]) => {
        compare(Number(first[0]?.[1]));
        const answer = await seals.during(inside.direct, turnIn(first), () => work(inside, turnIn(first)));
        own.ending(turnIn(first));
        return answer;
      };
      try {
        const onCommit = () => {
          own.committed();
          seals.committed();
        };
        // What takes long may compute for long.
        const how = { limit, onCommit, ...(isLong && { pause: limit }) };
        const take = () => writer.take(asQuery(TAKE_TURN, []), decide, how);
        const answer = await (isLong ? pulse.unhurried(take) : take());
        teller.tell();
        return answer;
      } catch (error) {
        own.takenBack();
        throw error;
      }
    },
    locked: (work) => writer.take(asQuery(LOCK_TURN, []), (first) => work(turnIn(first)), { limit: PATIENCE_MS }),
    version: async () => {
      const turn = await lastTurn();
      return turn - own.upTo(turn);
    },
    changes: lastTurn,
    watch: (onCommit, onWord = () => undefined) => watchCommits({ connection, name, lastTurn: look, onCommit, onWord }),
    tell: (word) => teller.say(word),
    whenReplaced: (tell) => lineage.whenReplaced(tell),
    fault: () =>
      lastTurn().then(
        () => claims.refusal?.message ?? null,
        () => `PostgreSQL does not answer: ${describePlace(place)}.`,
      ),
    rescue: null,
    wipe: async () => {
      await explained(rewriteTables(writers));
      return LOGGED;
    },
    size: async () => Number((await client.direct.all("SELECT pg_database_size(current_database())"))[0]?.[0]),
    clockOffset: () => clock.offset,
    pools: () => [useOf("read", readers), useOf("write", writers)],
    close,
  };
}

/** What a rewritten table leaves behind, which only who runs the database can remove. */
const LOGGED = [
  "PostgreSQL's log of changes (pg_wal), until its files are used again, with every archive, standby and backup made of it; and its own log, where it writes down statements",
];

function turnIn(rows: unknown[][]): number {
  return Number(rows[0]?.[0] ?? 0);
}

/** Brings the database up to date and answers the name of the schema that its tables are in. */
async function prepare(
  connection: pg.ClientConfig,
  { folder, place, clock }: { folder: string; place: Place; clock: SharedClock },
): Promise<string> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: PATIENCE_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await migratePostgresql(client, folder, place);
    const compare = clock.ask();
    const { rows } = await client.query<{ schema: string; now: string }>(
      `SELECT current_schema() AS "schema", ${NOW} AS "now"`,
    );
    compare(Number(rows[0]?.now));
    return rows[0]?.schema ?? "public";
  } catch (error) {
    throw explain(error, place);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function useOf(use: PoolUse["use"], { totalCount, idleCount, waitingCount }: pg.Pool): PoolUse {
  return { use, total: totalCount, idle: idleCount, waiting: waitingCount };
}

/** Prisma's client and our own statements on connections, what both fail with told by `explained`. */
function queriesOn(
  pool: pg.Pool,
  ask: (sql: string, args: readonly Bound[]) => Promise<pg.QueryArrayResult>,
  {
    schema,
    explained,
    seals = null,
  }: { schema: string; explained: <T>(work: Promise<T>) => Promise<T>; seals?: Seals | null },
): Queries & { $disconnect(): Promise<void> } {
  const adapter = new PrismaPg(pool, { schema, statementNameGenerator: ({ sql }) => nameOf(sql) ?? "" });
  // The client of the other engine was made from the same models.
  const client = new PostgresqlClient({ adapter }) as unknown as PrismaClient;
  const direct = directOn(seals, POSTGRESQL, {
    all: (sql, ...args) => explained(asked(() => ask(sql, args)).then(({ rows }) => rows)),
    run: (sql, ...rows) =>
      explained(Promise.all(together(sql, rows).map((each) => asked(() => ask(...each)))).then(() => undefined)),
  });
  return Object.assign(extended(client, { explained, seals, direct }), { direct });
}

/** As a promise also where it throws at once. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  return work();
}

/** Has PostgreSQL write every table anew, so that its files hold nothing of what was deleted or replaced. */
async function rewriteTables(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS "name" FROM pg_tables WHERE schemaname = current_schema()`,
  );
  for (const { name } of rows)
    await pool.query(Object.assign({ text: `VACUUM (FULL) ${name}` }, { query_timeout: HOUR_MS }));
}
