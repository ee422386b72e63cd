import fc from "fast-check";
import { expect, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { runOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import { openCutConnection, type Cut } from "@/lib/db/testing/cut-connection.fixture";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";
import { startPostgresql } from "../../../scripts/postgresql.mjs";

const ACTS = 6;
const POINT = fc.record({
  cut: fc.constantFrom<Cut>("held", "dropped", "unanswered", "ended"),
  at: fc.nat(ACTS - 1),
  others: fc.boolean(),
});

it("what became of a COMMIT whose answer did not come is found out: nothing twice, nothing lost, over 30 cut points", async () => {
  const server = await startPostgresql();
  const points = fc.sample(POINT, { numRuns: 30, seed: 51 });
  const ends = await Promise.all(
    points.map(async ({ cut, at, others }, index) => {
      const address = await server.create(`cut_${index}`);
      const way = await openCutConnection(address);
      const database = await openDatabase(way.url, migrationsFolder(PROJECT));
      const other = others ? await openDatabase(address, migrationsFolder(PROJECT)) : null;
      await runOnPostgresql(address, `CREATE TABLE "Act" ("n" bigint)`);
      const heard: (true | string)[] = [];
      for (let n = 0; n < ACTS; n++) {
        if (n === at) way.cut(cut);
        const act = database.transaction(({ direct }) => direct.run(`INSERT INTO "Act" VALUES (?)`, [n]));
        // Somebody else's turn comes between: the last turn tells nothing.
        const others = other?.transaction(() => Promise.resolve());
        const failed = (error: unknown) =>
          error instanceof AppError ? `${error.code}: ${error.message}` : String(error);
        heard.push(await act.then(() => true as const, failed));
        await others?.catch(() => undefined);
      }
      const rows = await runOnPostgresql(address, `SELECT "n" FROM "Act" ORDER BY "n"`);
      await Promise.all([database.close(), other?.close()]);
      way.close();
      return { cut, at, heard, stored: rows.map(({ n }) => Number(n)) };
    }),
  );
  await server.stop();
  for (const { cut, at, heard, stored } of ends) {
    const all = Array.from({ length: ACTS }, (_, n) => n);
    const isStored = cut === "unanswered" || cut === "ended";
    const refused = { n: at, why: heard[at] };
    expect(stored, JSON.stringify({ cut, refused })).toEqual(isStored ? all : all.filter((n) => n !== at));
    expect(heard.flatMap((each, n) => (each === true ? [n] : []))).toEqual(stored);
    if (!isStored) expect(refused.why).toMatch(/^busy: /);
  }
});
