import { resolve } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { startPostgresql } from "../../../scripts/postgresql.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's PostgreSQL: the address of a database from which others are made, and the name of one that is migrated. */
    postgresql?: { admin: string; template: string };
  }
}

/** Makes a PostgreSQL ready for the tests of a run: that of `WARDROOM_TEST_POSTGRESQL`, or one of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env["WARDROOM_TEST_POSTGRESQL"];
  const own = named === undefined ? await startPostgresql() : null;
  const admin = named ?? own?.url("postgres") ?? "";
  const template = `wardroom_template_${process.pid}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: admin });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING UTF8`);
  const url = new URL(admin);
  url.pathname = `/${template}`;
  const database = await openDatabase(url.href, migrationsFolder(resolve(import.meta.dirname, "../../..")));
  await database.close();
  project.provide("postgresql", { admin, template });
  return async () => {
    if (own === null) await run(`DROP DATABASE ${template} WITH (FORCE)`);
    else await own.stop();
  };
}
