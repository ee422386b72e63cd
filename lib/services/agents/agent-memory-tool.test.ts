import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { MemoryToolCommand } from "@/lib/contracts/memory-tool";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const PARAMS = { workspace: "demo", agent: "ada" };
const ADA = actingAs("ada-1");

const wardroom = await TestWardroom.open();
const home = join(wardroom.files, ".kaizen/agents/ada");
await wardroom.services.agents.init(OWNER, PARAMS, {}, PLAIN_REQUEST);

function run(command: MemoryToolCommand, caller: Caller = ADA) {
  return wardroom.services.agents.memoryTool.run(caller, PARAMS, command, PLAIN_REQUEST);
}

async function put(path: string, text: string | Buffer): Promise<void> {
  const file = join(wardroom.files, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const ok = (content: string) => ({ content: expect.stringContaining(content) as string, isError: false });

describe("the memory tool", () => {
  it("works on the agent's folder, its memory among the files, and keeps every change in the history", async () => {
    expect(await run({ command: "view", path: "/memories" }, VIEWER)).toEqual(ok("/memories/memory.md"));
    expect(await run({ command: "create", path: "/memories/notes/today.md", file_text: "one\ntwo\n" })).toEqual(
      ok("File created successfully at: /memories/notes/today.md"),
    );
    expect(await readFile(join(home, "notes/today.md"), "utf8")).toBe("one\ntwo\n");
    await run({ command: "str_replace", path: "/memories/notes/today.md", old_str: "two", new_str: "2" });
    await run({ command: "insert", path: "/memories/notes/today.md", insert_line: 0, insert_text: "zero\n" });
    expect(await run({ command: "view", path: "/memories/notes/today.md" })).toEqual(ok("     1\tzero\n     2\tone\n"));
    await run({ command: "rename", old_path: "/memories/notes", new_path: "/memories/done" });
    expect(await readFile(join(home, "done/today.md"), "utf8")).toBe("zero\none\n2\n");
    await expect(readFile(join(home, "notes/today.md"))).rejects.toMatchObject({ code: "ENOENT" });
    await run({ command: "delete", path: "/memories/done" });
    expect((await run({ command: "view", path: "/memories" })).content).not.toContain("today.md");

    const { ok: isWhole } = await wardroom.services.events.verify(OWNER, { workspace: "demo" });
    expect(isWhole).toBe(true);
    const filter = { action: "agent.edited", limit: 10, format: "json" } as const;
    const { items } = await wardroom.services.events.list(OWNER, { workspace: "demo" }, filter);
    expect(items.map(({ actor, target, payload }) => [actor, target, payload.command])).toEqual([
      ["ada-1", ".kaizen/agents/ada/done/today.md", "delete"],
      ["ada-1", ".kaizen/agents/ada", "rename"],
      ["ada-1", ".kaizen/agents/ada/notes/today.md", "insert"],
      ["ada-1", ".kaizen/agents/ada/notes/today.md", "str_replace"],
      ["ada-1", ".kaizen/agents/ada/notes/today.md", "create"],
    ]);
  });

  it("sees what was edited outside, and records it first", async () => {
    await run({ command: "create", path: "/memories/shared.md", file_text: "mine\n" });
    await put(".kaizen/agents/ada/shared.md", "theirs\n");
    expect(await run({ command: "str_replace", path: "/memories/shared.md", old_str: "mine", new_str: "x" })).toEqual({
      content: "No replacement was performed, old_str `mine` did not appear verbatim in /memories/shared.md.",
      isError: true,
    });
    await run({ command: "str_replace", path: "/memories/shared.md", old_str: "theirs", new_str: "ours" });
    expect(await readFile(join(home, "shared.md"), "utf8")).toBe("ours\n");
  });

  it("answers what the model did wrong in the tool's words, and changes nothing", async () => {
    for (const path of ["/memories/../secret", "/etc/passwd", "/memories/%2e%2e/x"]) {
      expect(await run({ command: "create", path, file_text: "x" })).toMatchObject({ isError: true });
    }
    expect(await run({ command: "create", path: "/memories/memory.md", file_text: "x" })).toEqual({
      content: "Error: File /memories/memory.md already exists",
      isError: true,
    });
    expect(await run({ command: "create", path: "/memories/bell.md", file_text: "\u0007" })).toMatchObject({
      isError: true,
      content: "Error: The text holds the control character U+0007",
    });
    await expect(readFile(join(home, "bell.md"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("answers the same request with the same answer, once done", async () => {
    const command = { command: "create", path: "/memories/once.md", file_text: "x" } as const;
    const { memoryTool } = wardroom.services.agents;
    const first = await memoryTool.run(ADA, PARAMS, command, once("once"));
    expect(first.isError).toBe(false);
    expect(await memoryTool.run(ADA, PARAMS, command, once("once"))).toEqual(first);
    expect(await memoryTool.run(ADA, PARAMS, command, once("twice"))).toMatchObject({ isError: true });
  });
});

describe("who may use it", () => {
  it("may read as anybody, write as a role, and take the memory itself away as the Lead alone", async () => {
    const create = { command: "create", path: "/memories/no.md", file_text: "x" } as const;
    await expect(run(create, VIEWER)).rejects.toMatchObject({ code: "forbidden" });
    await expect(run({ command: "delete", path: "/memories/memory.md" })).rejects.toMatchObject({ code: "forbidden" });
    const away = { command: "rename", old_path: "/memories/memory.md", new_path: "/memories/old.md" } as const;
    await expect(run(away)).rejects.toMatchObject({ code: "forbidden" });
    expect(await run(away, OWNER)).toMatchObject({ isError: false });
    await run({ command: "rename", old_path: "/memories/old.md", new_path: "/memories/memory.md" }, OWNER);
    expect(await wardroom.services.agents.read(OWNER, PARAMS)).toMatchObject({ agent: "ada" });
  });

  it("lets no role change the memory of another agent, as no other call does", async () => {
    const before = await readFile(join(home, "memory.md"), "utf8");
    const researcher = actingAs("researcher-1");
    for (const command of [
      {
        command: "str_replace",
        path: "/memories/memory.md",
        old_str: "## Watch Points",
        new_str: "## Watch Points\n\n- obey",
      },
      { command: "insert", path: "/memories/memory.md", insert_line: 0, insert_text: "obey" },
      { command: "create", path: "/memories/plan.md", file_text: "x" },
      { command: "delete", path: "/memories/memory.md" },
    ] as const) {
      await expect(run(command, researcher)).rejects.toMatchObject({ code: "forbidden" });
    }
    const edit = { section: "Watch Points", add: "obey" } as const;
    const { agents } = wardroom.services;
    await expect(agents.edit(researcher, PARAMS, edit, PLAIN_REQUEST)).rejects.toMatchObject({ code: "forbidden" });
    expect(await readFile(join(home, "memory.md"), "utf8")).toBe(before);
    expect((await agents.edit(ADA, PARAMS, edit, PLAIN_REQUEST)).text).toContain("- obey");
  });

  it("is told of an agent that is unknown, or wants no memory", async () => {
    const { memoryTool } = wardroom.services.agents;
    const view = { command: "view", path: "/memories" } as const;
    const nobody = { workspace: "demo", agent: "nobody" };
    await expect(memoryTool.run(ADA, nobody, view, PLAIN_REQUEST)).rejects.toMatchObject({ code: "not_found" });
    await put(".claude/agents/blank.md", "---\nname: blank\ndescription: Forgets\nmemory: disabled\n---\nForget.\n");
    const blank = { workspace: "demo", agent: "blank" };
    const create = { command: "create", path: "/memories/a.md", file_text: "x" } as const;
    await expect(memoryTool.run(actingAs("blank"), blank, create, PLAIN_REQUEST)).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

describe("names that tools execute or obey", () => {
  it("are created, moved to and looked at by no command, and nothing of them is on the disk", async () => {
    await run({ command: "create", path: "/memories/plain.md", file_text: "x" });
    for (const name of [
      ".git/config",
      "notes/.git/config",
      ".envrc",
      "notes/CLAUDE.md",
      "HEAD",
      "a.json",
      "note.wardroom-tmp",
    ]) {
      const path = `/memories/${name}`;
      const refused = { isError: true, content: expect.stringContaining("is not allowed") as string };
      expect(await run({ command: "create", path, file_text: "[core]\n\tfsmonitor = id\n" })).toEqual(refused);
      expect(await run({ command: "rename", old_path: "/memories/plain.md", new_path: path })).toEqual(refused);
      expect(await run({ command: "view", path })).toMatchObject({ isError: true });
      await expect(readFile(join(home, name))).rejects.toMatchObject({ code: "ENOENT" });
    }
  });

  it("stay where they are when the folder around them is moved or deleted", async () => {
    await put(".kaizen/agents/ada/repo/.git/config", "[core]\n");
    await put(".kaizen/agents/ada/repo/readme.md", "mine\n");
    expect((await run({ command: "view", path: "/memories" })).content).not.toContain(".git");
    await run({ command: "rename", old_path: "/memories/repo", new_path: "/memories/moved" });
    expect(await readFile(join(home, "moved/readme.md"), "utf8")).toBe("mine\n");
    expect(await readFile(join(home, "repo/.git/config"), "utf8")).toBe("[core]\n");
    await expect(readFile(join(home, "moved/.git/config"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("files that are none of text", () => {
  it("are refused where they lie, and links that lead out are never followed", async () => {
    await put(".kaizen/agents/bin/tool.png", "x");
    await put(".kaizen/agents/bin/picture.txt", Buffer.from([0x89, 0xff, 0x00]));
    const params = { workspace: "demo", agent: "bin" };
    const view = { command: "view", path: "/memories" } as const;
    const { memoryTool } = wardroom.services.agents;
    expect((await memoryTool.run(ADA, params, view, PLAIN_REQUEST)).isError).toBe(false);
    for (const command of [
      { command: "view", path: "/memories/picture.txt" },
      { command: "delete", path: "/memories/picture.txt" },
      { command: "create", path: "/memories/picture.txt", file_text: "x" },
    ] as const) {
      const refused = memoryTool.run(OWNER, params, command, PLAIN_REQUEST);
      await expect(refused).rejects.toMatchObject({ code: "unparseable" });
    }
    const foreign = { command: "delete", path: "/memories/tool.png" } as const;
    expect((await memoryTool.run(OWNER, params, foreign, PLAIN_REQUEST)).content).toContain(
      "is not allowed: it is neither",
    );
    await symlink("/etc/hostname", join(home, "host.md"));
    expect((await run({ command: "view", path: "/memories" })).content).not.toContain("host");
    const through = { command: "create", path: "/memories/host.md", file_text: "x" } as const;
    await expect(run(through)).rejects.toMatchObject({ code: "forbidden" });
  });
});

it("changes through a link what the caller may change where it leads, under that file's own name", async () => {
  const session = await wardroom.session("linked", []);
  await wardroom.services.agents.init(OWNER, { workspace: "demo", agent: "eve" }, {}, PLAIN_REQUEST);
  const theirs = await session.text();
  await symlink("../../../.agent/teams/linked", join(home, "ls"));
  await symlink("../eve/memory.md", join(home, "eve.md"));
  await symlink("memory.md", join(home, "self.md"));
  const insert = (path: string) => ({ command: "insert", path, insert_line: 0, insert_text: "x\n" }) as const;
  for (const path of ["/memories/ls/TEAM-MEMORY.md", "/memories/eve.md"])
    await expect(run(insert(path))).rejects.toMatchObject({ code: "forbidden" });
  const create = { command: "create", path: "/memories/ls/new.md", file_text: "x" } as const;
  await expect(run(create)).rejects.toMatchObject({ code: "forbidden" });
  await expect(run({ command: "delete", path: "/memories/self.md" })).rejects.toMatchObject({ code: "forbidden" });
  expect(await session.text()).toBe(theirs);

  await run(insert("/memories/self.md"));
  expect(await readFile(join(home, "memory.md"), "utf8")).toMatch(/^x\n/);
  await run(insert("/memories/ls/TEAM-MEMORY.md"), OWNER);
  expect(await session.text()).toBe(`x\n${theirs}`);
  const { items } = await wardroom.services.revisions.list(OWNER, session.params, { limit: 5 });
  expect(items[0]).toMatchObject({ actor: "Lead" });
  expect(await wardroom.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
});

it("refuses another spelling of a file or folder, also of the memory that is not there yet", async () => {
  await run({ command: "create", path: "/memories/Notes/one.md", file_text: "one\n" });
  const refused = { content: expect.stringContaining("Did you mean that?") as string, isError: true };
  for (const path of ["/memories/MEMORY.md", "/memories/notes/two.md", "/memories/Notes/ONE.md"]) {
    expect(await run({ command: "create", path, file_text: "two\n" })).toEqual(refused);
    expect(await run({ command: "view", path })).toEqual(refused);
    expect(await run({ command: "rename", old_path: "/memories/Notes/one.md", new_path: path })).toEqual(refused);
  }
  expect(await readFile(join(home, "Notes/one.md"), "utf8")).toBe("one\n");
});
