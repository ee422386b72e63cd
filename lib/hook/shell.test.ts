import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LEAD_RUN, LEAD_SESSION, TEAMMATE_RUN } from "@/lib/hook/agent-client.fixture";
import { AWAY, HookedTeam } from "@/lib/hook/hooked-team.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";

let team: HookedTeam;
beforeEach(async () => {
  team = await HookedTeam.open();
});
afterEach(() => team.close());

const lead = { session_id: LEAD_SESSION, agent_id: "", agent_type: "" };
const bash = (command: string, more: Record<string, unknown> = {}) =>
  team.hook("pre-tool-use-edit", {
    tool_name: "Bash",
    tool_use_id: "toolu_bash",
    permission_mode: "default",
    tool_input: { command, description: "d" },
    ...more,
  });
const ran = (command: string) =>
  team.told("post-tool-batch", {
    tool_calls: [{ tool_name: "Bash", tool_use_id: "toolu_bash", tool_input: { command } }],
  });
const read = () => readFile(team.memory, "utf8");

test.each([
  "echo '- [Decision] x' >> .agent/teams/checkout/TEAM-MEMORY.md",
  "cat > .agent/teams/checkout/TEAM-MEMORY.md <<'EOF'\nmine\nEOF",
  "cd .agent/teams && sed -i 's/## Lead/## Lead\\n- x/' checkout/TEAM-MEMORY.md",
  "printf x | tee -a .agent/teams/*/TEAM-MEMORY.md",
  "mv /tmp/mine.md .agent/teams/checkout/TEAM-MEMORY.md",
  "cp -f x/TEAM-MEMORY.md .agent/teams/checkout/",
  'rm -f ".agent/teams/checkout/TEAM-MEMORY.md"',
  "true && rm -rf .agent",
])("a teammate's %s is denied, with what to do instead", async (command) => {
  const { said } = await bash(command);
  expect(said.permissionDecision).toBe("deny");
  expect(said.permissionDecisionReason).toMatch(/Use Edit within your own section|tell the Lead/);
});

test("the Lead writes over nothing by a shell either, and makes what is not there yet", async () => {
  expect((await bash("echo x >> .agent/teams/checkout/TEAM-MEMORY.md", lead)).said.permissionDecision).toBe("deny");
  expect((await bash("echo x > .agent/teams/checkout/orchestration-plan.md", lead)).stdout).toBe("");
});

test.each([
  "grep -n Finding .agent/teams/checkout/TEAM-MEMORY.md > /tmp/found.txt",
  "cat .agent/teams/checkout/TEAM-MEMORY.md | tee /tmp/copy.md",
  "cp .agent/teams/checkout/TEAM-MEMORY.md /tmp/copy.md",
  "npm test",
  "echo 'do not > .agent/teams/checkout/TEAM-MEMORY.md'",
])("%s runs as it is", async (command) => {
  expect((await bash(command)).stdout).toBe("");
});

test("a command that speaks of Wardroom, and any where nobody is asked, has its agent's role in the environment", async () => {
  const changed = async (command: string, more: Record<string, unknown> = {}) =>
    (await bash(command, more)).said.updatedInput;
  const role = `export WARDROOM_ROLE='implementer-1' WARDROOM_SESSION='checkout' WARDROOM_RUN='${TEAMMATE_RUN}'; `;
  expect(await changed("./report.sh wardroom")).toMatchObject({ command: `${role}./report.sh wardroom` });
  expect(await changed("wardroom say Lead decision x")).toEqual({
    command: `wardroom say --by 'implementer-1,${TEAMMATE_RUN},checkout' Lead decision x`,
    description: "d",
  });
  expect(await changed("npm test", { permission_mode: "bypassPermissions" })).toMatchObject({
    command: `${role}npm test`,
  });
  expect(await changed("wardroom relay list", lead)).toMatchObject({
    command: `wardroom relay list --by 'Lead,${LEAD_RUN},checkout'`,
  });
  const stranger = { agent_id: "ace98cfda4553938a", agent_type: "Explore" };
  expect(await changed("wardroom relay list", stranger)).toBeUndefined();
});

test("what a Lead's client was started with does not make everybody in it the Lead", async () => {
  const file = join(team.client.folder, "env.sh");
  await writeFile(file, "");
  const start = (env: Record<string, string>, session_id = "s") =>
    team.hook("session-start", { session_id }, { CLAUDE_ENV_FILE: file, ...env });
  await start({ WARDROOM_ROLE: "Lead" });
  await start({ WARDROOM_ROLE: "implementer-1" });
  await start({}, "another");
  expect(await readFile(file, "utf8")).toBe(
    "unset WARDROOM_ROLE WARDROOM_RUN\nexport WARDROOM_ROLE='implementer-1' WARDROOM_RUN='claude:s'\n",
  );
});

test("a change that a command made is the agent's, who is told which rule it broke, and the Lead hears of it once", async () => {
  const command = "python3 fix.py .agent/teams/checkout/TEAM-MEMORY.md";
  await bash(command);
  await writeFile(team.memory, (await read()).replace("## Lead\n", "## Lead\n- [Decision] forged\n"));
  const told = await ran(command);
  expect(told).toContain(
    'your command changed Lead in TEAM-MEMORY.md. implementer-1 writes in "## implementer-1" alone',
  );
  const story = (await team.session.session.story()).filter((line) => line.includes("memory."));
  expect(story.at(-1)).toContain("implementer-1: memory.attributed");
  // The Lead's inbox has it over every door, so the hooks say it no second time.
  const inbox = await team.wardroom.services.inbox.read(
    { ...OWNER, run: LEAD_RUN },
    team.session.params,
    { wait: 0, again: "false", all: "false" },
    new AbortController().signal,
  );
  const violation = "implementer-1 changed Lead in TEAM-MEMORY.md by itself, which is not its to change: revision";
  expect(inbox.entries.filter(({ kind }) => kind === "violation").map(({ text }) => text)).toEqual([
    expect.stringContaining(violation),
  ]);
  expect((await team.told("user-prompt-submit", lead)).split("changed Lead")).toHaveLength(2);
  expect(await team.told("user-prompt-submit", lead)).not.toContain("changed Lead");
  expect(await ran(command)).toBe("");
  // So it is where the Lead has looked before.
  await bash(command);
  await writeFile(team.memory, (await read()).replace("## Lead\n", "## Lead\n- [Decision] forged again\n"));
  await ran(command);
  expect(await team.told("user-prompt-submit", lead)).toContain(
    "implementer-1 changed Lead in TEAM-MEMORY.md by itself",
  );
});

test("a change outside all sections is told to the agent and to the Lead, and a memory that is gone to the Lead", async () => {
  const command = "python3 fix.py .agent/teams/checkout/TEAM-MEMORY.md";
  const text = await read();
  await bash(command);
  await writeFile(team.memory, text.replace("# ", "# Our "));
  expect(await ran(command)).toContain("your command changed the text outside all sections in TEAM-MEMORY.md");
  const told = await team.told("user-prompt-submit", lead);
  expect(told).toContain("implementer-1 changed the text outside all sections in TEAM-MEMORY.md by itself");
  await rm(team.memory);
  const inbox = await team.wardroom.services.inbox.read(
    { ...OWNER, run: LEAD_RUN },
    team.session.params,
    { wait: 0, again: "false", all: "false" },
    new AbortController().signal,
  );
  expect(inbox.entries).toMatchObject([
    { text: ".agent/teams/checkout/TEAM-MEMORY.md was removed on disk.", concerns: true },
  ]);
  await writeFile(team.memory, text);
});

test("a change that no server heard of is told to the Lead by the hooks, with its command", async () => {
  const command = "python3 fix.py .agent/teams/checkout/TEAM-MEMORY.md";
  const call = { tool_name: "Bash", tool_use_id: "toolu_away", tool_input: { command } };
  await team.hook("pre-tool-use-edit", call, AWAY);
  await writeFile(team.memory, (await read()).replace("## Lead\n", "## Lead\n- [Decision] forged\n"));
  await team.hook("post-tool-batch", { tool_calls: [call] }, AWAY);
  expect(await team.told("user-prompt-submit", lead)).toContain(
    `implementer-1 changed Lead in TEAM-MEMORY.md of checkout with a shell command, which is not its to change: ${command}`,
  );
});

test("a change of one's own section by a command is one's own and breaks nothing", async () => {
  const command = "python3 add.py .agent/teams/checkout/TEAM-MEMORY.md";
  await team.told("subagent-start");
  await bash(command);
  await writeFile(team.memory, (await read()).replace("## implementer-1\n", "## implementer-1\n- [Finding] f\n"));
  expect(await ran(command)).toBe("");
  const story = (await team.session.session.story()).filter((line) => line.includes("memory."));
  expect(story.at(-1)).toContain("implementer-1: memory.attributed");
  expect(await team.told("user-prompt-submit", lead)).not.toContain("shell command");
});

test("a folder with spaces and Korean in its name is one like any other", async () => {
  const folder = join(team.client.folder, "내 프로젝트");
  const file = join(folder, ".agent/teams/checkout/TEAM-MEMORY.md");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await read());
  const denied = await bash(`echo x >> '${file}'`, { cwd: folder });
  expect(denied.said.permissionDecision).toBe("deny");
});
