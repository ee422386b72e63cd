import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { AgentClient } from "@/lib/hook/agent-client.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const SETTINGS = `{
    "permissions": { "allow": ["Bash(npm test)"] },
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./check.sh" }] }
        ],
        "Stop": [ ]
    }
}`;
const SERVERS = '{"mcpServers":{"own":{"command":"own-server"}}}\r\n';

let wardroom: TestWardroom;
let folder: string;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  folder = wardroom.files;
});

const put = async (path: string, text: string) => {
  await mkdir(join(folder, path, ".."), { recursive: true });
  await writeFile(join(folder, path), text);
};
const COMMANDS = {
  install: ["up", "--only", "clients", "--client", "claude"],
  uninstall: ["down"],
  status: ["doctor"],
};
const run = (command: keyof typeof COMMANDS, ...words: string[]) =>
  wardroomCli(wardroom, [...COMMANDS[command], ...words]);
/** Every file and folder of the project, with the files' bytes. */
const everything = async () => {
  const found: Record<string, string | null> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    found[path.slice(folder.length + 1)] = entry.isFile() ? await readFile(path, "latin1") : null;
  }
  return found;
};

test("a project with hooks and servers of its own keeps them, and is byte for byte itself again", async () => {
  await put(".claude/settings.json", SETTINGS);
  await put(".mcp.json", SERVERS);
  await put(".claude/commands/mine.md", "mine\n");
  await put(".claude/skills/wardroom/SKILL.md", "a skill of my own\n");
  const before = await everything();

  const preview = await run("install", "--diff");
  expect(preview).toMatchObject({ code: 0, err: "" });
  expect(preview.out).toContain("SubagentStart");
  expect(preview.out).toContain(".claude/skills/wardroom/SKILL.md is the project's own and stays as it is.");
  expect(await everything()).toEqual(before);
  expect((await run("install")).code).toBe(2);
  expect(await everything()).toEqual(before);

  expect(await run("install", "--yes")).toMatchObject({ code: 0 });
  const settings = JSON.parse(await readFile(join(folder, ".claude/settings.json"), "utf8")) as {
    permissions: unknown;
    hooks: Record<string, { hooks: { command: string; args?: string[] }[] }[]>;
  };
  expect(settings.permissions).toEqual({ allow: ["Bash(npm test)", "Bash(wardroom:*)", "mcp__wardroom"] });
  expect(settings.hooks["PreToolUse"]?.map((group) => group.hooks[0]?.command)).toEqual(["./check.sh", "node", "node"]);
  expect(settings.hooks["TeammateIdle"]?.[0]?.hooks[0]?.args).toEqual([
    "${CLAUDE_PROJECT_DIR}/.claude/wardroom/hook.cjs",
  ]);
  const servers = JSON.parse(await readFile(join(folder, ".mcp.json"), "utf8")) as { mcpServers: object };
  expect(Object.keys(servers.mcpServers)).toEqual(["own", "wardroom"]);
  expect(JSON.stringify(servers)).not.toContain("Bearer");

  const installed = await everything();
  expect((await run("install", "--yes")).out).toContain("Nothing to do");
  expect(await everything()).toEqual(installed);
  expect((await run("status")).out).toMatch(/^ok +Claude Code in .*: Has hooks and tools, 0\.0\.0\.$/m);

  expect((await run("uninstall", "--yes")).code).toBe(0);
  expect(await everything()).toEqual(before);
  expect((await run("uninstall", "--yes")).out).toContain("Nothing of up is in");
  expect((await run("status")).out).toMatch(/^ok +Clients: None in /m);
});

test("agent teams are turned on where that is asked for, stay on, and are taken out again with the rest", async () => {
  for (const settings of [SETTINGS, '{"env": { "A": "1" }}\n', '{ "env":{}, "hooks": {} }', null]) {
    if (settings !== null) await put(".claude/settings.json", settings);
    const before = await everything();
    const preview = await run("install", "--agent-teams", "--diff");
    expect(preview.out).toContain("CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS");
    await run("install", "--agent-teams", "--yes");
    const read = async () => readFile(join(folder, ".claude/settings.json"), "utf8");
    expect(JSON.parse(await read())).toHaveProperty("env.CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS", "1");
    expect((await run("install", "--yes")).out).toContain("Nothing to do");
    await run("install", "--no-agent-teams", "--yes");
    expect(await read()).not.toContain("AGENT_TEAMS");
    await run("install", "--agent-teams", "--yes");
    await run("uninstall", "--yes");
    expect(await everything()).toEqual(before);
    await rm(join(folder, ".claude"), { recursive: true, force: true });
  }
});

test("a project that has turned agent teams on or off itself keeps what it says", async () => {
  const own = '{ "env": { "CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS": "0" } }';
  await put(".claude/settings.json", own);
  await run("install", "--agent-teams", "--yes");
  expect(await readFile(join(folder, ".claude/settings.json"), "utf8")).toContain(
    '"CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS": "0"',
  );
  await run("uninstall", "--yes");
  expect(await readFile(join(folder, ".claude/settings.json"), "utf8")).toBe(own);
});

test.each(["allow", "ask", "deny"])(
  "rules about command and tools that the project has under %s stay, and stay alone",
  async (list) => {
    const own = `{ "permissions": { "${list}": ["Bash(wardroom say:*)", "mcp__wardroom__say"] } }`;
    await put(".claude/settings.json", own);
    await run("install", "--yes");
    const settings = JSON.parse(await readFile(join(folder, ".claude/settings.json"), "utf8")) as {
      permissions: unknown;
    };
    expect(settings.permissions).toEqual({ [list]: ["Bash(wardroom say:*)", "mcp__wardroom__say"] });
    await run("uninstall", "--yes");
    expect(await readFile(join(folder, ".claude/settings.json"), "utf8")).toBe(own);
  },
);

test("without a server, the address it was installed with stays", async () => {
  await run("install", "--yes");
  const file = join(folder, ".mcp.json");
  await writeFile(file, (await readFile(file, "utf8")).replace(":4100", ":4891"));
  expect((await run("status")).out).toContain("Has hooks and tools, 0.0.0.\n");
  expect((await run("install", "--yes")).out).toContain("Nothing to do");
  expect(await readFile(file, "utf8")).toContain(":4891");
});

test("where nothing was, nothing is left", async () => {
  const before = await everything();
  await run("install", "--yes");
  expect(Object.keys(await everything())).toContain(".claude/commands/wardroom/load.md");
  await run("uninstall", "--yes");
  expect(await everything()).toEqual(before);
});

test("what was changed since stays, and only ours goes", async () => {
  await put(".claude/settings.json", SETTINGS);
  await run("install", "--yes");
  await put(".claude/commands/wardroom/load.md", "better\n");
  await put(".claude/wardroom/mine.txt", "mine\n");
  const settings = await readFile(join(folder, ".claude/settings.json"), "utf8");
  await put(".claude/settings.json", settings.replace('"allow"', '"deny": [], "allow"'));
  const answer = await run("uninstall", "--yes");
  expect(answer.err).toContain(".claude/commands/wardroom/load.md was changed since and stays.");
  const left = await everything();
  expect(left[".claude/settings.json"]).toBe(SETTINGS.replace('"allow"', '"deny": [], "allow"'));
  expect(left[".claude/wardroom/mine.txt"]).toBe("mine\n");
  expect(left[".claude/wardroom/hook.cjs"]).toBeUndefined();
});

test("an earlier installation gives way to this one, and its record to the truth", async () => {
  await put(".claude/settings.json", SETTINGS);
  const before = await everything();
  await run("install", "--yes");
  const old = (await readFile(join(folder, ".claude/settings.json"), "utf8")).replace('"timeout": 20', '"timeout": 1');
  await put(".claude/settings.json", old);
  expect((await run("status")).out).toContain("not as this Wardroom lays them out");
  await run("install", "--yes");
  expect((await run("status")).out).toContain("Has hooks and tools, 0.0.0.\n");
  expect((await readFile(join(folder, ".claude/settings.json"), "utf8")).match(/wardroom\/hook\.cjs/g)).toHaveLength(
    17,
  );
  await run("uninstall", "--yes");
  expect(await everything()).toEqual(before);
});

test("an installation under the hook's former name takes the new one once, and the former still answers", async () => {
  await put(".claude/settings.json", SETTINGS);
  await wardroom.session("checkout", ["implementer-1"]);
  const before = await everything();
  await run("install", "--yes");
  const acts = (await readdir(join(wardroom.data, "setup"))).map((name) => join(wardroom.data, "setup", name));
  const own = [".claude/settings.json", ".mcp.json", ".claude/wardroom/installed.json"];
  for (const path of [...acts, ...own.map((each) => join(folder, each))]) {
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replaceAll(/wardroom\/hook\.(cjs|(?=\\?"))/g, "wardroom/hook.mjs"));
  }
  const former = join(folder, ".claude/wardroom/hook.mjs");
  await rename(join(folder, ".claude/wardroom/hook.cjs"), former);
  expect((await run("status")).out).toContain("not as this Wardroom lays them out");
  await run("install", "--yes");
  const told = await Promise.all([".claude/settings.json", ".mcp.json"].map((path) => readFile(join(folder, path))));
  expect(told.join("").match(/hook\.[cm]js/g)).toEqual(Array<string>(18).fill("hook.cjs"));
  expect((await run("install", "--yes")).out).toContain("Nothing to do");
  const client = await AgentClient.open(folder);
  const input = await client.input("pre-tool-use-write");
  input["tool_input"] = { file_path: join(folder, ".agent/teams/checkout/TEAM-MEMORY.md"), content: "mine" };
  expect((await client.run(JSON.stringify(input), {}, [], former)).said.permissionDecision).toBe("deny");
  await client.close();
  await run("uninstall", "--yes");
  expect(await everything()).toEqual(before);
});

test.each([SETTINGS, '{ "env": {} }', null])(
  "what an earlier version left beside %s is taken out as its record says",
  async (own) => {
    if (own !== null) await put(".claude/settings.json", own);
    const before = await everything();
    await run("install", "--agent-teams", "--yes");
    const file = join(folder, ".claude/wardroom/installed.json");
    type Part = { placed: { value?: string }[]; made: { path: string[] }[] };
    const { json, version, files, folders } = JSON.parse(await readFile(file, "utf8")) as {
      json: [Part, Part];
      version: string;
      files: Record<string, string>;
      folders: string[];
    };
    const [{ placed, made }, servers] = json;
    const of = (key: string) => made.filter(({ path }) => path[0] === key);
    const rule = {
      placed: placed.filter(({ value }) => value === "Bash(wardroom:*)" || value === "mcp__wardroom"),
      made: of("permissions"),
    };
    const hooks = made.filter(({ path: [first] }) => first === undefined || first === "hooks");
    const former = { version, hooks, servers: servers.made, teams: of("env"), rule, files, folders };
    await writeFile(file, JSON.stringify(former));
    expect((await run("status")).out).toContain("not as this Wardroom lays them out");
    await rm(join(wardroom.data, "setup"), { recursive: true });
    await run("uninstall", "--yes");
    expect(await everything()).toEqual(before);
  },
);

test("files that cannot be edited safely are left alone, and nothing is begun", async () => {
  for (const [text, code] of [
    ['{ "hooks": [] }', 5],
    ["{ a comment }", 6],
    ["", 6],
  ] as const) {
    await put(".claude/settings.json", text);
    const before = await everything();
    const answer = await run("install", "--yes");
    expect({ text, code: answer.code }).toEqual({ text, code });
    expect(answer.err).toMatch(/settings\.json.*\n.*nothing was changed/s);
    expect(await everything()).toEqual(before);
  }
});

test("a settings file that is a link out of the project is not followed", async () => {
  await mkdir(join(folder, ".claude"));
  await writeFile(join(wardroom.folder, "elsewhere.json"), "{}");
  await symlink(join(wardroom.folder, "elsewhere.json"), join(folder, ".claude/settings.json"));
  expect((await run("install", "--yes")).code).toBe(3);
  expect(await readFile(join(wardroom.folder, "elsewhere.json"), "utf8")).toBe("{}");
});

test("the installed script finds its server's data by what lies beside it", async () => {
  await wardroom.session("checkout", ["implementer-1"]);
  await run("install", "--yes");
  const script = join(folder, ".claude/wardroom/hook.cjs");
  const client = await AgentClient.open(folder);
  const input = await client.input("pre-tool-use-write");
  input["tool_input"] = { file_path: join(folder, ".agent/teams/checkout/TEAM-MEMORY.md"), content: "mine" };
  const denied = await client.run(JSON.stringify(input), {}, [], script);
  expect(denied.said.permissionDecision).toBe("deny");
  await mkdir(wardroom.data, { recursive: true });
  await writeFile(join(wardroom.data, "token"), "of-the-data-folder\n");
  const serving = { url: "http://127.0.0.1:4100", pid: process.pid, workspaces: [{ name: "shop", folder }] };
  await writeFile(join(wardroom.data, "server.json"), JSON.stringify(serving));
  await put("packages/ui/.claude/settings.json", "{}");
  for (const place of [folder, join(folder, "packages/ui")]) {
    const headers = await client.run("", { CLAUDE_PROJECT_DIR: place }, ["headers"], script);
    expect(JSON.parse(headers.stdout)).toEqual({
      "X-Wardroom-Hooks": "yes",
      Authorization: "Bearer of-the-data-folder",
      "X-Wardroom-Workspace": "shop",
    });
  }
  await client.close();
});
