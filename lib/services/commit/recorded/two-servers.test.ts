import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Runtime } from "@/lib/runtime";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { OWNER_TOKEN } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };
const MEMORY = ".agent/teams/shared/TEAM-MEMORY.md";
const params = { ...DEMO, session: "shared" };

describe("two servers with no file in common", () => {
  let servers: TeamServers;
  let a: Runtime;
  let b: Runtime;
  beforeAll(async () => {
    servers = await TeamServers.open();
    [a, b] = await Promise.all([servers.start("a"), servers.start("b")]);
    const roles = ["implementer-1", "implementer-2"].map((id) => ({ id }));
    await a.services.sessions.create(OWNER, DEMO, { id: "shared", feature: "Shared", roles }, PLAIN_REQUEST);
  });

  /** As a request does: whoever is let in finds what was acknowledged before. */
  const enter = (at: Runtime) =>
    at.services.authentication.authenticate({ token: OWNER_TOKEN, source: "api", role: null });
  const add = (at: Runtime, role: string, text: string) =>
    at.services.memory.add(actingAs(role), params, { tag: "Finding", text }, PLAIN_REQUEST);
  const textsAt = async (at: Runtime) => {
    await enter(at);
    const { sections } = await at.services.memory.read(OWNER, params);
    return sections.flatMap(({ items }) => items.map(({ text }) => text));
  };

  it("an item that one acknowledged is read at the other", async () => {
    await add(a, "implementer-1", "said at a");
    expect(await textsAt(b)).toContain("said at a");
    await add(b, "implementer-2", "said at b");
    expect(await textsAt(a)).toEqual(await textsAt(b));
    expect(await textsAt(a)).toContain("said at b");
  });

  it("keeps every item of callers at both, in one history that adds up", async () => {
    const acknowledged: string[] = [];
    const callers = [a, b].flatMap((at, server) =>
      ["implementer-1", "implementer-2"].map(async (role) => {
        for (let count = 0; count < 25; count++) {
          const text = `${String(server)}-${String(count)} of ${role}`;
          await add(at, role, text);
          acknowledged.push(text);
        }
      }),
    );
    await Promise.all(callers);
    const found = await textsAt(a);
    expect(acknowledged.filter((text) => found.filter((each) => each === text).length !== 1)).toEqual([]);
    expect(await textsAt(b)).toEqual(found);
    const copies = await Promise.all(["a", "b"].map((name) => readFile(join(servers.copyOf(name), MEMORY), "utf8")));
    expect(copies[0]).toBe(copies[1]);
    for (const each of [a, b])
      expect(await each.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
  });

  it("goes on from a copy that was deleted or changed by hand, which is no edit", async () => {
    const before = await textsAt(a);
    await rm(servers.copyOf("a"), { recursive: true });
    expect(await textsAt(a)).toEqual(before);
    await writeFile(join(servers.copyOf("b"), MEMORY), "# Somebody's\n");
    await servers.stop(b);
    b = await servers.start("b");
    expect(await textsAt(b)).toEqual(before);
    expect(await readFile(join(servers.copyOf("b"), MEMORY), "utf8")).toContain("said at a");
    expect(await a.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
  });

  it("a session deleted at one is gone at the other, and comes back there with every line", async () => {
    const before = await textsAt(a);
    await b.services.sessions.remove(OWNER, params, PLAIN_REQUEST);
    await enter(a);
    expect((await a.services.sessions.list(OWNER, DEMO)).items).toEqual([]);
    await a.services.sessions.restore(OWNER, params, PLAIN_REQUEST);
    expect(await textsAt(b)).toEqual(before);
    await add(b, "implementer-1", "after it came back");
    expect(await textsAt(a)).toContain("after it came back");
    expect(await b.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
  });

  it("a state and a claim that were made at one stand at the other once that is gone, also in the file that its hooks read", async () => {
    const [one, two] = [actingAs("implementer-1"), actingAs("implementer-2")];
    await a.services.presence.state(one, params, { text: "GC-v1: begun" });
    const { claim } = await a.services.presence.claim(one, params, { what: "src/kv for traps", minutes: 10 });
    await b.watch((error) => expect.unreachable(String(error)));
    await servers.stop(a);
    await enter(b);
    const { roles } = await b.services.presence.team(two, params);
    expect(roles.find(({ role }) => role === "implementer-1")).toMatchObject({ state: { text: "GC-v1: begun" } });
    const { others } = await b.services.presence.claim(two, params, { what: "src/tick", minutes: 5 });
    expect(others).toEqual([claim]);
    const filed = () => readFile(join(servers.dataOf("b"), "claims.json"), "utf8");
    await vi.waitFor(async () => expect(await filed()).toContain(claim.id));
    a = await servers.start("a");
  });

  it("refuses at once what was revoked at the other", async () => {
    const role = { ...params, role: "implementer-1" };
    const { token, tokenId } = await a.services.tokens.mint(OWNER, role, PLAIN_REQUEST);
    const enterAs = () => b.services.authentication.authenticate({ token, source: "api", role: null });
    expect(await enterAs()).toMatchObject({ role: "implementer-1" });
    await a.services.tokens.revoke(OWNER, { ...role, token: tokenId }, PLAIN_REQUEST);
    await expect(enterAs()).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
