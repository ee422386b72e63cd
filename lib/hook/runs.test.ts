import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AGENT_ID, LEAD_RUN, LEAD_SESSION, TEAMMATE_RUN } from "@/lib/hook/agent-client.fixture";
import { AWAY, HookedTeam } from "@/lib/hook/hooked-team.fixture";
import { runForClient } from "@/lib/hook/other-clients";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { CONTEXT } from "@/lib/services/testing/context-session.fixture";

const ACK = "[ACK-UPDATE] GC-v1 received. Items: 1/1. Impact: NONE. Action: CONTINUE";
const FULL = "[CONTEXT-UPDATE] GC-v1 (full text";
const FORM =
  "One context update is not acknowledged. The Lead waits for: [ACK-UPDATE] GC-v1 received. Items: {applied}/1.";

let team: HookedTeam;
beforeEach(async () => {
  team = await HookedTeam.open();
});
afterEach(() => team.close());

/** A hook of a teammate in a client of its own. */
const own = (name: string, other: Record<string, unknown> = {}, env: Record<string, string> = {}) =>
  team.hook(name, { session_id: "own", agent_id: "", ...other }, { WARDROOM_ROLE: "implementer-1", ...env });
const ownTold = async (...call: Parameters<typeof own>) => (await own(...call)).said.additionalContext ?? "";
const stateOf = async (run: string) => {
  const { items } = await team.wardroom.services.runs.list(OWNER, team.session.params);
  return items.find(({ id }) => id === run)?.state;
};
const countLost = async () =>
  (await team.session.session.story()).filter((line) => line.includes("context.lost")).length;

describe("each conversation is told what it was not told itself", () => {
  test("two fresh subagents in a used seat are each told the whole context, once", async () => {
    await team.session.publish(CONTEXT);
    await team.hook("subagent-start");
    await team.client.says(ACK);
    await team.hook("post-tool-batch");
    expect(await team.session.confirmed("implementer-1")).toBe("GC-v1");
    for (const digit of ["1", "2"]) {
      const fresh = { agent_id: `aimplementer-1-${digit.repeat(16)}`, agent_type: "implementer-1" };
      const told = await team.told("subagent-start", fresh);
      expect(told.split(FULL)).toHaveLength(2);
      expect(told).toContain("Leases last thirty seconds");
      for (const event of ["post-tool-batch", "subagent-start"]) {
        expect(await team.told(event, fresh)).not.toContain("[CONTEXT-UPDATE]");
      }
      // In the words of the one before.
      expect(await team.session.confirmed("implementer-1")).toBeNull();
      await team.client.says(ACK, fresh.agent_id);
      await team.hook("post-tool-batch", fresh);
      expect(await team.session.confirmed("implementer-1")).toBe("GC-v1");
    }
  });

  test("of two hooks at one moment, one tells it", async () => {
    await team.hook("subagent-start");
    await team.session.publish(CONTEXT);
    const told = await Promise.all([team.told("post-tool-batch"), team.told("post-tool-batch")]);
    expect(told.filter((text) => text.includes(FULL))).toHaveLength(1);
    expect(told).toContain("");
  });

  test("a delivery takes two requests, and each names the run", async () => {
    await team.hook("subagent-start");
    await team.session.publish(CONTEXT);
    team.asked.length = 0;
    team.runs.length = 0;
    expect(await team.told("post-tool-batch")).toContain(FULL);
    const inbox = "POST /api/v1/workspaces/demo/sessions/checkout/inbox";
    expect(team.asked).toEqual([`${inbox}/take`, `${inbox}/seen`]);
    await team.hook("pre-tool-use-mcp");
    await team.hook("pre-compact");
    expect(team.runs).toEqual([TEAMMATE_RUN, TEAMMATE_RUN, TEAMMATE_RUN, TEAMMATE_RUN]);
    team.runs.length = 0;
    await team.hook("user-prompt-submit", { session_id: LEAD_SESSION });
    expect(team.runs).toEqual([LEAD_RUN]);
  });

  test("a call that is announced brings its run along", async () => {
    await team.hook("pre-tool-use-mcp");
    const shared = { ...OWNER, kind: "team", source: "mcp" } as const;
    const { callers } = team.wardroom.services;
    expect(callers.identify(shared, { toolUseId: "toolu_3mcpsay000", isNamed: false })).toMatchObject({
      role: "implementer-1",
      run: TEAMMATE_RUN,
    });
  });

  test("what stands in ids that a header cannot carry is replaced, and no id at all is no run", async () => {
    await own("session-start", { session_id: "a b/ü" });
    expect(team.runs).toContain("claude:a-b--");
    team.runs.length = 0;
    await own("session-start", { session_id: "" });
    expect(team.runs).toEqual([]);
  });

  test("the runs of another client begin with its name", async () => {
    const said = { hook_event_name: "SessionStart", session_id: "t1", cwd: team.wardroom.files, source: "startup" };
    const environment = {
      HOME: team.client.folder,
      WARDROOM_DATA: team.wardroom.data,
      WARDROOM_ROLE: "implementer-1",
      WARDROOM_HOOK_MS: "60000",
    };
    const ask = (hook_event_name: string) =>
      runForClient("gemini", JSON.stringify({ ...said, hook_event_name }), { environment, scriptFolder: "/" });
    await team.session.publish(CONTEXT);
    const start = await ask("SessionStart");
    expect(start.stdout).toContain("[CONTEXT-UPDATE] GC-v1");
    await start.afterwards?.();
    expect(await stateOf("gemini:t1")).toBe("at work");
    const asked = await ask("AfterAgent");
    expect(JSON.parse(asked.stdout)).toMatchObject({
      decision: "deny",
      reason: expect.stringContaining(FORM) as string,
    });
    expect(asked).toMatchObject({ stderr: "", exitCode: 0 });
    expect(await ask("AfterAgent")).toMatchObject({ stdout: "", stderr: "", exitCode: 0 });
    await ask("SessionEnd");
    expect(await stateOf("gemini:t1")).toBe("ended");
  });
});

describe("a seat that only the server knows", () => {
  const prompt = (env: Record<string, string> = {}) =>
    team.hook("user-prompt-submit", { session_id: "new", agent_id: "", agent_type: "" }, env);
  const seat = (role: string) =>
    team.wardroom.services.runs.seat(
      OWNER,
      { workspace: "demo" },
      { run: "claude:new", session: "checkout", roles: [role], shared: true },
    );

  test("is learnt by a session with its next prompt, kept while no server answers, and changed with the server's word", async () => {
    await team.session.publish(CONTEXT);
    expect(await prompt()).toMatchObject({ stdout: "" });
    await seat("implementer-2");
    const told = (await prompt()).said.additionalContext ?? "";
    expect(told).toContain("you work as implementer-2 in checkout");
    expect(told).toContain(FULL);
    expect(await prompt()).toMatchObject({ stdout: "" });
    await prompt(AWAY);
    await seat("implementer-1");
    expect((await prompt()).said.additionalContext).toContain("you work as implementer-1 in checkout");
    expect(await stateOf("claude:new")).toBeDefined();
  });

  test("is nobody's who leads, whatever the server kept", async () => {
    await team.hook("session-start", { session_id: "new", agent_id: "" }, { WARDROOM_ROLE: "Lead" });
    expect((await prompt()).stdout).toBe("");
    expect((await team.hook("session-start", { session_id: "new", agent_id: "" })).stdout).toContain("not known here");
  });

  test("is chosen by the hooks alone while no server answers, and known to the server after", async () => {
    const type = "wardroom:implementer";
    const starts = (digit: number, env: Record<string, string>) =>
      team.hook("subagent-start-named", { agent_id: `a${String(digit).repeat(16)}`, agent_type: type }, env);
    const roleIn = async (run: ReturnType<typeof starts>) =>
      /you are (implementer-\d)/.exec((await run).said.additionalContext ?? "")?.[1];
    await team.client.asksFor({ id: "toolu_1", type }, { id: "toolu_2", type });
    const roles = await Promise.all([roleIn(starts(1, AWAY)), roleIn(starts(2, AWAY))]);
    expect(roles.toSorted()).toEqual(["implementer-1", "implementer-2"]);
    await team.hook("post-tool-batch", { agent_id: `a${"1".repeat(16)}`, agent_type: type });
    const { items } = await team.wardroom.services.runs.list(OWNER, team.session.params);
    expect(items.find(({ id }) => id === `${LEAD_RUN}/a${"1".repeat(16)}`)?.role).toBe(roles[0]);
  });
});

describe("what a hook could not say or keep", () => {
  test("is that a subagent began: resumed, it is told with its next tools, which its client shows", async () => {
    await team.session.publish(CONTEXT);
    await team.hook("subagent-start", {}, AWAY);
    expect(await team.told("subagent-start")).not.toContain("[CONTEXT-UPDATE]");
    expect(await team.told("post-tool-batch")).toContain(FULL);
    expect(await team.told("post-tool-batch")).toBe("");
  });

  test("is nothing where no file can be written: each thing is told once, asked for once and said at once", async () => {
    const env = { XDG_STATE_HOME: "/dev/null/nowhere" };
    await team.session.publish(CONTEXT);
    expect(await ownTold("session-start", {}, env)).toContain(FULL);
    expect(await ownTold("user-prompt-submit", {}, env)).toBe("");
    expect((await own("stop", {}, env)).stderr).toContain(FORM);
    expect((await own("stop", {}, env)).code).toBe(0);
    await own("stop", { last_assistant_message: ACK }, env);
    expect(await team.session.confirmed("implementer-1")).toBe("GC-v1");
    await own("pre-compact", {}, env);
    expect(await ownTold("session-start-compact", {}, env)).toContain("FC-2");
    await own("stop", { hook_event_name: "SessionEnd", reason: "other" }, env);
    expect(await stateOf("claude:own")).toBe("ended");
  });
});

describe("a compaction of a client is told the whole context once", () => {
  beforeEach(async () => {
    await team.session.publish(CONTEXT);
    expect(await ownTold("session-start")).toContain(FULL);
    await own("stop", { last_assistant_message: ACK });
    expect(await team.session.confirmed("implementer-1")).toBe("GC-v1");
  });

  test("only once it is done: where it fails, the session goes on with what it knew", async () => {
    await own("pre-compact");
    expect(await ownTold("user-prompt-submit")).toBe("");
    expect(await team.session.confirmed("implementer-1")).toBe("GC-v1");
  });

  test.each([
    ["that the server heard of before", {}, {}],
    ["that the server heard of after it", AWAY, {}],
    ["that the server heard of once it was back", AWAY, AWAY],
  ])("%s", async (_, before, after) => {
    await own("pre-compact", {}, before);
    const told = [
      await ownTold("session-start-compact", {}, after),
      await ownTold("user-prompt-submit"),
      await ownTold("post-tool-batch"),
    ];
    expect(told.filter((text) => text.includes("[CONTEXT-UPDATE] GC-v1 (full text, FC-2"))).toHaveLength(1);
    expect(await countLost()).toBe(1);
  });

  test("whose hook before it never ran", async () => {
    expect(await ownTold("session-start-compact")).toContain("[CONTEXT-UPDATE] GC-v1 (full text, FC-2");
    expect(await ownTold("user-prompt-submit")).toBe("");
    expect(await countLost()).toBe(1);
  });

  test("that was not heard of, also where the session was left and resumed meanwhile", async () => {
    await own("session-start-compact", {}, AWAY);
    expect(await ownTold("session-start", { source: "resume" })).toContain("FC-2");
    expect(await countLost()).toBe(1);
  });
});

describe("an agent that stops", () => {
  const subagent = { agent_id: "a8b31f85f67209ff8", agent_type: "general-purpose" };
  const RUN = `${LEAD_RUN}/${subagent.agent_id}`;

  beforeEach(() => team.session.publish(CONTEXT));

  test("is asked once for each version it was shown and did not acknowledge", async () => {
    await own("session-start");
    const asked = await own("stop");
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain(FORM);
    expect(await own("stop")).toMatchObject({ code: 0, stderr: "" });
    await team.session.publish(CONTEXT.replace("thirty", "forty"));
    await own("user-prompt-submit");
    expect((await own("stop")).stderr).toContain("GC-v2");
    expect((await own("stop")).code).toBe(0);
  });

  test("is not asked while it goes on because it was asked, nor for what it was not shown or has acknowledged", async () => {
    expect((await own("stop")).code).toBe(0);
    await own("session-start");
    expect(await own("stop", { stop_hook_active: true })).toMatchObject({ code: 0, stderr: "" });
    await own("stop", { last_assistant_message: ACK });
    expect(await team.session.confirmed("implementer-1")).toBe("GC-v1");
    expect((await own("stop")).code).toBe(0);
  });

  test("as the Lead is asked for nothing", async () => {
    await team.hook("session-start");
    team.asked.length = 0;
    expect(await team.hook("stop")).toMatchObject({ code: 0, stderr: "" });
    expect(team.asked).toEqual([]);
  });

  test("as a subagent is asked, and is over once it is let go, until it is written to", async () => {
    await team.client.knowSubagent(subagent.agent_id, "implementer-1", "toolu_1");
    await team.hook("subagent-start", subagent);
    expect((await team.hook("subagent-stop", subagent)).stderr).toContain(FORM);
    expect(await stateOf(RUN)).toBe("at work");
    expect((await team.hook("subagent-stop", { ...subagent, stop_hook_active: true })).code).toBe(0);
    expect(await stateOf(RUN)).toBe("ended");
    await team.hook("post-tool-batch", subagent);
    expect(await stateOf(RUN)).toBe("at work");
  });

  test("as a teammate rests, and is over with its Lead's session", async () => {
    await team.hook("session-start");
    await team.hook("subagent-start");
    await team.hook("subagent-stop", { last_assistant_message: ACK });
    expect(TEAMMATE_RUN).toContain(AGENT_ID);
    expect(await stateOf(TEAMMATE_RUN)).toBe("at work");
    await team.hook("stop", { hook_event_name: "SessionEnd", reason: "other" });
    expect([await stateOf(LEAD_RUN), await stateOf(TEAMMATE_RUN)]).toEqual(["ended", "ended"]);
  });

  test("is asked once for what others wait for and find held by it, by whichever of two hooks", async () => {
    await own("session-start");
    await own("stop", { last_assistant_message: ACK });
    const caller = { ...actingAs("implementer-1"), run: "claude:own" };
    const { presence } = team.wardroom.services;
    await presence.claim(caller, team.session.params, { what: "the parser", minutes: 30 }, PLAIN_REQUEST);
    const both = await Promise.all([own("stop"), own("stop")]);
    expect(both.map(({ stderr }) => stderr).sort()).toEqual([
      "",
      'Before you stop: your claim "the parser" is open. Settle it, or say in your section how it stands.',
    ]);
    expect((await own("stop")).code).toBe(0);
  });
});

describe("the end of a session", () => {
  const ends = (env: Record<string, string> = {}) =>
    own("stop", { hook_event_name: "SessionEnd", reason: "other" }, env);

  test("ends its run and asks nothing", async () => {
    await team.session.publish(CONTEXT);
    await own("session-start");
    expect(await stateOf("claude:own")).toBe("at work");
    expect(await ends()).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(await stateOf("claude:own")).toBe("ended");
  });

  test("that no server heard of is said with the next event, after what was owed before", async () => {
    await team.session.publish(CONTEXT);
    await own("session-start");
    await own("stop", { last_assistant_message: ACK }, AWAY);
    await ends(AWAY);
    expect(await stateOf("claude:own")).toBe("at work");
    team.asked.length = 0;
    await own("pre-compact");
    const [first, second] = team.asked.map((line) => line.split("/checkout/")[1]);
    expect([first, second]).toEqual(["context/acks", "runs/end"]);
  });
});
