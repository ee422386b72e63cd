import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Problem } from "@/lib/contracts/primitives";
import { Command, listen } from "@/lib/cli/testing/command.fixture";

let command: Command;

beforeAll(async () => {
  command = await Command.build();
});
afterAll(() => command.dispose());

const memory = (session: string) => readFile(join(command.shop, ".agent/teams", session, "TEAM-MEMORY.md"), "utf8");
const token = async (session: string, role: string) => {
  const { out } = await command.run(["session", "add-role", session, role, "--json"]);
  return (JSON.parse(out) as { token: string }).token;
};

/** A refusal: what is wrong, what to do, and for a command that was written wrong an example of it. */
const SENTENCE = /^error: \S.*\nhint: \S.*\n( {2}wardroom \S.*\n)?$/;

const WAYS = [
  { way: "without a server", serves: false },
  { way: "through the server", serves: true },
];

describe.each(WAYS)("the command $way", ({ way, serves }) => {
  const id = way.replaceAll(" ", "-");
  let server: Awaited<ReturnType<typeof listen>> | undefined;
  beforeAll(async () => {
    if (serves) server = await listen(command.data, { name: "shop", folder: command.shop });
  });
  afterAll(() => server?.close());

  it("works from any folder of a project", async () => {
    const cwd = join(command.shop, "src/deep");
    const created = await command.run(["session", "create", id, "-r", "implementer-1", "-r", "연구원-1:researcher"], {
      cwd,
    });
    expect(created).toEqual({
      code: 0,
      out: `Created session ${id}. Roles: Lead, implementer-1, 연구원-1.\n`,
      err: "",
    });
    expect(await memory(id)).toContain("## 연구원-1");
    const said = await command.run(["say", "implementer-1", "finding", "-", "-s", id], {
      cwd,
      stdin: "재시도 · two\n",
    });
    expect(said).toMatchObject({ code: 0, err: "" });
    const relayed = await command.run(["say", "연구원-1", "question", "환율은?", "-s", id], { cwd });
    expect(relayed.out).toMatch(/^Left with the Lead as relay [0-9a-f]+\./);
    expect(await memory(id)).toContain("- [Finding] 재시도 · two\n");
    const { out } = await command.run(["events", "--session", id, "--json"], { cwd });
    const { items } = JSON.parse(out) as { items: { actor: string; action: string; source: string }[] };
    expect(items.map(({ actor, action, source }) => `${actor} ${action} ${source}`)).toEqual([
      "연구원-1 relay.created cli",
      "implementer-1 item.added cli",
      "Lead session.created cli",
    ]);
    expect((server?.requests() ?? 0) > 0).toBe(serves);
  });

  it("gives a role what its token may, and no more", async () => {
    const WARDROOM_TOKEN = await token(id, "implementer-2");
    const as = (argv: string[]) => command.run([...argv, "-s", id], { env: { WARDROOM_TOKEN } });
    expect(await as(["say", "implementer-2", "pattern", "mine"])).toMatchObject({ code: 0 });
    expect(await as(["say", "implementer-1", "pattern", "not mine"])).toMatchObject({ code: 3, out: "" });
    expect(await as(["curate", "archive", "000000000000"])).toMatchObject({ code: 3 });
    expect((await command.run(["session", "list", "--as", "Lead"], { env: { WARDROOM_TOKEN } })).code).toBe(3);
    expect((await command.run(["session", "list"], { env: { WARDROOM_TOKEN: "wrong" } })).code).toBe(serves ? 3 : 0);
    expect((await command.run(["session", "list", "--token", "wrong"])).code).toBe(3);
  });

  it("destroys nothing that nobody confirmed", async () => {
    const before = await memory(id);
    const refused = await command.run(["session", "delete", id]);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain("hint: Add --yes");
    expect(await memory(id)).toBe(before);
    expect((await command.run(["session", "delete", "no-such", "--yes"])).code).toBe(4);
    expect(await command.run(["session", "delete", id, "--yes"])).toMatchObject({ code: 0 });
    await expect(memory(id)).rejects.toThrow("ENOENT");
  });

  it("says what is wrong with names too long for a request, which HTTP refuses without a word", async () => {
    const { code, out, err } = await command.run(["memory", "show", "x".repeat(40_000)]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(SENTENCE);
  });

  it("says in one line what is wrong, as JSON to programs", async () => {
    const { code, out, err } = await command.run(["session", "show", "a/b"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(SENTENCE);
    const told = await command.run(["session", "show", "a/b", "--json"]);
    expect(told).toMatchObject({ code: 2, out: "" });
    expect(Problem.parse(JSON.parse(told.err))).toMatchObject({ code: "invalid_input", status: 400 });
    expect(told.err.trimEnd()).not.toContain("\n");
  });
});

describe("together", () => {
  it("processes without a server and the server lose nothing of each other's", async () => {
    const server = await listen(command.data, { name: "shop", folder: command.shop });
    const roles = ["implementer-1", "implementer-2", "implementer-3", "implementer-4"];
    await command.run(["session", "create", "together", ...roles.flatMap((role) => ["-r", role])]);
    const say = (role: string, count: number, ...more: string[]) =>
      command.run(["say", role, "finding", `${role} says ${count}`, "-s", "together", ...more]);
    const sayAll = async (role: string, index: number) => {
      const ended = [];
      for (let count = 0; count < 3; count++)
        ended.push(await say(role, count, ...(index % 2 === 0 ? ["--no-server"] : [])));
      return ended;
    };
    for (const { code, err } of (await Promise.all(roles.map(sayAll))).flat())
      expect({ code, err }).toEqual({ code: 0, err: "" });
    const text = await memory("together");
    for (const role of roles)
      for (const count of [0, 1, 2]) expect(text).toContain(`- [Finding] ${role} says ${count}\n`);
    expect(await command.run(["verify"])).toMatchObject({ code: 0, out: expect.stringContaining("All agree") });
    await server.close();
  });

  it("does not wait for a server that is gone", async () => {
    const left = { url: "http://127.0.0.1:9", pid: 2 ** 30, workspaces: [{ name: "shop", folder: command.shop }] };
    await writeFile(join(command.data, "server.json"), JSON.stringify(left));
    expect(await command.run(["session", "list"])).toMatchObject({ code: 0, err: "" });
  });

  it("keeps projects of one name apart", async () => {
    const other = join(command.folder, "elsewhere/shop");
    await mkdir(join(other, ".agent"), { recursive: true });
    expect(await command.run(["session", "create", "mine"], { cwd: other })).toMatchObject({ code: 0 });
    expect((await command.run(["session", "show", "mine"])).code).toBe(4);
    expect(await command.run(["session", "show", "mine", "-w", "shop-2"])).toMatchObject({ code: 0 });
  });

  it("publishes no empty text, which a pipe gives whose beginning failed", async () => {
    await command.run(["session", "create", "quiet"]);
    const ended = await command.run(["context", "publish", "-", "-s", "quiet"], { stdin: "\n" });
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err).toContain("Standard input is empty: nothing was published.");
    expect((await command.run(["context", "show", "-s", "quiet"])).code).toBe(4);
  });
});

describe("bad surroundings", () => {
  it("says in a sentence that its output cannot be written, or that its folder is gone, whatever the command", async () => {
    const { out: help } = await command.run(["help", "all"]);
    const words = new Set([...help.matchAll(/^ {2}([a-z]+)/gm)].map(([, word]) => word));
    expect(words.size).toBeGreaterThan(30);
    for (const [before, ending, code, sentence] of [
      ["", "--help > /dev/full", 1, /^error: The output could not be written: .*ENOSPC.*\nhint: .*\n$/],
      ["mkdir gone; cd gone; rmdir ../gone;", "> /dev/null", 4, /^error: The current folder is gone.*\nhint: .*\n$/],
    ] as const) {
      const each = `wardroom $word ${ending} 2> "$HOME/said"; echo "$word $?"; cat "$HOME/said"; echo ---`;
      const { out } = await command.bash(`${before} for word in ${[...words].join(" ")}; do ${each}; done`);
      const said = out.split("---\n").slice(0, -1);
      expect(said).toHaveLength(words.size);
      for (const text of said) {
        const [first = "", ...rest] = text.split("\n");
        expect(first).toMatch(new RegExp(`^[a-z]+ ${code}$`));
        expect(rest.join("\n"), first).toMatch(sentence);
      }
    }
  });

  it.each([
    ["no project", { cwd: "/" }, ["session", "list"], 4],
    ["a data folder that is a file", { env: { WARDROOM_DATA: "/dev/null" } }, ["session", "list"], 2],
    ["an address of no database", { env: { DATABASE_URL: "postgresql://[" } }, ["session", "list"], 2],
    ["an address of nobody", { env: { WARDROOM_URL: "http://127.0.0.1:9" } }, ["session", "list", "-w", "shop"], 7],
    ["an address that is none", { env: { WARDROOM_URL: "shop" } }, ["session", "list"], 2],
    ["bytes that are no text", { stdin: Buffer.from([0xff, 0xfe]) }, ["say", "Lead", "finding", "-", "-s", "x"], 2],
    ["a command that is none", {}, ["sesion", "list"], 2],
    ["an option that is none", {}, ["session", "list", "--jsn"], 2],
    ["too few words", {}, ["say", "Lead"], 2],
  ])("%s end with a sentence", async (_, told, argv, code) => {
    const ended = await command.run(argv, told);
    expect(ended).toMatchObject({ code, out: "" });
    expect(ended.err).toMatch(SENTENCE);
  });

  it.runIf(process.getuid?.() === 0)("a data folder of somebody else ends with a sentence", async () => {
    const ended = await command.run(["session", "list"], { uid: 65_534 });
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err).toContain("hint: Make it a folder that this user may write");
  });

  it("stops writing when nobody reads", async () => {
    const { code, err } = await command.bash("set -o pipefail; wardroom --help | head -n 1");
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  it("colours a terminal and no pipe", async () => {
    expect((await command.run(["session", "list"])).out).not.toContain("\u001b");
    expect((await command.run(["session", "list"], { env: { FORCE_COLOR: "1" } })).out).toContain("\u001b[");
    expect((await command.run(["session", "list"], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } })).out).not.toContain(
      "\u001b",
    );
  });
});

describe("up --only protocol,agents,gitignore", () => {
  it("changes nothing the second time, and never what is the project's own", async () => {
    const project = join(command.folder, "fresh");
    await mkdir(join(project, ".git"), { recursive: true });
    const own = "# Mine\r\n\r\nKept byte for byte. \r\n";
    await writeFile(join(project, "CLAUDE.md"), own, { mode: 0o640 });
    const files = ["up", "--only", "protocol,agents,gitignore"];
    const init = (...more: string[]) => command.run([...files, ...more], { cwd: project });

    const refused = await init();
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain("~ CLAUDE.md");
    expect((await init("--diff")).code).toBe(0);
    expect(await readdir(project)).toEqual([".git", "CLAUDE.md"]);

    expect(await init("--yes")).toMatchObject({ code: 0 });
    expect(await readFile(join(project, ".gitignore"), "utf8")).toBe(
      ".kaizen/\n.wardroom/\n.agent/teams/*/*\n!.agent/teams/*/phase-*/\n",
    );
    const snapshot = async () => {
      const names = (await readdir(project, { recursive: true })).sort();
      const files = names.filter((name) => name.endsWith(".md") || name === ".gitignore");
      return Promise.all(
        files.map(async (name) => [
          name,
          await readFile(join(project, name), "utf8"),
          (await stat(join(project, name))).mtimeMs,
        ]),
      );
    };
    const first = await snapshot();
    const text = await readFile(join(project, "CLAUDE.md"), "utf8");
    expect(text.startsWith(own)).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    expect((await stat(join(project, "CLAUDE.md"))).mode & 0o777).toBe(0o640);

    const again = await init();
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(again.out).toContain("Nothing to do");
    expect(await snapshot()).toEqual(first);
  });
});

describe("completion in bash", () => {
  const complete = async (...words: string[]) => {
    const quoted = words.map((word) => `'${word}'`).join(" ");
    const script = `source <(wardroom completion bash); COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _wardroom; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { out, err } = await command.bash(script);
    expect(err).toBe("");
    return out.split("\n").filter((line) => line !== "");
  };

  it("knows commands, options, and the ids there are now", async () => {
    expect(await complete("wardroom", "ses")).toEqual(["session"]);
    expect(await complete("wardroom", "session", "delete", "tog")).toEqual(["together"]);
    expect(await complete("wardroom", "say", "implementer-", "")).toContain("finding");
    expect(await complete("wardroom", "say", "implementer-")).toContain("implementer-4");
    expect(await complete("wardroom", "session", "list", "--js")).toEqual(["--json"]);
    expect(await complete("wardroom", "context", "publish", "sr")).toEqual(["src"]);
    const { out } = await command.run(["gate", "open", "1", "-s", "together", "--json"]);
    const gate = (JSON.parse(out) as { id: string }).id;
    expect(await complete("wardroom", "gate", "abandon", "-s", "together", "")).toEqual([gate]);
    expect(await complete("wardroom", "gate", "conclude", gate, "app")).toEqual(["approved"]);
  });

  it("is registered for the command", async () => {
    const { out } = await command.bash("source <(wardroom completion bash); complete -p wardroom");
    expect(out).toBe("complete -F _wardroom wardroom\n");
  });

  it.each(["zsh", "fish"])("has a script for %s, and none for what is no shell", async (shell) => {
    expect((await command.run(["completion", shell])).out).toContain("__complete");
    expect((await command.run(["completion", "tcsh"])).code).toBe(2);
  });
});
