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
  test("who does not say a role is nobody: reads and changes nothing, and is told how to say it", async () => {
    const env = { [mark]: "1" };
    for (const words of [
      ["say", "Lead", "decision", "mine"],
      ["say", "implementer-1", "finding", "f", "--as", "Lead"],
      ["relay", "approve", "00000000-0000-7000-8000-000000000000"],
      ["session", "create", "second", "-r", "tester-1"],
      ["session", "show", "checkout"],
      ["team"],
      ["inbox"],
    ]) {
      const answer = await run(env, ...words);
      expect(answer).toMatchObject({ code: 3, out: "" });
      expect(answer.err).toContain(`${client} runs this command and does not say as whom`);
    }
    expect((await say(env, "implementer-1")).code).toBe(0);
    expect((await run(env, "inbox", "implementer-1")).code).toBe(0);
    expect((await say({ ...env, WARDROOM_ROLE: "Lead" }, "Lead")).code).toBe(0);
    expect((await run(env, "session", "show", "checkout", "--owner")).code).toBe(0);
    expect((await run(env, "say", "Lead", "decision", "the owner's", "--owner")).code).toBe(0);
  });

  test("what its hint says is not refused in turn", async () => {
    const { err } = await run({ [mark]: "1" }, "session", "show", "checkout");
    const hints = [...err.matchAll(/wardroom ([\w -]+?)(?:,|$)/gm)].map(([, words = ""]) => words.trim().split(" "));
    expect(hints).toHaveLength(2);
    for (const words of hints) expect((await run({ [mark]: "1" }, ...words)).code).toBe(0);
  });
});

test("a conversation's command that names no role is nobody's either", async () => {
  const env = { WARDROOM_RUN: "claude:7f0c" };
  expect((await run(env, "team")).err).toContain("An agent runs this command");
  expect((await run(env, "team", "--as", "implementer-1")).code).toBe(0);
});

test("a role begins with its type's memory where there is one, and with its own elsewhere", async () => {
  const start = (role: string) => run({ CLAUDECODE: "1", WARDROOM_ROLE: role }, "memory", "start", role);
  const close = (role: string) =>
    run({ CLAUDECODE: "1", WARDROOM_ROLE: role }, "memory", "close", role, "--summary", "s", "--outcome", "o");
  expect(await start("implementer-1")).toMatchObject({ code: 0 });
  expect(await close("implementer-1")).toMatchObject({ code: 0 });
  expect((await run({}, "memory", "show", "implementer-1")).code).toBe(0);
  expect((await run({}, "memory", "init", "researcher")).code).toBe(0);
  expect(await start("researcher-1")).toMatchObject({ code: 0 });
  expect(await close("researcher-1")).toMatchObject({ code: 0 });
  expect((await run({}, "memory", "show", "researcher")).out).toContain(" · s · o");
  expect((await run({}, "memory", "show", "researcher-1")).code).toBe(4);
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
  const answer = await run({ WARDROOM_RUN: "not a run" }, "team", "--owner");
  expect(answer.code).not.toBe(0);
  expect(answer.err).toContain("WARDROOM_RUN is not the id of a run: not a run");
});
