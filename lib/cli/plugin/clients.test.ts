import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { addAll } from "@/lib/core/plugin-setup/json-additions";
import { CLIENT_NAMES, PASTED } from "@/lib/core/plugin-setup/client-names";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** Settings a project has of its own, as people write them. */
const OWN: Record<string, string> = {
  ".codex/hooks.json": '{"hooks": {"Stop": [ ]}}',
  ".codex/config.toml": 'model = "gpt"\n\n[mcp_servers.own]\ncommand = "own"',
  ".gemini/settings.json": `{
  // how we like it, with commas
  "ui": { "theme": "dark" }, /* one, two */
  "hooks": {
    "BeforeTool": [
      { "matcher": "x", "hooks": [{ "type": "command", "command": "true" }] }, // ours
    ],
  },
}
`,
  "opencode.jsonc": '{\r\n\t"$schema": "https://opencode.ai/config.json", // schema\r\n\t"mcp": {}\r\n}\r\n',
};

let wardroom: TestWardroom;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
});
const COMMANDS = { install: ["up", "--only", "clients"], uninstall: ["down"], status: ["doctor"] };
const run = (command: keyof typeof COMMANDS, ...words: string[]) =>
  wardroomCli(wardroom, [...COMMANDS[command], ...words]);
/** Every file and folder of the project, with the files' bytes. */
const everything = async () => {
  const found: Record<string, string | null> = {};
  for (const entry of await readdir(wardroom.files, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    found[path.slice(wardroom.files.length + 1)] = entry.isFile() ? await readFile(path, "latin1") : null;
  }
  return found;
};

describe.each(CLIENT_NAMES)("wardroom up --only clients --client %s", (client) => {
  it.each(["without settings", "with settings of its own"])(
    "comes and goes without a trace in a project %s",
    async (kind) => {
      for (const [path, text] of Object.entries(kind === "without settings" ? {} : OWN)) {
        await mkdir(join(wardroom.files, path, ".."), { recursive: true });
        await writeFile(join(wardroom.files, path), text);
      }
      const before = await everything();
      expect(await run("install", "--client", client, "--diff")).toMatchObject({ code: 0, err: "" });
      expect(await everything()).toEqual(before);
      expect((await run("install", "--client", client, "--yes")).out).toContain("Done.");
      expect((await run("status")).out).toContain("Has hooks and tools");
      const installed = await everything();
      expect((await run("install", "--client", client, "--yes")).out).toContain("Nothing to do");
      for (const [path, text] of Object.entries(before)) {
        let at = 0;
        for (const character of installed[path] ?? "") if (character === text?.[at]) at++;
        expect(at, path).toBe(text?.length ?? 0);
      }
      expect((await run("uninstall", "--client", client, "--yes")).code).toBe(0);
      expect(await everything()).toEqual(before);
      expect((await run("status")).out).toContain("None in ");
    },
  );
});

it.each(Object.entries(PASTED))(
  "prints what to paste for %s, and keeps what was installed until it is removed",
  async (client, pasted) => {
    const before = await everything();
    const printed = await run("install", "--client", client, "--yes");
    expect(printed).toMatchObject({ code: 0, err: "" });
    expect(printed.out).toContain(`put this into ${pasted.file}:\n${JSON.stringify(pasted.entry, null, 2)}\n`);
    expect((await run("status")).out).toContain("None in ");
    expect(await everything()).toEqual(before);

    // As the version before left it: a setting of the project's own file, a file, and the record of both.
    const { folder } = pasted;
    const own = '{\n  "own": 1\n}\n';
    const settings = folder.replace("wardroom", "hooks.json");
    const file = (text: string) => createHash("sha256").update(text).digest("hex");
    const { text, placed, made } = addAll(
      own,
      [{ path: ["hooks", "stop"], value: { command: `${folder}/hook.mjs` } }],
      settings,
    );
    const record = {
      version: "0.1.0",
      mark: "wardroom",
      json: [{ path: settings, placed, made }],
      blocks: [],
      files: { [`${folder}/hook.mjs`]: file("x") },
      folders: [folder],
    };
    await mkdir(join(wardroom.files, folder), { recursive: true });
    await writeFile(join(wardroom.files, settings), own);
    await rm(join(wardroom.files, folder), { recursive: true });
    const alone = await everything();
    await mkdir(join(wardroom.files, folder));
    await writeFile(join(wardroom.files, settings), text);
    await writeFile(join(wardroom.files, folder, "hook.mjs"), "x");
    await writeFile(join(wardroom.files, folder, "installed.json"), JSON.stringify(record));
    const installed = await everything();
    expect((await run("install", "--client", client, "--yes")).code).toBe(0);
    expect((await run("status")).out).toContain("Has hooks and tools");
    expect(await everything()).toEqual(installed);
    expect((await run("uninstall", "--client", client, "--yes")).code).toBe(0);
    expect(await everything()).toEqual(alone);
  },
);

it("installs side by side, and refuses a client that it has no hooks for", async () => {
  const before = await everything();
  for (const client of CLIENT_NAMES) await run("install", "--client", client, "--yes");
  for (const client of CLIENT_NAMES.toReversed()) await run("uninstall", "--client", client, "--yes");
  expect(await everything()).toEqual(before);
  expect(await run("install", "--client", "emacs")).toMatchObject({
    code: 2,
    err: expect.stringContaining("codex") as string,
  });
});

it("starts the installed hook, and does nothing where a clone has none", async () => {
  await wardroom.session("one", ["implementer-1"]);
  await run("install", "--client", "gemini", "--yes");
  const hook = join(wardroom.files, ".gemini/wardroom/hook.cjs");
  const memory = join(wardroom.files, ".agent/teams/one/TEAM-MEMORY.md");
  const input = { hook_event_name: "BeforeTool", session_id: "s", cwd: wardroom.files, tool_name: "write_file" };
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      const child = execFile(process.execPath, [hook, "gemini"], (error, stdout) => {
        if (error === null) resolve(stdout);
        else reject(new Error("The hook failed", { cause: error }));
      });
      child.stdin?.end(JSON.stringify({ ...input, tool_input: { file_path: memory, content: "all mine" } }));
    });
  expect(JSON.parse(await ask())).toMatchObject({ decision: "deny" });
  const local = join(wardroom.files, ".gemini/wardroom/local.json");
  // As an earlier version named its hook.
  await writeFile(local, (await readFile(local, "utf8")).replace("hook.cjs", "hook.mjs"));
  expect(JSON.parse(await ask())).toMatchObject({ decision: "deny" });
  await writeFile(local, "{}");
  expect(await ask()).toBe("");
});
