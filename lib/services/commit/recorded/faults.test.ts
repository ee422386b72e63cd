import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { runOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import type { Runtime } from "@/lib/runtime";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { expectWithin, FAULT_ROUNDS, timed } from "@/lib/services/testing/timed.fixture";
import { startWorker, type Worker } from "@/lib/services/testing/workers.fixture";
import { listCopies } from "@/lib/store/copy-folder";
import { startPostgresql } from "../../../../scripts/postgresql.mjs";

const DEMO = { workspace: "demo" };
const params = { ...DEMO, session: "one" };
const ROLES = ["implementer-1", "implementer-2"];
const CALLERS = ROLES.map((role) => ({ session: "one", role }));
/** A longer run than the suite's: how often each fault happens. */
const ROUNDS = Number(FAULT_ROUNDS ?? 2);

let servers: TeamServers;
let here: Runtime;
const workers: Worker[] = [];
async function begin(database?: Parameters<typeof TeamServers.open>[0]): Promise<void> {
  servers = await TeamServers.open(database);
  here = await servers.start("here");
  const body = { id: "one", feature: "One", roles: ROLES.map((id) => ({ id })) };
  await here.services.sessions.create(OWNER, DEMO, body, PLAIN_REQUEST);
}
afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.wake();
    worker.kill();
    await worker.ended;
  }
});

const say = (text: string, at = here) =>
  at.services.memory.add(actingAs("implementer-1"), params, { tag: "Finding", text }, PLAIN_REQUEST);

/** A server of its own process, which appends until it is killed. */
async function work(name: string, how?: Parameters<typeof startWorker>[2]): Promise<Worker> {
  const order = { prefix: name, callers: CALLERS, each: 100_000 };
  const worker = await startWorker({ environment: servers.environmentOf(name) }, order, how);
  workers.push(worker);
  worker.go();
  await worker.reached(3);
  return worker;
}

/** Waits until it has appended so much more; one that ends instead fails the test. */
const goOn = (worker: Worker, count: number) => worker.reached(worker.acknowledged.length + count);

/** Stops the writers, then expects every acknowledged append exactly once, at one server and at the other. */
async function expectAllOnce(said: string[]): Promise<void> {
  for (const worker of workers) {
    worker.kill();
    await worker.ended;
  }
  const acknowledged = [...said, ...workers.flatMap((worker) => worker.acknowledged)];
  for (const at of [here, await servers.start("later")]) await TeamServers.expectAllOnce(at, params, acknowledged);
}

describe("two servers", () => {
  beforeEach(() => begin());

  it("tells within three seconds what no notice told of", async () => {
    const other = await servers.start("other");
    await other.watch((error) => {
      throw error;
    });
    let hear = (_text: unknown): void => undefined;
    await other.services.events.subscribe(OWNER, DEMO, ({ payload }) => hear(payload["text"]));
    const tell = async (text: string) => {
      const heard = new Promise<void>((resolve) => {
        hear = (each) => {
          if (each === text) resolve();
        };
      });
      await say(text);
      await heard;
    };
    const usual = await timed(() => tell("heard of"));
    const { query } = pg.Client.prototype;
    let lost = 0;
    function losing(this: pg.Client, ...asked: unknown[]): unknown {
      if (!String(asked[0]).startsWith("NOTIFY")) return Reflect.apply(query, this, asked);
      lost++;
      return Promise.resolve();
    }
    const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(losing);
    for (let round = 0; round < ROUNDS; round++)
      await expectWithin(3000, usual, "told of what no notice told of", () => tell(`unheard of ${round}`));
    spy.mockRestore();
    expect(lost).toBeGreaterThan(0);
  });

  it("go on when one stands still with the lock, and it neither loses nor doubles when it is woken", async () => {
    const frozen = await work("frozen");
    const said: string[] = [];
    for (let round = 0; round < ROUNDS / 2; round++) {
      const usual = await timed(() => say(`said before ${round}`));
      const holds = `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`;
      const isHolding = async () => (await runOnPostgresql(servers.address, holds))[0]?.["n"] === 1;
      for (;;) {
        await frozen.reached(frozen.acknowledged.length + 1);
        frozen.freeze();
        // Not on its way out of it either.
        if ((await isHolding()) && (await isHolding())) break;
        frozen.wake();
      }
      const text = `said meanwhile ${String(round)}`;
      await expectWithin(8000, usual, "written while another stood still with the lock", () => say(text));
      said.push(`said before ${round}`, text);
      frozen.wake();
      await goOn(frozen, 5);
    }
    await expectAllOnce(said);
  });

  it("tell one time, whatever the clock of one of them shows", async () => {
    const earliest = Date.now();
    const hour = 3_600_000;
    const [ahead, behind] = [await work("ahead", { clockOff: hour }), await work("behind", { clockOff: -hour })];
    for (const worker of [ahead, behind]) await goOn(worker, 10);
    await say("at the right time");
    await expectAllOnce(["at the right time"]);
    const { items } = await here.services.events.list(OWNER, DEMO, { limit: 500, format: "json" });
    const moments = items.map(({ at }) => Date.parse(at)).reverse();
    expect(Math.min(...moments)).toBeGreaterThan(earliest - 5000);
    expect(Math.max(...moments)).toBeLessThan(Date.now() + 5000);
    const back = moments.map((at, index) => (moments[index - 1] ?? at) - at);
    expect(Math.max(...back)).toBeLessThan(2000);
  });

  it("answer nothing, and keep no copy, of what was redacted at the other", async () => {
    const secret = "hunter2-correct-horse";
    const other = await servers.start("other");
    await say(`The password is ${secret}`);
    await TeamServers.enter(other);
    serve({ runtime: other });
    const places = [
      "sessions/one/memory",
      "events",
      "search?q=hunter2",
      "sessions/one/memory/revisions",
      "sessions/one/inbox",
    ];
    const answers = () =>
      Promise.all(places.map(async (place) => (await call("GET", `/api/v1/workspaces/demo/${place}`)).text()));
    expect((await answers()).join()).toContain(secret);
    await here.services.redactions.redact(OWNER, DEMO, { text: secret, reason: "It was pasted" });
    expect((await answers()).join()).not.toContain(secret);
    for (const name of ["here", "other"]) {
      const copy = servers.copyOf(name);
      const texts = await Promise.all(listCopies(copy).map((path) => readFile(join(copy, path), "utf8")));
      expect(texts.join()).toContain("The password is");
      expect(texts.join()).not.toContain(secret);
    }
    for (const at of [here, other])
      expect(await at.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
  });
});

it("keeps whatever was acknowledged when PostgreSQL is killed under load, and writes within three seconds after", async () => {
  const cluster = await startPostgresql({ isDurable: true });
  try {
    await begin({ environment: { DATABASE_URL: await cluster.create("demo") }, drop: () => Promise.resolve() });
    const both = [await work("first"), await work("second")];
    const next = () => Promise.all(both.map((worker) => goOn(worker, 3)));
    for (let round = 0; round < ROUNDS; round++) {
      const usual = await timed(next);
      await cluster.restart();
      await expectWithin(3000, usual, "written after PostgreSQL was there again", next);
    }
    await expectAllOnce([]);
    await servers.dispose();
  } finally {
    await cluster.stop();
  }
});
