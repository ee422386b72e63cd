import { describe, expect, it } from "vitest";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

const WORKSPACE = { workspace: "demo" };
const ITEM = { tag: "Finding", text: "The queue drops the last message" } as const;

const wardroom = await TestWardroom.open();
const one = await wardroom.session("one", ["implementer-1", "tester-1"]);
const two = await wardroom.session("two", ["implementer-1"]);

async function callerOf(token: string): Promise<Caller> {
  return wardroom.services.authentication.authenticate({ token, source: "mcp", role: null });
}

async function teamOf(session: TestSession): Promise<Caller> {
  const { token } = await wardroom.services.teamTokens.mint(OWNER, session.params, PLAIN_REQUEST);
  return callerOf(token);
}

async function roleOf(session: TestSession, role: string): Promise<Caller> {
  const { token } = await wardroom.services.tokens.mint(OWNER, { ...session.params, role }, PLAIN_REQUEST);
  return callerOf(token);
}

function announce(caller: Caller, toolUseId: string, role: string, session = "one") {
  return wardroom.services.callers.announce(caller, WORKSPACE, { toolUseId, role, session, agentId: null });
}

const identify = (caller: Caller, toolUseId: string | null, isNamed = false) =>
  wardroom.services.callers.identify(caller, { toolUseId, isNamed });

describe("a call over a team's connection", () => {
  it("is the role's that a hook announced, in its session alone", async () => {
    const team = await teamOf(one);
    expect(await announce(team, "toolu_1", "Tester-1")).toMatchObject({ role: "tester-1", session: "one" });
    const caller = identify(team, "toolu_1");
    expect(caller).toMatchObject({ kind: "role", role: "tester-1", workspace: "demo", source: "mcp" });
    await expect(wardroom.services.memory.read(caller, two.params)).rejects.toMatchObject({ code: "forbidden" });
    await announce(team, "toolu_2", "Lead");
    expect(identify(team, "toolu_2")).toMatchObject({ kind: "role", role: "Lead" });
  });

  it("is nobody's when it was not announced", async () => {
    const team = await teamOf(one);
    for (const unknown of [identify(team, null), identify(team, "toolu_never"), identify(OWNER, null)]) {
      expect(unknown).toMatchObject({ kind: "team", role: null });
    }
    expect(identify(OWNER, null, true)).toEqual(OWNER);
  });

  it("is not another team's, nor another role's by its own token", async () => {
    const [first, second] = [await teamOf(one), await teamOf(two)];
    await announce(first, "toolu_3", "implementer-1");
    expect(identify(second, "toolu_3")).toMatchObject({ kind: "team" });
    expect(identify(OWNER, "toolu_3")).toMatchObject({ kind: "team" });
    const tester = await roleOf(one, "tester-1");
    await announce(OWNER, "toolu_4", "implementer-1");
    expect(identify(tester, "toolu_4")).toEqual(tester);
    expect(identify(first, "toolu_4")).toMatchObject({ kind: "role", role: "implementer-1" });
    expect(identify(second, "toolu_4")).toMatchObject({ kind: "team" });
  });

  it("is announced by who may speak for the role", async () => {
    const tester = await roleOf(one, "tester-1");
    await announce(tester, "toolu_5", "tester-1");
    await expect(announce(tester, "toolu_6", "implementer-1")).rejects.toMatchObject({ code: "forbidden" });
    await expect(announce(VIEWER, "toolu_6", "tester-1")).rejects.toMatchObject({ code: "forbidden" });
    await expect(announce(await teamOf(two), "toolu_6", "tester-1")).rejects.toMatchObject({ code: "forbidden" });
    await expect(announce(OWNER, "toolu_6", "no role")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(announce(OWNER, "toolu_6", "x", "none")).rejects.toMatchObject({ code: "not_found" });
  });

  it("is forgotten when more were announced than are kept", async () => {
    const team = await teamOf(one);
    await announce(team, "toolu_old", "tester-1");
    for (let count = 0; count < 10_000; count++) await announce(team, `toolu_new_${count}`, "tester-1");
    expect(identify(team, "toolu_old")).toMatchObject({ kind: "team" });
    expect(identify(team, "toolu_new_0")).toMatchObject({ role: "tester-1" });
  });
});

describe("an unknown teammate", () => {
  it("may read, and leave items with the Lead under the role it names", async () => {
    const team = await teamOf(one);
    const { memory, context, relays } = wardroom.services;
    await memory.read(team, one.params);
    const updates = { role: "tester-1", wait: 0 };
    expect((await context.updates(team, one.params, updates, new AbortController().signal)).items).toEqual([]);
    const left = await memory.add(team, one.params, { ...ITEM, role: "implementer-1" }, PLAIN_REQUEST);
    expect(left).toMatchObject({ relay: { role: "implementer-1", state: "pending", text: ITEM.text } });
    expect((await relays.list(team, one.params)).items).toHaveLength(1);
    expect((await one.story()).at(-1)).toBe("unknown: relay.created implementer-1");
    await expect(memory.read(team, two.params)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("must name a role there is", async () => {
    const team = await teamOf(one);
    const { memory } = wardroom.services;
    await expect(memory.add(team, one.params, ITEM, PLAIN_REQUEST)).rejects.toMatchObject({ code: "invalid_input" });
    const foreign = { ...ITEM, role: "implementer-9" };
    await expect(memory.add(team, one.params, foreign, PLAIN_REQUEST)).rejects.toMatchObject({ code: "not_found" });
  });

  it("may do nothing else", async () => {
    const team = await teamOf(one);
    const { memory, context, curation, teamTokens, gates } = wardroom.services;
    const before = await one.text();
    const acts = [
      memory.edit(team, one.params, { oldString: "tester-1", newString: "x" }, PLAIN_REQUEST),
      context.reportLost(team, one.params, { role: "tester-1", status: "CONTEXT_LOST" }, PLAIN_REQUEST),
      context.give(team, one.params, { role: "tester-1", text: "[ACK] GC-v1" }, PLAIN_REQUEST),
      curation.archive(team, one.params, { role: "tester-1" }, PLAIN_REQUEST),
      teamTokens.mint(team, one.params, PLAIN_REQUEST),
      gates.open(team, one.params, { phase: 1 }, PLAIN_REQUEST),
    ];
    for (const act of acts) await expect(act).rejects.toMatchObject({ code: "forbidden" });
    expect(await one.text()).toBe(before);
  });
});

describe("a team's token", () => {
  it("is listed without its secret, and ends at once when it is revoked", async () => {
    const { teamTokens } = wardroom.services;
    const { token, teamToken } = await teamTokens.mint(OWNER, two.params, PLAIN_REQUEST);
    expect(await callerOf(token)).toMatchObject({ kind: "team", role: null, workspace: "demo" });
    const { items } = await teamTokens.list(OWNER, two.params);
    expect(items.map(({ id }) => id)).toContain(teamToken.id);
    expect(JSON.stringify(items)).not.toContain(token);
    const elsewhere = { ...one.params, token: teamToken.id };
    await expect(teamTokens.revoke(OWNER, elsewhere, PLAIN_REQUEST)).rejects.toMatchObject({ code: "not_found" });
    const { tokenId } = await wardroom.services.tokens.mint(
      OWNER,
      { ...two.params, role: "implementer-1" },
      PLAIN_REQUEST,
    );
    const ofRole = { ...two.params, token: tokenId };
    await expect(teamTokens.revoke(OWNER, ofRole, PLAIN_REQUEST)).rejects.toMatchObject({ code: "not_found" });
    await teamTokens.revoke(OWNER, { ...two.params, token: teamToken.id }, PLAIN_REQUEST);
    await expect(callerOf(token)).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
