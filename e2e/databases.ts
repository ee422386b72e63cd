import { randomBytes } from "node:crypto";
import pg from "pg";
import { startPostgresql } from "../scripts/postgresql.mjs";

/** Where the address of the run's PostgreSQL is; a run on files has none. Another one than its own may be named there. */
const ADMIN = "WARDROOM_TEST_POSTGRESQL";

/** `WARDROOM_TEST_DATABASE=postgresql` has the servers of the journeys keep their history in PostgreSQL: it starts one for the whole run. */
export default async function startDatabases(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["WARDROOM_TEST_DATABASE"] !== "postgresql" || process.env[ADMIN] !== undefined) return undefined;
  const own = await startPostgresql();
  // The processes that run the tests are started with it.
  process.env[ADMIN] = own.url("postgres");
  return () => own.stop();
}

/** A database of one test: what its server has to be told, and its end. */
export interface TestDatabase {
  env: Record<string, string>;
  drop(): Promise<void>;
}

/** An empty one, of the kind that this run is about. A file is where the server has its data, and goes with that. */
export async function makeDatabase(): Promise<TestDatabase> {
  const admin = process.env[ADMIN];
  if (process.env["WARDROOM_TEST_DATABASE"] !== "postgresql" || admin === undefined) {
    return { env: {}, drop: () => Promise.resolve() };
  }
  const name = `wardroom_journey_${randomBytes(6).toString("hex")}`;
  await run(admin, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING UTF8`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { env: { DATABASE_URL: url.href }, drop: () => run(admin, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function run(admin: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
