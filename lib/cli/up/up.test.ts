import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { findRunning } from "@/lib/cli/own-server";
import { runCli } from "@/lib/cli/run-cli";
import { surroundingsOf, wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const CLIENTS = ["claude", "codex", "gemini", "opencode"].flatMap((client) => ["--client", client]);

const TEXTS = [
  ...["", "# Mine\n", "# Mine", "# Mine\r\n\r\nText", "\uFEFF# Mine\r\n", "See @AGENTS.md\n"],
  ...["---\na: 1\n---\n<p>\n", `# Long\n${"many words\n".repeat(3100)}`, "```\ncode\n```\n"],
];
const SETTINGS = [
  ...["{}", "{ }\n", '{"hooks":{}}', '{\r\n  "hooks": { "Stop": [] }, // ours\r\n}\r\n'],
  ...['{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"./mine"}]}]},"env":{"A":"1"}}\n'],
  ...[
    '/* mine */ {\n\t"permissions": { "allow": ["Bash(ls)"] },\n\t"hooks": { "PreToolUse": [ { "matcher": "*" } ] }\n}',
  ],
];
const SERVERS = [
  "{}",
  '{"mcpServers":{"own":{"command":"x"}}}\r\n',
  '{ "mcpServers": { "wardroom": { "url": "mine" } } }',
];
const IGNORED = ["", "node_modules", "dist\r\n/.kaizen/\r\n", "!.kaizen\n.wardroom\n", ".agent/\n"];

const maybe = (texts: readonly string[]) => fc.option(fc.constantFrom(...texts), { freq: 2 });
const PROJECT = fc.record({
  "CLAUDE.md": maybe(TEXTS),
  "AGENTS.md": maybe(TEXTS),
  ".gitignore": maybe(IGNORED),
  ".claude/settings.json": maybe(SETTINGS),
  ".mcp.json": maybe(SERVERS),
  ".claude/agents/implementer.md": maybe(["mine\n"]),
  ".claude/skills/wardroom/SKILL.md": maybe(["mine\n"]),
  ".codex/config.toml": maybe(['model = "x"', "[mcp_servers.wardroom]\n"]),
  ".gemini/settings.json": maybe(SETTINGS),
  "opencode.jsonc": maybe(["{}", '// mine\n{ "mcp": {} }']),
});
/** A port that is free: where 4100 is not, each `up` would choose another. */
const env = { PORT: "" };

const probe = createServer().listen(0, "127.0.0.1");
await once(probe, "listening");
env.PORT = String((probe.address() as AddressInfo).port);
probe.close();
const wardroom = await TestWardroom.open();
serve(wardroom);
const folder = wardroom.files;

const run = (...words: string[]) => wardroomCli(wardroom, words, { env });
const up = (...words: string[]) => run("up", "--yes", ...CLIENTS, ...words);
const put = async (path: string, text: string) => {
  await mkdir(join(folder, path, ".."), { recursive: true });
  await writeFile(join(folder, path), text);
};
const read = (path: string) => readFile(join(folder, path), "utf8");
/** Every file and folder of the project, with the files' bytes. */
const everything = async () => {
  const found: Record<string, string | null> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    found[path.slice(folder.length + 1)] = entry.isFile() ? await readFile(path, "latin1") : null;
  }
  return found;
};
const lay = async (project: Readonly<Record<string, string | null>>) => {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  for (const [path, text] of Object.entries(project)) if (text !== null) await put(path, text);
};

it("leaves every project, byte for byte, as it was before up", async () => {
  await fc.assert(
    fc.asyncProperty(PROJECT, async (project) => {
      await lay(project);
      const before = await everything();
      expect(await up()).toMatchObject({ code: 0 });
      const laidOut = await everything();
      expect(Object.keys(laidOut)).toContain(".agent/teams/my-feature/TEAM-MEMORY.md");
      expect(await up()).toMatchObject({ code: 0 });
      expect(await everything()).toEqual(laidOut);
      expect(await run("down", "--yes")).toMatchObject({ code: 0 });
      expect(await everything()).toEqual(before);
    }),
    { numRuns: 25 },
  );
});

it("keeps what others have written since, and takes out what is ours", async () => {
  const edits = fc.record({ first: fc.boolean(), paths: fc.subarray(["CLAUDE.md", "AGENTS.md", ".gitignore"]) });
  await fc.assert(
    fc.asyncProperty(PROJECT, edits, fc.boolean(), async (project, { first, paths }, twice) => {
      await lay(project);
      await up();
      for (const path of paths) {
        const text = await read(path).catch(() => null);
        if (text !== null) await put(path, first ? `their line\n${text}` : `${text}their line\n`);
      }
      const settings = await read(".claude/settings.json");
      await put(".claude/settings.json", settings.replace("{", '{ "theirs": 1,'));
      if (twice) await up("--agent-teams");
      expect((await run("down", "--yes")).code).toBe(0);
      const after = await everything();
      for (const path of paths) {
        if (after[path] === undefined) continue;
        const own = Buffer.from(project[path as keyof typeof project] ?? "").toString("latin1");
        expect(after[path]).toContain(own);
        expect(after[path]).toContain("their line\n");
        expect(after[path]).not.toContain("wardroom:");
      }
      const left = after[".claude/settings.json"] ?? "";
      expect(left).toContain('"theirs": 1');
      expect(left).not.toContain("hook.cjs");
    }),
    { numRuns: 25 },
  );
});

/** Begins `up` and leaves it where it stands at its n-th write, as a kill does; answers whether it came that far. */
async function cutOff(n: number): Promise<boolean> {
  const quiet = { write: () => undefined, isTTY: false, columns: undefined };
  const surroundings = surroundingsOf(wardroom, ["up", "--yes", ...CLIENTS], { env }, quiet, quiet);
  let writes = 0;
  return new Promise((resolve) => {
    const cut = {
      ...surroundings,
      writeFile: async (...given: Parameters<typeof surroundings.writeFile>) => {
        if (writes++ < n) return surroundings.writeFile(...given);
        const [root, path] = given;
        await mkdir(join(root, path, ".."), { recursive: true });
        await writeFile(join(root, path, `../.${path.split("/").at(-1) ?? ""}.0a1b2c3d.wardroom-tmp`), "half");
        resolve(true);
        return new Promise<void>(() => undefined);
      },
    };
    void runCli(cut).then(() => resolve(false));
  });
}

it("finishes and takes out an up that was killed anywhere", async () => {
  const project = { "AGENTS.md": "# Ours", ".claude/settings.json": SETTINGS[5] ?? "", ".gitignore": "" };
  await lay(project);
  const before = await everything();
  await up();
  const whole = await everything();
  await run("down", "--yes");
  let n = 0;
  for (; await cutOff(n); n += 4) {
    expect((await run("down", "--yes")).code).toBe(0);
    expect(await everything()).toEqual(before);
    await cutOff(n);
    await up();
    expect(await everything()).toEqual(whole);
    await run("down", "--yes");
    expect(await everything()).toEqual(before);
  }
  expect(n).toBeGreaterThan(16);
  await run("down", "--yes");
});

it("says what it would do and ends where nobody can be asked", async () => {
  await lay({});
  const { code, out, err } = await run("up");
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.split("\n").length).toBeLessThan(18);
  expect(err).toContain("nothing was done");
  expect(await everything()).toEqual({});
  expect((await run("up", "--diff")).out).toContain("+ ## Working in a team with Wardroom");
  expect(await everything()).toEqual({});
});

it("refuses, with a next step and nothing changed, what it cannot edit safely", async () => {
  await lay({ ".claude/settings.json": "not JSON" });
  const before = await everything();
  expect(await up()).toMatchObject({
    code: 6,
    err: expect.stringMatching(/settings\.json.*\nhint: .*nothing was changed/s) as string,
  });
  await rm(join(folder, ".claude"), { recursive: true });
  await writeFile(join(wardroom.folder, "elsewhere.md"), "theirs");
  await symlink(join(wardroom.folder, "elsewhere.md"), join(folder, "CLAUDE.md"));
  expect(await up()).toMatchObject({ code: 3, err: expect.stringContaining("hint: ") as string });
  expect(await readFile(join(wardroom.folder, "elsewhere.md"), "utf8")).toBe("theirs");
  expect(before).not.toEqual(await everything());
  await rm(join(folder, "CLAUDE.md"));
  expect(await everything()).toEqual({});
  expect((await wardroomCli(wardroom, ["up", "--yes"], { cwd: wardroom.folder })).err).toContain("home folder");
  const elsewhere = ["--url", "http://127.0.0.1:9"];
  expect((await up(...elsewhere)).err).toMatch(/Another server .*\nhint: .*wardroom up --only /);
  expect(await everything()).toEqual({});
  expect((await up(...elsewhere, "--only", "protocol")).out).toContain("Done.\n");
  expect(Object.keys(await everything())).toEqual(["AGENTS.md", "CLAUDE.md"]);
  expect((await up("--only", "protocol")).out).toContain("Nothing to do.\n");
  expect((await up("--only", "protocol,everything")).err).toMatch(
    /everything is none of the parts.*\nhint: Parts: protocol, /s,
  );
  await run("down", "--yes");
});

it("keeps a session that somebody wrote into", async () => {
  await lay({});
  await up();
  await run("say", "implementer-1", "finding", "Kept");
  expect((await run("down", "--yes")).code).toBe(0);
  expect(Object.keys(await everything())).toEqual([
    ".agent",
    ".agent/teams",
    ".agent/teams/my-feature",
    ".agent/teams/my-feature/TEAM-MEMORY.md",
  ]);
});

it("takes the note of a server that crashed for none, and leaves its process alone, which is another program's by now", async () => {
  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
  await new Promise((resolve) => gone.close(resolve));
  const note = { url, pid: other.pid, workspaces: [], up: true };
  await writeFile(join(wardroom.data, "server.json"), JSON.stringify(note));
  expect(await findRunning(wardroom.data)).toBeNull();
  await rm(join(wardroom.data, "server.json"));
  expect(other.exitCode ?? other.signalCode).toBeNull();
  other.kill();
});

it("serves again what a purge or an up that was killed had left down", async () => {
  const portal = join(wardroom.folder, "portal");
  await mkdir(portal);
  const note = join(wardroom.data, "server-paused.json");
  const paused = {
    url: "http://127.0.0.1:1",
    pid: 2 ** 30,
    workspaces: [{ name: "portal", folder: portal }],
    up: true,
  };
  const silent = { write: () => undefined, isTTY: false, columns: undefined };
  const served: (string | undefined)[] = [];
  const again = async (...argv: string[]) => {
    await writeFile(note, JSON.stringify(paused));
    const given = surroundingsOf(wardroom, argv, {}, silent, silent);
    const startServer: typeof given.startServer = (variables, log) => {
      served.push(variables["WARDROOM_WORKSPACES"]);
      return given.startServer(variables, log);
    };
    expect(await runCli({ ...given, startServer })).toBe(0);
    await expect(readFile(note)).rejects.toThrow("ENOENT");
  };
  await again("down", "--yes");
  await again("up", "--yes", "--only", "server");
  expect(served.map((each) => each?.includes(`portal=${portal}`))).toEqual([true, true]);
});

it("names a server that accepts and says nothing, within a second or so", async () => {
  const mute = createServer(() => undefined);
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;
  await writeFile(join(wardroom.data, "server.json"), JSON.stringify({ url, pid: process.pid, workspaces: [] }));
  await expect(findRunning(wardroom.data)).rejects.toMatchObject({ code: "busy" });
  await rm(join(wardroom.data, "server.json"));
  mute.close();
});
