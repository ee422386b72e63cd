import { afterEach, beforeEach, expect, test } from "vitest";
import { LEAD_SESSION } from "@/lib/hook/agent-client.fixture";
import { HookedTeam } from "@/lib/hook/hooked-team.fixture";
import { CONTEXT } from "@/lib/services/testing/context-session.fixture";

/** Agent teams are off in a client as it comes: its subagents have no names. */
let team: HookedTeam;
beforeEach(async () => {
  team = await HookedTeam.open();
});
afterEach(() => team.close());

const type = "wardroom:implementer";
const idOf = (digit: number) => `a${String(digit).repeat(16)}`;
const start = (digit: number, agent_type = type) =>
  team.told("subagent-start-named", { agent_id: idOf(digit), agent_type });
const works = (digit: number, agent_type = type) => team.told("post-tool-batch", { agent_id: idOf(digit), agent_type });
const stops = (digit: number) => team.hook("subagent-stop", { agent_id: idOf(digit), agent_type: type });
const lead = () => team.told("user-prompt-submit", { session_id: LEAD_SESSION, agent_id: "", agent_type: "" });
/** What the client keeps once the hooks of the start are done. */
const known = (digit: number, prompt: string) =>
  team.client.knowNameless(idOf(digit), type, { toolUseId: `toolu_${digit}`, prompt });

test("a subagent without a name works as the role of its type, is told so with the context, and may edit its section", async () => {
  await team.session.publish(CONTEXT);
  await team.client.asksFor({ id: "toolu_1", type });
  const told = await start(1);
  expect(told).toContain("you work as implementer-1 in checkout");
  expect(told).toContain("[CONTEXT-UPDATE] GC-v1");
  await known(1, "Work.");
  expect(await works(1)).toBe("");
  const edit = (old_string: string) =>
    team.hook("pre-tool-use-edit", {
      agent_id: idOf(1),
      agent_type: type,
      tool_input: { file_path: team.memory, old_string, new_string: `${old_string}- [Finding] f\n` },
    });
  expect((await edit("## implementer-1\n")).said.permissionDecision).toBeUndefined();
  expect((await edit("## implementer-2\n")).said.permissionDecisionReason).toContain("section of implementer-1");
  await team.client.says("[ACK-UPDATE] GC-v1 received. Items: 1/1. Impact: NONE. Action: CONTINUE", idOf(1));
  await stops(1);
  expect(await team.session.confirmed("implementer-1")).toBe("GC-v1");
});

test("a second one of the type works as the next free role, a third has none and the Lead hears of it, and a role that is over is free", async () => {
  await team.client.asksFor({ id: "toolu_1", type });
  expect(await start(1)).toContain("you are implementer-1");
  await known(1, "Work.");
  await team.client.asksFor({ id: "toolu_1", type }, { id: "toolu_2", type });
  expect(await start(2)).toContain("you are implementer-2");
  await known(2, "Work.");
  expect(await start(3)).toBe("");
  await team.client.asksFor({ id: "toolu_1", type }, { id: "toolu_2", type }, { id: "toolu_3", type });
  expect(await start(3)).toContain("every role of your type (implementer-1, implementer-2) is somebody else's");
  expect(await lead()).toContain("a subagent of type wardroom:implementer has no role");
  expect(await lead()).toBe("");
  await stops(1);
  await known(3, "Work.");
  expect(await works(3)).toContain("you work as implementer-1");
});

test("of several that are asked for at once, each is the role that its own words name, at its first tools at the latest", async () => {
  await team.session.publish(CONTEXT);
  const calls = ["You are implementer-2. implementer-1 writes the page.", "You are implementer-1."];
  await team.client.asksFor(...calls.map((prompt, index) => ({ id: `toolu_${index + 1}`, type, prompt })));
  expect(await start(1)).toBe("");
  expect(await start(2)).toBe("");
  await known(1, calls[0] ?? "");
  await known(2, calls[1] ?? "");
  for (const [digit, role] of [
    [1, "implementer-2"],
    [2, "implementer-1"],
  ] as const) {
    const told = await works(digit);
    expect(told).toContain(`you work as ${role} in checkout`);
    expect(told.split("[CONTEXT-UPDATE] GC-v1 ")).toHaveLength(2);
    expect(await works(digit)).toBe("");
  }
});

test("where nothing says which is which, each of several gets a role of its own at its start", async () => {
  await team.client.asksFor({ id: "toolu_1", type }, { id: "toolu_2", type });
  const told = await Promise.all([start(1), start(2)]);
  expect(told.map((text) => /you are (implementer-\d)/.exec(text)?.[1]).sort()).toEqual([
    "implementer-1",
    "implementer-2",
  ]);
});

test("a teammate that has its role by name keeps it, and a type that no role has is nobody", async () => {
  await team.told("subagent-start");
  await team.client.asksFor({ id: "toolu_2", type });
  expect(await start(2)).toContain("you are implementer-2");
  await team.client.asksFor({ id: "toolu_3", type: "Explore" });
  expect(await start(3, "Explore")).toBe("");
  await known(3, "You are implementer-1.");
  expect(await works(3, "Explore")).toBe("");
  // No type makes a subagent the Lead.
  await team.client.asksFor({ id: "toolu_4", type: "wardroom:lead" });
  expect(await start(4, "wardroom:lead")).toBe("");
});
