import { expect, it } from "vitest";
import { call } from "@/lib/api/testing/api.fixture";
import { MatrixWorld, ownPlace } from "@/lib/api/testing/matrix-world.fixture";
import { OPERATIONS } from "@/lib/api/testing/matrix-operations.fixture";
import { KNOWN_WITHOUT, LEFT_OUT, requestOf } from "@/lib/db/testing/away.fixture";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";
import { timed } from "@/lib/services/testing/timed.fixture";
import { startPostgresql } from "../../../scripts/postgresql.mjs";

/** Nobody waits longer. Milliseconds; a busy machine takes what it took to read everything once on top. */
const TOLD_MS = 8_000;

it("a PostgreSQL that stands still is told as busy within eight seconds at every operation, and all goes on once it moves", async () => {
  const server = await startPostgresql();
  const world = await MatrixWorld.open({ DATABASE_URL: await server.create("mute") });
  const at = ownPlace("owner");
  const asked: [name: string, request: Parameters<typeof call>][] = [];
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    if (!LEFT_OUT.test(name)) asked.push([name, requestOf(at, name, await operation.ask(world, at))]);
  }
  const usual = await timed(async () => {
    for (const [name, request] of asked) if (name.startsWith("GET ")) await (await call(...request)).body?.cancel();
  });
  server.freeze();
  const ask = async ([name, request]: (typeof asked)[number]) => {
    const began = performance.now();
    const answer = await call(...request);
    const ms = performance.now() - began;
    const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") === true;
    const text = isStream ? "" : await answer.text();
    if (isStream) await answer.body?.cancel();
    return { name, status: answer.status, ms, text };
  };
  const known = await Promise.all(asked.filter(([name]) => KNOWN_WITHOUT.includes(name)).map(ask));
  const together = await Promise.all(asked.map(ask));
  server.thaw();
  const answers = [...together, ...known];
  const slow = answers.filter(({ ms }) => ms > TOLD_MS + usual);
  expect(slow.map(({ name, ms, status }) => `${name}: ${Math.round(ms)} ms, ${status}`)).toEqual([]);
  const isTold = (text: string) => text.includes(`"code":"busy"`) || text.includes(`"status":"failing"`);
  const faults = answers.filter(({ status, text }) => status >= 500 && (status !== 503 || !isTold(text)));
  expect(faults.map(({ name, status, text }) => `${name}: ${status} ${text.slice(0, 200)}`)).toEqual([]);
  const silent = known.filter(({ status }) => status !== 200);
  expect(silent.map(({ name, status, text }) => `${name}: ${status} ${text.slice(0, 200)}`)).toEqual([]);
  const [, append] = asked.find(([name]) => name === "POST ~/sessions/{session}/memory/items") ?? [];
  if (append === undefined) throw new Error("nobody adds an item");
  await expect.poll(async () => (await call(...append)).status).toBeLessThan(300);
  await world.close();
  await server.stop();
});

it("a change whose COMMIT is not answered is told as unknown, and its key is safe to repeat", async () => {
  const server = await startPostgresql();
  const database = await openDatabase(await server.create("commit"), migrationsFolder(PROJECT));
  const change = database.transaction(() => {
    server.freeze();
    return Promise.resolve();
  });
  await expect(change).rejects.toMatchObject({
    code: "outcome_unknown",
    message: expect.stringContaining("It may be stored or not.") as string,
    details: { hint: expect.stringContaining("same Idempotency-Key") as string },
  });
  server.thaw();
  await expect.poll(() => database.transaction(() => Promise.resolve(1)).catch(() => 0)).toBe(1);
  await database.close();
  await server.stop();
});

it("one statement that takes too long fails alone, and others are answered meanwhile", async () => {
  const server = await startPostgresql();
  const database = await openDatabase(await server.create("slow"), migrationsFolder(PROJECT));
  const ask = (seconds: number) => database.queries.direct.all("SELECT pg_sleep(?)::text", seconds);
  // They are asked over one connection.
  const [slow, ...beside] = [ask(20), ask(0), ask(0)];
  await expect(slow).rejects.toMatchObject({ code: "busy" });
  await expect(Promise.all(beside)).resolves.toHaveLength(2);
  // What works through a whole history, as a redaction does, may take longer.
  const long = database.transaction(({ direct }) => direct.all("SELECT pg_sleep(6)::text"), { isLong: true });
  await expect(long).resolves.toHaveLength(1);
  const after = await Promise.allSettled(Array.from({ length: 20 }, () => ask(0)));
  expect(after.filter(({ status }) => status === "rejected")).toEqual([]);
  await database.close();
  await server.stop();
});
