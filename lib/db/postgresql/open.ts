import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import type { Database, PoolUse, Queries } from "@/lib/db/database";
import type { Bound } from "@/lib/db/direct";
import type { PrismaClient } from "@/lib/db/generated/client";
import { PrismaClient as PostgresqlClient } from "@/lib/db/generated/postgresql/client";
import { describePlace, placeOf, type Place } from "@/lib/db/postgresql/address";
import { CommitTeller, watchCommits } from "@/lib/db/postgresql/commits";
import { explain } from "@/lib/db/postgresql/explain";
import { insidePool } from "@/lib/db/postgresql/inside-pool";
import { migratePostgresql } from "@/lib/db/postgresql/migrate";
import { OwnTurns } from "@/lib/db/postgresql/own-turns";
import { SharedClock } from "@/lib/db/postgresql/shared-clock";
import { asQuery, nameOf, POSTGRESQL, together } from "@/lib/db/postgresql/statements";
import { Writer } from "@/lib/db/postgresql/writer";
import type { Seals } from "@/lib/db/seals";
import { directOn, extended } from "@/lib/db/touch-rows";
import { PATIENCE_MS } from "@/lib/db/turns";

/** Connections for queries outside of a transaction, which wait for none. One more writes, one more listens. */
const READERS = 2;

const NOW = `CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint)`;

const TAKE_TURN = `
  INSERT INTO "Lock" ("id", "turn") VALUES (1, 1) ON CONFLICT ("id") DO UPDATE SET "turn" = "Lock"."turn" + 1
  RETURNING "turn", ${NOW}`;
/** Waits for whoever writes, as one who writes does. */
const LOCK_TURN = `SELECT "turn" FROM "Lock" WHERE "id" = 1 FOR UPDATE`;
const LAST_TURN = `SELECT "turn" FROM "Lock" WHERE "id" = 1`;

/**
 * Opens the PostgreSQL database at `url`, brought to the newest migration of `folder`. Throws in a sentence where it does not
 * answer, lets nobody in, is too old, or holds something else.
 */
export async function openPostgresql(url: string, folder: string, seals: Seals): Promise<Database> {
  const place = placeOf(url);
  const connection = { connectionString: url, application_name: "wardroom", keepAlive: true };
  const clock = new SharedClock();
  const schema = await prepare(connection, { folder, place, clock });
  const patient = { ...connection, connectionTimeoutMillis: PATIENCE_MS };
  const readers = openPool({ ...patient, max: READERS });
  const writers = openPool({ ...patient, max: 1, pipeline: true });
  const writer = new Writer(writers, place);
  const explained = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw explain(error, place);
    }
  };
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
  return {
    queries: client,
    seals,
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
        const answer = await writer.take(asQuery(TAKE_TURN, []), decide, {
          limit,
          // What takes long may compute for long.
          ...(isLong && { pause: limit }),
          onCommit: () => {
            own.committed();
            seals.committed();
          },
        });
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
    watch: (onCommit, onWord = () => undefined) => watchCommits({ connection, name, lastTurn, onCommit, onWord }),
    tell: (word) => teller.say(word),
    fault: () =>
      lastTurn().then(
        () => null,
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
    close: async () => {
      await teller.close();
      await Promise.all([client.$disconnect(), inside.$disconnect()]);
      await Promise.all([readers.end(), writers.end()]);
    },
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

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(Object.assign({ ...config }, { onConnect: setUp }));
  // One that broke while nobody used it is replaced by the next that is needed.
  pool.on("error", () => undefined);
  return pool;
}

/** Prisma writes moments without their zone; and a role or a database may be set to answer a COMMIT before it is durable. */
async function setUp(client: pg.ClientBase): Promise<void> {
  await client.query(`SET TIME ZONE 'UTC'; SET lock_timeout = ${PATIENCE_MS};
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`);
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
  for (const { name } of rows) await pool.query(`VACUUM (FULL) ${name}`);
}
