import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { chainOf, nameOf } from "@/lib/cli/command-chain";
import { examplesOf } from "@/lib/cli/declare-command";
import { programOf, wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { Problem } from "@/lib/contracts/primitives";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const TEAM = ["-t", "security-review", "-s", "nowhere"];
/** Runs it with LONG in place of more than an argument may have, and more than any text may have on standard input. */
const run = (argv: string[]) =>
  wardroomCli(
    wardroom,
    argv.map((word) => word.replace("LONG", "x".repeat(30_000))),
    { stdin: "x".repeat(900_001) },
  );

const wardroom = await TestWardroom.open();
serve(wardroom);
await cp(join(PROJECT, "example/workspace/.microai"), join(wardroom.files, ".microai"), { recursive: true });
await wardroom.session("one", ["implementer-1"]);
await run(["memory", "init", "tester"]);

const GC_1 = ["--gc", "GC-v1", "--total", "1", "--applied", "1"];

describe("what is wrong is told with the option or argument that was typed", () => {
  it.each<[word: string, argv: string[]]>([
    ["<tag>", ["say", "implementer-1", "rumour", "text"]],
    ["<text>", ["say", "implementer-1", "finding", ""]],
    ["<role>", ["say", "a/b", "finding", "text"]],
    ["--as", ["say", "implementer-1", "finding", "text", "--as", "a/b"]],
    ["--session", ["say", "implementer-1", "finding", "text", "-s", "a/b"]],
    ["<session>", ["session", "show", "a/b"]],
    ["--query", ["session", "show", "one", "-q", "LONG"]],
    ["<session>", ["session", "create", "a/b"]],
    ["--feature", ["session", "create", "two", "--feature", "LONG"]],
    ["--role", ["session", "create", "two", "--role", "a b"]],
    ["--role (2 of 3)", ["session", "create", "two", "-r", "a-1", "-r", "b-1:LONG", "-r", "c-1"]],
    ["--role (2 of 2)", ["session", "create", "two", "-r", "a-1", "-r", "a-1"]],
    ["<session>", ["session", "add-role", "a/b", "tester-1"]],
    ["<role>", ["session", "add-role", "one", "a b"]],
    ["<type>", ["session", "add-role", "one", "tester-1", "LONG"]],
    ["<session>", ["session", "delete", "a/b"]],
    ["--note", ["curate", "archive", "000000000000", "--note", "LONG"]],
    ["<resolution>", ["curate", "resolve", "000000000000", ""]],
    ["--target", ["curate", "prune", "--target", "99999999"]],
    ["<reason>", ["relay", "reject", "000000000000", ""]],
    ["<phase>", ["gate", "open", "1000"]],
    ["<result>", ["gate", "conclude", "none", "passed"]],
    ["--met", ["gate", "conclude", "none", "approved", "--met", "LONG"]],
    ["--not-met (2 of 2)", ["gate", "conclude", "none", "rejected", "--met", "a", ...["b", "LONG"].flatMap(notMet)]],
    ["--waive (2 of 2)", ["gate", "conclude", "none", "approved", "--waive", "a=b", "--waive", "a=LONG"]],
    ["--archive", ["gate", "conclude", "none", "approved", "--archive", "LONG"]],
    ["--limit", ["history", "list", "-n", "501"]],
    ["<by>", ["session", "replace-role", "one", "implementer-1", "a b", "--yes"]],
    ["<session>", ["session", "restore", "a/b"]],
    ["--format", ["events", "--format", "xml"]],
    ["--limit", ["events", "-n", "501"]],
    ["--session", ["events", "-s", "LONG"]],
    ["<file>", ["context", "publish", "-"]],
    ["--gc", ["context", "ack", "implementer-1", "--gc", "four", "--total", "1", "--applied", "1"]],
    ["--action", ["context", "ack", "implementer-1", ...GC_1, "--action", "rest"]],
    ["<message>", ["context", "ack", "implementer-1", "fine"]],
    ["--wait", ["context", "updates", "implementer-1", "--wait", "61"]],
    ["<from>", ["context", "delta", "four", "GC-v5"]],
    ["<agent>", ["memory", "init", "a/b"]],
    ["--summary", ["memory", "close", "tester", "0", "--summary", "", "--outcome", "o"]],
    ["--finding (2 of 2)", ["memory", "close", "tester", "0", ...closing("--finding")]],
    ["--watch (2 of 2)", ["memory", "close", "tester", "0", ...closing("--watch")]],
    ["--thread (2 of 2)", ["memory", "close", "tester", "0", ...closing("--thread")]],
    ["--done (2 of 2)", ["memory", "close", "tester", "0", ...closing("--done")]],
    ["--mode", ["knowledge", "resolve", "-t", "security-review", "--mode", "LONG"]],
    ["<topic>", ["knowledge", "start", "-t", "security-review", "LONG"]],
    ["--every", ["knowledge", "start", "-t", "security-review", "--every", "5000"]],
    ["--id", ["knowledge", "start", "-t", "security-review", "--id", "a/b"]],
    ["--team-session", ["knowledge", "load", "-t", "security-review", "-s", "a/b", "owasp-top-10"]],
    ["<knowledge>", ["knowledge", "load", ...TEAM, "a, b"]],
    ["<knowledge>", ["knowledge", "unload", ...TEAM, ""]],
    ["--count", ["knowledge", "turn", ...TEAM, "-n", "5000"]],
    ["--agreed", ["knowledge", "turn", ...TEAM, "--agreed", "LONG"]],
    ["--issue (2 of 2)", ["knowledge", "turn", ...TEAM, "--issue", "a", "--issue", "LONG"]],
    ["--settled", ["knowledge", "turn", ...TEAM, "--settled", "LONG"]],
    ["--next", ["knowledge", "turn", ...TEAM, "--next", "LONG"]],
    ["--speaker", ["knowledge", "checkpoint", ...TEAM, "--speaker", "LONG"]],
    ["--agreed", ["knowledge", "checkpoint", ...TEAM, "--agreed", "LONG"]],
    ["--issue", ["knowledge", "checkpoint", ...TEAM, "--issue", "LONG"]],
    ["--next", ["knowledge", "checkpoint", ...TEAM, "--next", "LONG"]],
    ["--learnt", ["knowledge", "end", ...TEAM, "--learnt", "LONG"]],
    ["<words>", ["search", "LONG"]],
    ["--kind", ["search", "x", "--kind", "rumour"]],
  ])("%s of %j", async (word, argv) => {
    const { code, out, err } = await run(argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err.split("\n")[0]).toMatch(new RegExp(`^error: ${word.replace(/[()]/g, "\\$&")}: \\S`));
    expect(err).toMatch(/\nhint: \S/);
    expect(err).not.toMatch(/Something in|\/docs\/api/);
  });

  it.each([
    ["--limit", ["events", "-n", "none"]],
    ["--limit", ["search", "x", "-n", "0"]],
    ["--budget", ["memory", "brief", "--budget", "much"]],
    ["--target", ["curate", "prune", "--target", "-5"]],
    ["--wait", ["context", "updates", "implementer-1", "--wait", "long"]],
    ["--applied", ["context", "ack", "implementer-1", "--applied", "all"]],
    ["--port", ["serve", "--port", "70000"]],
  ])("%s that is no such number: %j", async (option, argv) => {
    const { code, err } = await run(argv);
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`^error: Option '.*${option} <.*Write a (whole )?number`));
  });

  it("and with what was meant, where it is nearly that", async () => {
    expect((await run(["say", "implementer-1", "findign", "text"])).err).toContain("Did you mean Finding?");
    expect((await run(["say", "implementor-1", "finding", "text", "--as", "Lead"])).err).toContain(
      "hint: Did you mean implementer-1?",
    );
  });

  it("each fault in a line, and where to look", async () => {
    const { err } = await run(["knowledge", "turn", ...TEAM, "--agreed", "LONG", "--issue", "a", "--issue", "LONG"]);
    expect(err).toMatch(
      /^error: --agreed: \S.*\n {2}--issue \(2 of 2\): \S.*\nhint: wardroom knowledge turn .*\n {2}wardroom knowledge turn .*\n$/,
    );
  });

  it("and of the API's fields to programs", async () => {
    const { err } = await run(["session", "create", "two", "-r", "a-1", "-r", "b b", "--json"]);
    expect(Problem.parse(JSON.parse(err)).errors).toMatchObject([{ path: "roles.1.id" }]);
  });
});

it("names no command, option or argument that there is not", async () => {
  const program = await programOf(wardroom);
  const leaves = (command: Command): Command[] => [command, ...command.commands.flatMap(leaves)];
  const unknown = leaves(program).flatMap((command) => {
    const taken = new Set(namesIn(command));
    return Object.values(examplesOf(command).names)
      .flat()
      .flatMap((name) => (taken.has(name) ? [] : [`${nameOf(command)}: ${name}`]));
  });
  expect(unknown).toEqual([]);
});

function closing(list: string): string[] {
  return ["--summary", "s", "--outcome", "o", list, "fine", list, "LONG"];
}

function notMet(criterion: string): string[] {
  return ["--not-met", criterion];
}

/** Options and arguments of a command. */
function namesIn(command: Command): string[] {
  return [
    ...chainOf(command).flatMap((each) => each.options.map((option) => option.attributeName())),
    ...command.registeredArguments.map((argument) => argument.name()),
  ];
}
