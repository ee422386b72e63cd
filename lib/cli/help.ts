import type { Command } from "commander";
import { nameOf } from "@/lib/cli/command-chain";
import { Tag } from "@/lib/contracts/memory";
import { examplesOf } from "@/lib/cli/declare-command";

/** Characters of the help of one command, and of a group of them. */
const MOST = 500;

/** What a role does, the most used first. */
const OF_ROLE = [
  ...[
    "inbox",
    "context ack",
    "say",
    "reply",
    "ask",
    "state",
    "claim",
    "same",
    "judge",
    "pair settle",
    "replace",
    "withdraw",
    "result",
  ],
  ...["nudge", "team", "context updates", "session show", "memory start", "memory close", "search"],
];

/** What the Lead does besides, and a person who sets up a team. */
const OF_LEAD = [
  ...["context publish", "relay list", "relay approve", "relay reject", "answer", "curate resolve", "curate archive"],
  ...["context status", "gate open", "gate conclude", "session create", "session add-role", "up", "serve", "doctor"],
];

/** Commands for roles that the Lead hardly ever needs. */
const SELDOM_OF_LEAD = new Set([
  "context ack",
  "context updates",
  "reply",
  "result",
  "replace",
  "same",
  "judge",
  "memory close",
]);

/** What is typed to run a command, with the options that are its own: `wardroom say <role> <tag> <text...> [--anyway]`. */
export function usageOf(command: Command): string {
  const words = command.registeredArguments.map((each) => {
    const name = each.name() + (each.variadic ? "..." : "");
    return each.required ? `<${name}>` : `[${name}]`;
  });
  const below = command.commands.length > 0 && words.length === 0 ? ["<command>"] : [];
  const options = command.options.filter(({ hidden, long }) => !hidden && long !== "--session");
  const flags = options.map(({ flags: each }) => `[${each.replace(/^-\w, /, "")}]`); // -r, --role <role>
  const whole = [nameOf(command), ...words, ...below, ...flags].join(" ");
  return whole.length <= 120 ? whole : [nameOf(command), ...words, "[options]"].join(" ");
}

/** How a command is written, in two lines: its words, and an example. */
export function usageLines(command: Command): string {
  const [example] = examplesOf(command).lines;
  const lines =
    command.parent === null ? ["wardroom help"] : [usageOf(command), ...(example === undefined ? [] : [example])];
  return lines.join("\n");
}

/** The help of a command or a group, as much of it as fits. */
export function describeCommand(command: Command): string {
  const { lines, note } = examplesOf(command);
  const says = command.description();
  const given = command.registeredArguments.map((each) => [each.name(), each.description] as const);
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map((each) => [each.flags, each.description] as const);
  const below = command.commands.filter((each) => !isHidden(each));
  const subjects = below.map((each) => [shortUsage(each), each.description()] as const);
  const forms = [
    () => [says, ...rows([...given, ...options, ...subjects], whole), ...shown(lines), note],
    () => [says, ...rows([...given, ...options, ...subjects], whole), ...shown(lines.slice(0, 1))],
    () => [says, ...rows([...given, ...options, ...subjects], clause), ...shown(lines.slice(0, 1))],
    () => [clause(says), ...rows([...given, ...options], brief), ...shown(lines.slice(0, 1)), ...names(subjects)],
    () => [clause(says), ...names(options), ...shown(lines.slice(0, 1)), ...names(below.map((each) => [each.name()]))],
  ];
  const texts = forms.map((form) => `${["Usage: ".concat(usageOf(command)), ...form()].filter(Boolean).join("\n")}\n`);
  return texts.find(({ length }) => length <= MOST) ?? texts.at(-1) ?? "";
}

/** The program's help for a role, or for the Lead and people who set up a team: the commands each uses most, one per line. */
export function describeProgram(program: Command, reader: "role" | "lead"): string {
  const paths = reader === "role" ? OF_ROLE : [...OF_ROLE.filter((each) => !SELDOM_OF_LEAD.has(each)), ...OF_LEAD];
  const rowsOf = paths.map((path) => {
    const command = path
      .split(" ")
      .reduce((at, word) => at.commands.find((each) => each.name() === word) ?? at, program);
    return [shortUsage(command, path), command.description()] as const;
  });
  const more = reader === "role" ? "" : "--as <role> acts as a role; --json prints JSON; --yes confirms.\n";
  return `Commands, the most used first (wardroom <command> …):
${rows(rowsOf, clause).join("\n")}
inbox --wait 55 waits for what matters. Tags: ${Tag.options.join(", ")}.
${more}One command: wardroom say --help. All: wardroom help all\n`;
}

/** All commands of the program, a line for each subject, and what every one of them takes. */
export function describeAll(program: Command): string {
  const subjects = program.commands.filter((each) => !isHidden(each));
  return `Usage: wardroom [options] <command>
${program.description()}

Commands:
${rows(
  subjects.map((each) => [each.name(), each.description()] as const),
  whole,
).join("\n")}

Options:
${rows(
  program.options.map(({ flags, description }) => [flags, description] as const),
  whole,
).join("\n")}

A command is about the workspace of the current folder. It goes through the running server where one serves that
workspace, and does the work itself otherwise. Help of a command: wardroom session --help
Exit codes: 0 done, 1 internal, 2 not valid, 3 not allowed, 4 not found, 5 conflict, 6 not readable, 7 busy.
`;
}

type Row = readonly [term: string, says?: string];

const whole = (text: string) => text;
/** Up to where the first thing is said: `the session` of `the session; also WARDROOM_SESSION`. */
const clause = (text: string) => text.split(/[;:(]/, 1)[0]?.trim() ?? "";
const brief = (text: string) => clause(text).split(",", 1)[0] ?? "";
const isHidden = (command: Command) => command.name().startsWith("__");

function shortUsage(command: Command, path = command.name()): string {
  return [
    path,
    ...command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`)),
  ].join(" ");
}

function rows(of: readonly Row[], cut: (text: string) => string): string[] {
  return of.map(([term, says = ""]) => `  ${term}  ${cut(says)}`.trimEnd());
}

function names(of: readonly Row[]): string[] {
  return of.length === 0 ? [] : [`  ${of.map(([term]) => term).join(", ")}`];
}

function shown(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["Examples:", ...lines.map((line) => `  $ ${line}`)];
}
