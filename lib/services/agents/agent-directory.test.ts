import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { TestAgent } from "@/lib/services/testing/agents.fixture";
import { OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };

const wardroom = await TestWardroom.open();
const { agents } = wardroom.services;

describe("agents are found", () => {
  it("by their folders, their definitions and Claude Code's memories, each once", async () => {
    const own = await TestWardroom.open();
    const write = async (path: string, text: string) => {
      await mkdir(dirname(join(own.files, path)), { recursive: true });
      await writeFile(join(own.files, path), text);
    };
    await write(".kaizen/agents/Tester/memory.md", "## Open Threads\n- one\n- two\n");
    await write(".kaizen/agents/empty/notes.md", "");
    await write(".kaizen/agents/.hidden/memory.md", "");
    await write(".claude/agents/tester.md", "---\nname: tester\ndescription: It tests\n---\n");
    await write(".claude/agents/README.md", "# Agents\n");
    await write(".claude/agents/plain.md", "You are plain.\n");
    await write("agents/agent-coach.md", "You are a coach.\n");
    await write("agents/writer.md", "---\nname: writer\nmemory: disabled\n---\n");
    await write("agents/notes.md", "No definition.\n");
    await write("agents/slash.md", "---\nname: team/slash\n---\n");
    await write(".claude/agent-memory/tester/MEMORY.md", "# Mine\n\ntwo\n");
    await write(".claude/agent-memory-local/loner/MEMORY.md", "alone\n");
    await write(".claude/agent-memory/none/other.md", "");
    const { items } = await own.services.agents.list(VIEWER, DEMO);
    const brief = items.map(({ name, memory, exists, openThreads }) => [name, memory, exists, openThreads]);
    expect(brief).toEqual([
      ["Tester", "enabled", true, 2],
      ["coach", "enabled", false, 0],
      ["empty", "enabled", false, 0],
      ["loner", "enabled", false, 0],
      ["plain", "enabled", false, 0],
      ["slash", "enabled", false, 0],
      ["writer", "disabled", false, 0],
    ]);
    const [tester] = items;
    expect(tester).toMatchObject({
      path: ".kaizen/agents/Tester/memory.md",
      definitions: [{ path: ".claude/agents/tester.md", description: "It tests", memory: null }],
      claudeMemories: [{ path: ".claude/agent-memory/tester/MEMORY.md", scope: "project", lines: 3 }],
    });
    expect(items.find(({ name }) => name === "slash")?.warnings).toMatchObject([{ code: "unsafe_name" }]);
    const claude = await own.services.agents.readClaude(VIEWER, { ...DEMO, agent: "TESTER" });
    expect(claude.items).toMatchObject([{ scope: "project", text: "# Mine\n\ntwo\n", lines: 3, diagnostics: [] }]);
    await refusal("not_found", own.services.agents.read(VIEWER, { ...DEMO, agent: "loner" }));
  });

  it("although one of their files cannot be read", async () => {
    const own = await TestWardroom.open();
    const outside = join(own.folder, "outside");
    await mkdir(outside);
    await writeFile(join(outside, "memory.md"), "secret");
    const linked = new TestAgent(own, "linked");
    await mkdir(linked.folder, { recursive: true });
    await symlink(join(outside, "memory.md"), linked.path);
    const binary = new TestAgent(own, "binary");
    await binary.put(Buffer.from([0xff, 0xfe, 0x00]));
    const folder = new TestAgent(own, "folder");
    await mkdir(folder.path, { recursive: true });
    await mkdir(join(own.files, ".claude"), { recursive: true });
    await symlink(outside, join(own.files, ".claude/agents"));
    const good = new TestAgent(own, "good");
    await good.put("## Watch Points\n- x\n");
    const { items } = await own.services.agents.list(OWNER, DEMO);
    expect(items.map(({ name, warnings }) => [name, warnings[0]?.code])).toEqual([
      ["binary", "not_utf8"],
      ["folder", "unreadable"],
      ["good", "missing_section"],
      ["linked", "unreadable"],
    ]);
    expect(JSON.stringify(items)).not.toContain("secret");
    await refusal("forbidden", linked.read());
    await refusal("unparseable", folder.read());
    expect(await binary.read()).toMatchObject({ diagnostics: [{ code: "not_utf8" }, {}, { code: "missing_section" }] });
    await refusal(
      "unparseable",
      agentsOf(own).edit(OWNER, binary.params, { section: "Watch Points", add: "a" }, PLAIN_REQUEST),
    );
    expect(await good.read()).toMatchObject({ sections: [{ entries: [{ text: "x" }] }] });
    expect(await own.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  });

  it.each([".kaizen", ".claude", "agents", ".agent", ".microai"])(
    "although %s leads out of the workspace",
    async (name) => {
      const own = await TestWardroom.open();
      await mkdir(join(own.folder, "outside/agents/secret"), { recursive: true });
      await writeFile(join(own.folder, "outside/agents/secret/memory.md"), "");
      await symlink(join(own.folder, "outside"), join(own.files, name));
      expect((await own.services.agents.list(OWNER, DEMO)).items).toEqual([]);
      // A search tells of a folder of sessions it may not enter; everything else goes on.
      const faults: unknown[] = [];
      await own.runtime.watch((error) => faults.push(error));
      expect(await own.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
      if (name !== ".agent") expect(faults).toEqual([]);
    },
  );

  const agentsOf = (own: TestWardroom) => own.services.agents;
});

it("lists what teammates reported in the phases of sessions, and leaves it as it is", async () => {
  const own = await TestWardroom.open();
  const session = await own.session("checkout", []);
  const report = join(session.folder, "phase-3/architect-1/L1-index.yaml");
  await mkdir(join(session.folder, "phase-3/tester-1"), { recursive: true });
  await mkdir(join(session.folder, "phase-3/architect-1"), { recursive: true });
  await writeFile(report, "adrs: [\n");
  const path = ".agent/teams/checkout/phase-3/architect-1/L1-index.yaml";
  expect((await own.services.agents.list(VIEWER, DEMO)).reports).toEqual([
    { agent: "architect-1", session: "checkout", phase: "phase-3", path },
  ]);
  expect(await readFile(report, "utf8")).toBe("adrs: [\n");
});

it("lists the reports of its own session alone to a token for one", async () => {
  const own = await TestWardroom.open();
  for (const id of ["checkout", "other"]) {
    const { folder } = await own.session(id, ["tester-1"]);
    await mkdir(join(folder, "phase-1/tester-1"), { recursive: true });
    await writeFile(join(folder, "phase-1/tester-1/L1-index.yaml"), "status: complete\n");
  }
  const named = { ...DEMO, session: "other", role: "tester-1" };
  const { token } = await own.services.tokens.mint(OWNER, named, PLAIN_REQUEST);
  const teammate = await own.services.authentication.authenticate({ token, source: "api", role: null });
  const { reports } = await own.services.agents.list(teammate, DEMO);
  expect(reports.map(({ session }) => session)).toEqual(["other"]);
});

describe("a name", () => {
  it.each(["team/reviewer", "..", "a\\b", "", " a"])("such as %j is refused everywhere", async (agent) => {
    const params = { ...DEMO, agent };
    const error = await refusal("invalid_input", agents.read(OWNER, params));
    if (agent.includes("/")) expect(error.details.hint).toContain("letters, digits");
    await refusal("invalid_input", agents.init(OWNER, params, {}, PLAIN_REQUEST));
    await refusal("invalid_input", agents.sessions.start(OWNER, params, PLAIN_REQUEST));
    await refusal("invalid_input", agents.clear(OWNER, params, agent, PLAIN_REQUEST));
  });

  it("nobody knows is not found, with those there are", async () => {
    await new TestAgent(wardroom, "known").init();
    const nobody = { ...DEMO, agent: "nobody" };
    const error = await refusal("not_found", agents.read(OWNER, nobody));
    expect(error.details.hint).toContain("known");
    await refusal("not_found", agents.sessions.start(OWNER, nobody, PLAIN_REQUEST));
    await refusal("not_found", agents.sessions.list(OWNER, nobody, { limit: 10 }));
    await refusal("not_found", agents.clear(OWNER, nobody, "nobody", PLAIN_REQUEST));
    await refusal("not_found", agents.revisions.list(OWNER, nobody, { limit: 10 }));
    await refusal("not_found", agents.edit(OWNER, nobody, { section: "Watch Points", add: "a" }, PLAIN_REQUEST));
  });
});
