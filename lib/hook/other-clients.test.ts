import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callsOfPatch, runForClient } from "@/lib/hook/other-clients";

const MEMORY = ".agent/teams/one/TEAM-MEMORY.md";
const TEXT = `# TEAM-MEMORY

## Meta
- Session: one

## Lead
- [Decision] Prices in cents

## implementer-1
- [Finding] The card form loads its own fonts
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "clients-"));
  await mkdir(join(folder, MEMORY, ".."), { recursive: true });
  await writeFile(join(folder, MEMORY), TEXT);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ask = async (client: string, said: object, role = "implementer-1") => {
  const environment = {
    WARDROOM_ROLE: role,
    XDG_STATE_HOME: folder,
    HOME: folder,
    WARDROOM_DATA: join(folder, "none"),
  };
  const answer = await runForClient(client, JSON.stringify(said), { environment, scriptFolder: folder });
  return { ...answer, said: answer.stdout === "" ? {} : (JSON.parse(answer.stdout) as Record<string, unknown>) };
};
const edit = (old: string, now: string) => ({ file_path: MEMORY, old_string: old, new_string: now });
const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");

describe("each client's form of", () => {
  const cases: [
    string,
    (input: object, tool: "write" | "edit") => object,
    (said: Record<string, unknown>) => unknown,
  ][] = [
    [
      "gemini",
      (tool_input, tool) => ({
        hook_event_name: "BeforeTool",
        cwd: folder,
        tool_name: tool === "write" ? "write_file" : "replace",
        tool_input,
      }),
      ({ decision, reason }) => decision === "deny" && reason,
    ],
    [
      "opencode",
      (tool_input, tool) => ({ hook_event_name: "tool.execute.before", cwd: folder, tool_name: tool, tool_input }),
      ({ denied }) => denied,
    ],
    [
      "cursor",
      (tool_input, tool) => ({
        hook_event_name: "preToolUse",
        workspace_roots: [folder],
        tool_name: tool === "write" ? "Write" : "StrReplace",
        tool_input,
      }),
      ({ permission, agent_message }) => permission === "deny" && agent_message,
    ],
    [
      "copilot",
      (tool_input, tool) => ({
        cwd: folder,
        toolName: tool === "write" ? "create" : "edit",
        toolArgs: JSON.stringify(tool_input),
      }),
      ({ permissionDecision, permissionDecisionReason }) => permissionDecision === "deny" && permissionDecisionReason,
    ],
  ];

  it.each(cases)("a refusal is understood by %s, and its own section stays open", async (client, form, reason) => {
    const written = await ask(client, form({ file_path: MEMORY, path: MEMORY, content: "x" }, "write"));
    expect(reason(written.said)).toContain("Write would put one text over");
    const foreign = await ask(client, form(edit("Prices in cents", "Prices in euros"), "edit"));
    expect(reason(foreign.said)).toContain('Your section is "## implementer-1"');
    expect((await ask(client, form(edit("its own fonts", "two fonts"), "edit"))).stdout).toBe("");
    expect((await ask(client, form({ file_path: "src/app.ts", content: "x" }, "write"))).stdout).toBe("");
  });

  it("a refusal stops Windsurf with its exit code", async () => {
    const tool_info = { file_path: join(folder, MEMORY), edits: [{ old_string: "in cents", new_string: "in euros" }] };
    const { exitCode, stderr } = await ask("windsurf", { agent_action_name: "pre_write_code", cwd: folder, tool_info });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("implementer-1") as string,
    });
  });

  it("a patch of Codex is held to the same rules in each of its files", async () => {
    const said = (command: string) => ({
      hook_event_name: "PreToolUse",
      cwd: folder,
      tool_name: "apply_patch",
      tool_input: { command },
    });
    const reasonOf = async (command: string) =>
      (await ask("codex", said(command))).said["hookSpecificOutput"] as
        | { permissionDecisionReason?: string }
        | undefined;
    const own = patch(
      "*** Add File: a.txt",
      "+one",
      `*** Update File: ${MEMORY}`,
      "@@",
      "-- [Finding] The card form loads its own fonts",
      "+- [Finding] Two fonts",
    );
    expect(await reasonOf(own)).toBeUndefined();
    const foreign = patch(
      "*** Add File: a.txt",
      "+one",
      `*** Update File: ${MEMORY}`,
      "@@",
      "-- [Decision] Prices in cents",
      "+- [Decision] Prices in euros",
    );
    expect((await reasonOf(foreign))?.permissionDecisionReason).toContain('Your section is "## implementer-1"');
    for (const way of [`*** Delete File: ${MEMORY}`, `*** Add File: ${MEMORY}`]) {
      expect((await reasonOf(patch(way)))?.permissionDecisionReason).toContain("is shared");
    }
  });
});

it("reads a patch as the edits that it makes", () => {
  const text = patch("*** Update File: a.md", "@@ head", " kept", "-old", "+new", "@@", "+last", "*** Move to: b.md");
  expect(callsOfPatch(text)).toEqual([
    {
      name: "MultiEdit",
      input: {
        file_path: "a.md",
        edits: [
          { old_string: "kept\nold", new_string: "kept\nnew" },
          { old_string: "", new_string: "last" },
        ],
      },
    },
    { name: "Write", input: { file_path: "b.md", content: "" } },
  ]);
  expect(callsOfPatch("no patch")).toEqual([]);
});

it("says nothing to an event or an input that it does not know", async () => {
  for (const said of [{}, { hook_event_name: "Elsewhere" }, { hook_event_name: "BeforeTool", tool_name: 1 }]) {
    expect((await ask("gemini", said)).stdout).toBe("");
  }
  expect((await runForClient("gemini", "no JSON", { environment: {}, scriptFolder: folder })).stdout).toBe("");
});
