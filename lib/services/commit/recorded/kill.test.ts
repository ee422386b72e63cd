import { expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { expectWithin, FAULT_ROUNDS, timed } from "@/lib/services/testing/timed.fixture";
import { startWorker } from "@/lib/services/testing/workers.fixture";

const DEMO = { workspace: "demo" };
const params = { ...DEMO, session: "one" };
/** A longer run than the suite's: how often it is killed. */
const ROUNDS = Number(FAULT_ROUNDS ?? 3);

it(`keeps whatever was acknowledged through ${String(ROUNDS)} rounds of kill -9 of one server, and the other writes within three seconds`, async () => {
  const servers = await TeamServers.open();
  const first = await servers.start("first");
  const roles = ["implementer-1", "implementer-2"];
  const body = { id: "one", feature: "One", roles: roles.map((id) => ({ id })) };
  await first.services.sessions.create(OWNER, DEMO, body, PLAIN_REQUEST);
  const callers = roles.map((role) => ({ session: "one", role }));
  const start = (name: string, prefix: string) =>
    startWorker({ environment: servers.environmentOf(name) }, { prefix, callers, each: 100_000 });
  const acknowledged: string[] = [];
  // The other goes on through every death; each successor of the killed one has its data folder, as it was left.
  const other = await start("other", "other");
  other.go();
  let next = start("killed", "0");
  for (let round = 0; round < ROUNDS; round++) {
    const worker = await next;
    if (round + 1 < ROUNDS) next = start("killed", String(round + 1));
    worker.go();
    await worker.reached(1 + ((round * 7) % 23));
    // Each of its two callers may have been told already; one of five was begun after the death.
    const goOn = () => other.reached(other.acknowledged.length + 5);
    const usual = await timed(goOn);
    worker.kill();
    await expectWithin(3000, usual, "written at the other after a server was killed", goOn);
    expect(await worker.ended).toBeNull();
    expect(worker.acknowledged.length).toBeGreaterThan(0);
    acknowledged.push(...worker.acknowledged);
  }
  other.kill();
  await other.ended;
  acknowledged.push(...other.acknowledged);
  for (const at of [first, await servers.start("killed")]) await TeamServers.expectAllOnce(at, params, acknowledged);
});
