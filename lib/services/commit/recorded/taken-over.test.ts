import { expect, inject, it } from "vitest";
import { runOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import type { Runtime } from "@/lib/runtime";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";

const NAMED = ["demo", "other"];
const NAMES = { WARDROOM_WORKSPACES: NAMED.join(",") };
const paramsOf = (workspace: string) => ({ workspace, session: "one" });

it("a server goes on from what a standby holds that took over without the last commits, and builds on nothing that went with them", async () => {
  const servers = await TeamServers.open();
  const name = new URL(servers.address).pathname.slice(1);
  const admin = async (...statements: string[]) => {
    for (const each of statements) await runOnPostgresql(inject("postgresql")?.admin ?? "", each);
  };
  const shut = [
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  ];
  let a = await servers.start("a", NAMES);
  let b = await servers.start("b", NAMES);
  const say = async (text: string, at: Runtime, workspace = "demo") => {
    await TeamServers.enter(at);
    await at.services.memory.add(
      actingAs("implementer-1"),
      paramsOf(workspace),
      { tag: "Finding", text },
      PLAIN_REQUEST,
    );
  };
  const textsAt = async (at: Runtime, workspace = "demo") => {
    await TeamServers.enter(at);
    const { sections } = await at.services.memory.read(OWNER, paramsOf(workspace));
    return sections.flatMap(({ items }) => items.map(({ text }) => text));
  };
  const body = { id: "one", feature: "One", roles: [{ id: "implementer-1" }] };
  for (const workspace of NAMED) await a.services.sessions.create(OWNER, { workspace }, body, PLAIN_REQUEST);
  const role = { ...paramsOf("demo"), role: "implementer-1" };
  const { token, tokenId } = await a.services.tokens.mint(OWNER, role, PLAIN_REQUEST);
  const enterAs = (at: Runtime) => at.services.authentication.authenticate({ token, source: "api", role: null });
  await say("kept", a);
  // As a standby that is behind from here on.
  await admin(
    ...shut,
    `CREATE DATABASE ${name}_standby TEMPLATE ${name} STRATEGY FILE_COPY`,
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`,
  );
  await say("lost with the first", a);
  await say("lost at the other workspace", a, "other");
  expect([await textsAt(b), await textsAt(b, "other")]).toEqual([
    ["kept", "lost with the first"],
    ["lost at the other workspace"],
  ]);
  expect(await enterAs(a)).toMatchObject({ role: "implementer-1" });
  const [lost] = (await a.services.events.list(OWNER, { workspace: "other" }, { limit: 1, format: "json" })).items;
  await admin(
    ...shut,
    `ALTER DATABASE ${name} RENAME TO ${name}_lost`,
    `ALTER DATABASE ${name}_standby RENAME TO ${name}`,
  );
  const replaced = [a, b].map((each) => new Promise<void>((resolve) => each.whenReplaced(resolve)));
  // What it remembers a server may still tell, until it is reopened; nothing is built on it.
  for (const each of [a, b]) await expect(say("said too early", each)).rejects.toMatchObject({ code: "busy" });
  await Promise.all(replaced);
  b = await servers.reopen(b);
  expect([await textsAt(b), await textsAt(b, "other")]).toEqual([["kept"], []]);
  // The numbers of its events and turns are given again, to others.
  await b.services.tokens.revoke(OWNER, { ...role, token: tokenId }, PLAIN_REQUEST);
  await say("said at the other meanwhile", b);
  await say("and once more", b, "other");
  a = await servers.reopen(a);
  await expect(enterAs(a)).rejects.toMatchObject({ code: "unauthenticated" });
  // A page that was told of what is lost reads everything anew.
  expect(await a.services.events.since(OWNER, { workspace: "other" }, lost?.id ?? 0)).toBe(null);
  await say("goes on", a);
  for (const each of [a, b, await servers.start("later", NAMES)]) {
    expect(await textsAt(each)).toEqual(["kept", "said at the other meanwhile", "goes on"]);
    expect(await textsAt(each, "other")).toEqual(["and once more"]);
    await servers.stop(each);
  }
  // The record of the end of the history beside a server that committed what is gone tells of it.
  expect(a.losses.map(({ workspace }) => workspace)).toEqual(NAMED);
  await admin(`DROP DATABASE ${name}_lost WITH (FORCE)`);
});
