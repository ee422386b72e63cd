import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { call } from "@/lib/api/testing/api.fixture";
import { MatrixWorld } from "@/lib/api/testing/matrix-world.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { request } from "@/lib/client/request";
import { openCutConnection } from "@/lib/db/testing/cut-connection.fixture";
import { connect, use } from "@/lib/mcp/testing/client.fixture";
import { OWNER_TOKEN } from "@/lib/services/testing/test-wardroom.fixture";
import { startPostgresql } from "../../../scripts/postgresql.mjs";

/** Longer than the server looks for what became of a change. Milliseconds. */
const AWAY_MS = 7_000;
const ITEMS = "/api/v1/workspaces/demo/sessions/alpha/memory/items";

let server: Awaited<ReturnType<typeof startPostgresql>>;
let way: Awaited<ReturnType<typeof openCutConnection>>;
let world: MatrixWorld;
beforeAll(async () => {
  server = await startPostgresql();
  way = await openCutConnection(await server.create("doors"));
  world = await MatrixWorld.open({ DATABASE_URL: way.url });
});
afterEach(() => way.reopened());
afterAll(async () => {
  vi.unstubAllGlobals();
  await world.close();
  way.close();
  await server.stop();
});

const timesOf = async (text: string) => {
  const memory = await readFile(world.file(".agent/teams/alpha/TEAM-MEMORY.md"), "utf8");
  return memory.split(text).length - 1;
};

it("whoever repeats nothing is told that the outcome is unknown, not that nothing was changed", async () => {
  way.cut("ended", "told", AWAY_MS);
  const answer = await call("POST", ITEMS, { body: { tag: "Finding", text: "told", role: "implementer-1" } });
  expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toMatchObject([
    503,
    "1",
    { code: "outcome_unknown", hint: expect.stringContaining("same Idempotency-Key") as string },
  ]);
});

it.each(["ended", "dropped"] as const)("the command repeats what was %s", async (cut) => {
  way.cut(cut, `typed ${cut}`, AWAY_MS);
  const files = world.file("");
  const ended = await wardroomCli({ environment: {}, folder: files, files, data: files }, [
    ...["say", "implementer-1", "finding", `typed ${cut}`, "--session", "alpha", "--as", "implementer-1"],
  ]);
  expect([ended.code, await timesOf(`typed ${cut}`)], ended.err).toEqual([0, 1]);
});

it.each(["ended", "dropped"] as const)("a tool repeats what was %s", async (cut) => {
  const client = await connect(OWNER_TOKEN, "modern", { "x-wardroom-role": "implementer-1" });
  way.cut(cut, `said ${cut}`, AWAY_MS);
  await use(client, "say", { workspace: "demo", session: "alpha", tag: "Finding", text: `said ${cut}` });
  expect(await timesOf(`said ${cut}`)).toBe(1);
});

it.each(["ended", "dropped"] as const)("a page repeats what was %s", async (cut) => {
  vi.stubGlobal("fetch", (path: string, { method = "GET", ...said }: RequestInit) =>
    call(method, path, said as { body: string; headers: Record<string, string> }),
  );
  way.cut(cut, `clicked ${cut}`, AWAY_MS);
  const body = { tag: "Finding", text: `clicked ${cut}`, role: "implementer-1" };
  await request(ITEMS, { method: "POST", body });
  expect(await timesOf(`clicked ${cut}`)).toBe(1);
});
