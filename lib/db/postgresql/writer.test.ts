import pg from "pg";
import { expect, it } from "vitest";
import { placeOf } from "@/lib/db/postgresql/address";
import { asQuery } from "@/lib/db/postgresql/statements";
import { Writer } from "@/lib/db/postgresql/writer";
import { makePostgresql, runOnPostgresql } from "@/lib/db/testing/make-database.fixture";

const STANDING_STILL = `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`;

it("says that a transaction was taken back because this process stood still, and goes on with the next", async () => {
  const { environment, drop } = await makePostgresql();
  const address = environment.DATABASE_URL;
  const pool = new pg.Pool({ connectionString: address, max: 1 });
  pool.on("error", () => undefined);
  const writer = new Writer(pool, pool, placeOf(address));
  const one = asQuery("SELECT 1", []);
  const standStill = async () => {
    await expect.poll(async () => (await runOnPostgresql(address, STANDING_STILL))[0]?.["n"]).toBe(0);
    await writer.client.query(one);
  };
  await expect(writer.take(one, standStill, { limit: 60_000, pause: 20 })).rejects.toMatchObject({
    code: "busy",
    message: "PostgreSQL broke off what took too long, or stood still in the middle of a change.",
  });
  expect(await writer.take(one, (first) => Promise.resolve(first), { limit: 60_000 })).toEqual([[1n]]);
  await pool.end();
  await drop();
});
