import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { displayWidth } from "@/lib/cli/terminal-text";
import { programOf, wardroomCli, type Said } from "@/lib/cli/testing/cli.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
const run = (argv: string[], said?: Said) => wardroomCli(wardroom, argv, said);

const wardroom = await TestWardroom.open();
serve(wardroom);
const session = await wardroom.session("one", ["implementer-1", "researcher-1"]);

describe("a person at a terminal", () => {
  it.each(["", "n", "no", "x", "yes please"])("who answers %j has nothing destroyed", async (answer) => {
    const before = await session.text();
    const ended = await run(["session", "delete", "one"], { typed: [answer] });
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err).toContain("Go on? [y/N]");
    expect(await session.text()).toBe(before);
  });

  it("who agrees has it done", async () => {
    await wardroom.session("going");
    expect(await run(["session", "delete", "going"], { typed: ["Y"] })).toMatchObject({ code: 0 });
    expect((await run(["session", "show", "going"])).code).toBe(4);
  });

  it("also deletes a session whose folder is gone", async () => {
    await wardroom.session("gone");
    await rm(join(wardroom.files, ".agent/teams/gone"), { recursive: true });
    const ended = await run(["session", "delete", "gone"], { typed: ["y"] });
    expect(ended.err).toContain("Session gone whose folder is missing goes to the trash");
    expect(ended.code).toBe(0);
  });

  it("is asked what to do with what is said already in other words", async () => {
    await run(["memory", "init", "tester"]);
    const close = ["memory", "close", "tester", "--summary", "s", "--outcome", "o", "--finding"];
    await run(["memory", "start", "tester"]);
    await run([...close, "The card form loads its own fonts"]);
    for (const [answer, expected] of [
      ["k", ["The card form loads its own fonts"]],
      ["r", ["The card form loads its own two fonts"]],
      ["", ["The card form loads its own two fonts", "The card form loads its own fonts"]],
    ] as const) {
      await run(["memory", "start", "tester"]);
      const text = answer === "" ? "The card form loads its own fonts" : "The card form loads its own two fonts";
      const ended = await run([...close, text], { typed: [answer] });
      expect(ended.code).toBe(0);
      expect(ended.err).toContain("nearly the same");
      const { out } = await run(["memory", "show", "tester", "--json"]);
      const { sections } = JSON.parse(out) as { sections: { name: string; entries: { text: string }[] }[] };
      const findings = sections.find(({ name }) => name === "Accumulated Findings");
      expect(findings?.entries.map((entry) => entry.text)).toEqual(expected);
    }
  });

  it("has lines that fit, and no text that plays with the terminal", async () => {
    const evil = `\u001b[2J\u001b]0;owned\u0007${"긴 문장 ".repeat(40)}`;
    await run(["say", "researcher-1", "question", evil, "-s", "one"]);
    const { out } = await run(["relay", "list", "-s", "one"], { typed: [] });
    expect(out).toContain("␛[2J");
    expect(out).not.toContain("\u001b[2J");
    for (const line of out.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  });

  it("gives a file as it is to a pipe, and to a terminal without what it would obey", async () => {
    const { path } = await wardroom.session("raw", [], "# T\u001b[2J\n\n## implementer-1\n");
    const show = ["session", "show", "raw", "--markdown"];
    expect((await run(show)).out).toBe(await readFile(path, "utf8"));
    expect((await run(show, { typed: [] })).out).toContain("# T␛[2J\n");
    await run(["session", "delete", "raw", "--yes"]);
  });
});

describe("a name of dots, which would be another address", () => {
  it.each([
    ["knowledge", "turn", "-t", "..", "Went on"],
    ["memory", "show", "."],
    ["session", "show", ".."],
  ])("is refused by %s %s", async (...argv) => {
    const { code, out, err } = await run(argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/is no name of anything\.\nhint: \S/);
  });
});

describe("which session is meant", () => {
  it("is the only one there is, the variable's, or the option's", async () => {
    expect(await run(["say", "Lead", "decision", "first"])).toMatchObject({ code: 0 });
    await wardroom.session("two", ["implementer-1"]);
    const unclear = await run(["say", "Lead", "decision", "second"]);
    expect(unclear.code).toBe(2);
    expect(unclear.err).toMatch(/more than one session: (one, two|two, one)\./);
    expect(unclear.err).toMatch(/Name it: wardroom .* --session (one|two)\n/);
    const said = { env: { WARDROOM_SESSION: "two" } };
    expect(await run(["say", "Lead", "decision", "third"], said)).toMatchObject({ code: 0 });
    expect(await run(["say", "Lead", "decision", "fourth", "-s", "one"], said)).toMatchObject({ code: 0 });
    expect(await session.text()).toContain("fourth");
    expect(await session.text()).not.toContain("third");
  });
});

describe("help", () => {
  it("is shown for nothing: what its reader does most, within what an agent is to pay for it", async () => {
    const { code, out, err } = await run([]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const name of ["inbox", "say", "context publish", "relay approve", "up", "serve"])
      expect(out).toMatch(new RegExp(`^  ${name} `, "m"));
    expect(out.length).toBeLessThanOrEqual(2000);
    for (const env of [{ WARDROOM_ROLE: "implementer-1" }, { CLAUDECODE: "1" }]) {
      const ofRole = (await wardroomCli(wardroom, ["help"], { env })).out;
      expect(ofRole.length).toBeLessThanOrEqual(1500);
      expect(ofRole).toMatch(/^ {2}inbox .*\n {2}context ack /m);
      expect(ofRole).not.toContain("context publish");
    }
  });

  it("names every subject where all are asked for", async () => {
    const { out } = await run(["help", "all"]);
    for (const command of (await programOf(wardroom)).commands) {
      const isHidden = command.name().startsWith("__");
      expect(new RegExp(`^  ${command.name()}( |$)`, "m").test(out), command.name()).toBe(!isHidden);
    }
  });

  it("of every command is short, and shows what is typed, what it is for and an example", async () => {
    const walk = (above: Command, path: string[]): { command: Command; path: string[] }[] =>
      above.commands
        .filter((each) => !each.name().startsWith("__"))
        .flatMap((command) => {
          const at = [...path, command.name()];
          return [{ command, path: at }, ...walk(command, at)];
        });
    const commands = walk(await programOf(wardroom), []);
    expect(commands.length).toBeGreaterThan(150);
    for (const { command, path } of commands) {
      const { code, out } = await run([...path, "--help"]);
      expect({ path, code }).toEqual({ path, code: 0 });
      expect(out.length, path.join(" ")).toBeLessThanOrEqual(500);
      const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
      expect(out).toMatch(isGroup ? /^Usage: wardroom .*\n\w/ : /^Usage: wardroom .*\n\w[^]*\nExamples:\n {2}\$ /);
    }
  });

  it("of a group is shown when its command is missing, as a failure", async () => {
    const { code, out, err } = await run(["session"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("Usage: wardroom session");
  });
});

it("refuses a word that is no text, which some systems hand over", async () => {
  const ended = await run(["session", "show", "one\ud800"]);
  expect(ended).toMatchObject({ code: 2, out: "" });
  expect(ended.err).toContain("lone surrogate");
});

it("suggests what was meant", async () => {
  expect((await run(["sesion"])).err).toBe(
    "error: Unknown command 'sesion'.\nhint: Did you mean session? wardroom help\n",
  );
});

it("shows how a command is written to whom it refused, in two lines", async () => {
  expect((await run(["say", "implementer-1"])).err).toBe(
    `error: Missing required argument 'tag'.
hint: wardroom say <role> <tag> <text...> [options]
  wardroom say implementer-1 finding "The card form loads its own fonts"
`,
  );
});

it("the help says of every command what it is for, and not its name once more", async () => {
  const { commands } = await programOf(wardroom);
  const bare = commands.filter((command) => ["", command.name()].includes(command.description()));
  expect(bare.map((command) => command.name()).filter((name) => !name.startsWith("__"))).toEqual([]);
});
