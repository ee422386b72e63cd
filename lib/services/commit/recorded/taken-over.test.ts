import { inject, it } from "vitest";
import { runOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";

const DEMO = { workspace: "demo" };
const params = { ...DEMO, session: "one" };

it("goes on from what a standby holds that took over without the last commits, and builds on nothing that went with them", async () => {
  const servers = await TeamServers.open();
  const name = new URL(servers.address).pathname.slice(1);
  const admin = async (...statements: string[]) => {
    for (const each of statements) await runOnPostgresql(inject("postgresql")?.admin ?? "", each);
  };
  const shut = [
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  ];
  const a = await servers.start("a");
  const b = await servers.start("b");
  const say = async (text: string, at = a) => {
    await TeamServers.enter(at);
    await at.services.memory.add(actingAs("implementer-1"), params, { tag: "Finding", text }, PLAIN_REQUEST);
  };
  const body = { id: "one", feature: "One", roles: [{ id: "implementer-1" }] };
  await a.services.sessions.create(OWNER, DEMO, body, PLAIN_REQUEST);
  await say("kept");
  // As a standby that is behind from here on.
  await admin(
    ...shut,
    `CREATE DATABASE ${name}_standby TEMPLATE ${name}`,
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`,
  );
  await say("lost with the first");
  await say("lost as well");
  await admin(
    ...shut,
    `ALTER DATABASE ${name} RENAME TO ${name}_lost`,
    `ALTER DATABASE ${name}_standby RENAME TO ${name}`,
  );
  // Both numbers of its events are given again, to others.
  await say("said at the other meanwhile", b);
  await say("and once more", b);
  await say("goes on");
  const told = ["kept", "said at the other meanwhile", "and once more", "goes on"];
  await servers.stop(a);
  await servers.stop(b);
  await TeamServers.expectAllOnce(await servers.start("later"), params, told);
  await admin(`DROP DATABASE ${name}_lost WITH (FORCE)`);
});
