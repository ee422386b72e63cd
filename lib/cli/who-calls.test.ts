import { beforeEach, describe, expect, test } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

let wardroom: TestWardroom;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("checkout", ["implementer-1", "researcher-1"]);
});
const run = (env: Record<string, string>, ...argv: string[]) => wardroomCli(wardroom, argv, { env });
const say = (env: Record<string, string>, role: string, ...more: string[]) =>
  run(env, "say", role, "finding", `said with ${JSON.stringify(env)}`, ...more);

test("a person's shell acts as before: as the owner, and as any role it names", async () => {
  expect((await say({}, "Lead")).code).toBe(0);
  expect((await say({}, "implementer-1")).code).toBe(0);
  expect((await run({}, "session", "create", "second", "-r", "tester-1")).code).toBe(0);
});

describe.each([
  ["CLAUDECODE", "Claude Code"],
  ["AI_AGENT", "An agent"],
  ["GEMINI_CLI", "Gemini CLI"],
  ["OPENCODE", "OpenCode"],
  ["CODEX_THREAD_ID", "Codex"],
])("where %s is set", (mark, client) => {
  test("who does not say a role is not taken for the Lead, and is told how to say it", async () => {
    const env = { [mark]: "1" };
    for (const words of [
      ["say", "Lead", "decision", "mine"],
      ["say", "implementer-1", "finding", "f", "--as", "Lead"],
      ["relay", "approve", "00000000-0000-7000-8000-000000000000"],
      ["session", "create", "second", "-r", "tester-1"],
    ]) {
      const answer = await run(env, ...words);
      expect(answer.code).toBe(3);
      expect(answer.err).toContain(`${client} runs this command, and it does not say as whom`);
      expect(answer.err).toContain("--as implementer-1, or WARDROOM_ROLE=implementer-1 before the command");
    }
    expect((await run(env, "session", "show", "checkout")).code).toBe(0);
    expect((await say(env, "implementer-1")).code).toBe(0);
    expect((await say({ ...env, WARDROOM_ROLE: "Lead" }, "Lead")).code).toBe(0);
  });
});

test("a role of the environment is that role in everything, and nobody else", async () => {
  const env = { CLAUDECODE: "1", WARDROOM_ROLE: "researcher-1" };
  expect((await say(env, "researcher-1")).out).toContain("relay");
  const { items } = JSON.parse((await run({}, "relay", "list", "--json")).out) as { items: { id: string }[] };
  const own = await run(env, "relay", "approve", items[0]?.id ?? "");
  expect(own.code).toBe(3);
  for (const words of [["Lead"], ["implementer-1"], ["researcher-1", "--as", "Lead"]] as const) {
    const [role, ...more] = words;
    const answer = await say(env, role, ...more);
    expect(answer.code).toBe(3);
    expect(answer.err).toContain("This command is researcher-1's");
  }
  expect((await say({ WARDROOM_ROLE: "a/b" }, "Lead")).err).toContain("cannot be the id of a role");
});

test("a command is its agent's conversation's, unless it speaks for another role", async () => {
  const env = { CLAUDECODE: "1", WARDROOM_ROLE: "implementer-1", WARDROOM_RUN: "claude:7f0c/a1" };
  const runs = async () => {
    const { items } = JSON.parse((await run({}, "run", "list", "--json")).out) as {
      items: { id: string; role: string }[];
    };
    return items.filter(({ id }) => id.startsWith("claude:")).map(({ id, role }) => `${id} ${role}`);
  };
  expect(await say(env, "implementer-1")).toMatchObject({ code: 0 });
  expect(await runs()).toEqual(["claude:7f0c/a1 implementer-1"]);
  const lead = { ...env, WARDROOM_ROLE: "Lead", WARDROOM_RUN: "claude:7f0c" };
  expect((await run(lead, "say", "researcher-1", "finding", "for it")).code).toBe(0);
  expect(await runs()).toEqual(["claude:7f0c/a1 implementer-1"]);
  expect((await run(lead, "say", "Lead", "decision", "its own")).code).toBe(0);
  expect(await runs()).toEqual(expect.arrayContaining(["claude:7f0c Lead", "claude:7f0c/a1 implementer-1"]));
});

test("a variable that is no id of a run is refused, and said to be", async () => {
  const answer = await run({ WARDROOM_RUN: "not a run" }, "session", "show", "checkout");
  expect(answer.code).not.toBe(0);
  expect(answer.err).toContain("WARDROOM_RUN is not the id of a run: not a run");
});
