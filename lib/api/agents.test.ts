import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { AgentList, ClaudeMemoryList } from "@/lib/contracts/agents";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const WORKSPACE = "/api/v1/workspaces/demo";
const TESTER = `${WORKSPACE}/agents/tester`;
const MEMORY = `${TESTER}/memory`;

const wardroom = await TestWardroom.open();
serve(wardroom);

const read = async <T>(contract: { parse(value: unknown): T }, path: string) =>
  contract.parse(await (await call("GET", path)).json());
const put = async (path: string, text: string) => {
  await mkdir(dirname(join(wardroom.files, path)), { recursive: true });
  await writeFile(join(wardroom.files, path), text);
};

it("refuses what is no name, no agent, no session and no close", async () => {
  for (const name of ["a%2Fb", "..%2F..", "a%5Cb", "%20", "x".repeat(81)]) {
    const said = await problem("invalid_input", call("POST", `${WORKSPACE}/agents/${name}/memory`, { body: {} }));
    if (name.includes("%2F")) expect(said.hint).toContain("letters, digits");
    await problem("invalid_input", call("GET", `${WORKSPACE}/agents/${name}/memory`));
  }
  const nobody = `${WORKSPACE}/agents/nobody`;
  await problem("not_found", call("GET", `${nobody}/memory`));
  await problem("not_found", call("POST", `${nobody}/sessions`));
  await problem("not_found", call("GET", `${nobody}/sessions`));
  await problem("not_found", call("GET", `${nobody}/claude-memory`));
  await call("POST", MEMORY);
  for (const confirm of ["", "?confirm=", "?confirm=Tester", "?confirm=true", "?confirm=tester&force=true"])
    await problem("invalid_input", call("DELETE", MEMORY + confirm));
  const unknown = `${TESTER}/sessions/0000/close`;
  await problem("not_found", call("POST", unknown, { body: { summary: "a", outcome: "b" } }));
  for (const body of [{}, { summary: "a" }, { summary: "", outcome: "b" }, { summary: "a", outcome: "b", more: 1 }]) {
    await problem("invalid_input", call("POST", unknown, { body }));
  }
  await problem("invalid_input", call("POST", unknown, { body: { summary: "\uD800", outcome: "b" } }));
  await problem("invalid_input", call("PATCH", MEMORY, { body: { section: "Nothing", text: "" } }));
});

it("tells of an agent that opted out, and of Claude Code's own memory", async () => {
  await put(".claude/agents/out.md", "---\nname: out\nmemory: disabled\n---\n");
  await put(".claude/agent-memory/out/MEMORY.md", "# Out\n");
  const said = await problem("conflict", call("POST", `${WORKSPACE}/agents/out/memory`, { body: {} }));
  expect(said).toMatchObject({ current: { memory: "disabled", definitions: [".claude/agents/out.md"] } });
  await problem("conflict", call("POST", `${WORKSPACE}/agents/out/sessions`));
  const { items } = await read(AgentList, `${WORKSPACE}/agents`);
  expect(items.find(({ name }) => name === "out")).toMatchObject({
    memory: "disabled",
    exists: false,
    claudeMemories: [{}],
  });
  const claude = await read(ClaudeMemoryList, `${WORKSPACE}/agents/out/claude-memory`);
  expect(claude.items).toMatchObject([{ scope: "project", text: "# Out\n" }]);
});
