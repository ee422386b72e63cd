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
