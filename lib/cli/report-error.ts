import { type Command, CommanderError } from "commander";
import { AppError, type ErrorCode, ERRORS } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import type { Surroundings } from "@/lib/cli/surroundings";
import { plainText } from "@/lib/cli/terminal-text";
import type { Problem } from "@/lib/contracts/primitives";
import { RequestError } from "@/lib/client/request-error";
import { asWord, chainOf, nameOf } from "@/lib/cli/command-chain";
import { examplesOf } from "@/lib/cli/declare-command";
import { usageLines } from "@/lib/cli/help";
import { createPaint, isColoured } from "@/lib/cli/paint";
import { blockersIn, openItemsIn, saidIn } from "@/lib/cli/refused-lines";
import { decideAccess } from "@/lib/core/access/decide-access";
import type { NextStep } from "@/lib/operations/next-steps";

/** A failure as it is printed, whether the server or the command found it. */
type Failure = Pick<Problem, "code" | "detail"> & Partial<Problem>;

/** What a contract's refusal begins with; the first fault follows. Example: Something in the body is not valid. tag: … */
const SOMETHING = /^Something in the \w+ is not valid\./;

/**
 * Says what went wrong on standard error, a line and what to do next, or one line of problem JSON with `--json`; answers
 * the exit code of the table of errors. `command` is what was being run. A person is told of options and arguments, a program of
 * the fields of the API.
 */
export async function reportError(
  error: unknown,
  surroundings: Surroundings,
  { json, command, by }: { json: boolean; command: Command; by: Cli["by"] },
): Promise<number> {
  const name = nameOf(command);
  const failure = failureOf(error, surroundings, command);
  const { http, exit, title } = ERRORS[failure.code];
  const { stderr, env, argv } = surroundings;
  if (json) {
    const problem: Problem = { type: `/docs/api#${failure.code}`, title, status: http, instance: name, ...failure };
    stderr.write(`${JSON.stringify(problem)}\n`);
    return exit;
  }
  const paint = createPaint(isColoured(stderr, env, !argv.includes("--no-color")));
  const [sentence = "", ...more] = linesOf(failure, command);
  stderr.write(`${paint.bad("error:")} ${plainText(sentence)}\n`);
  for (const line of more) stderr.write(`  ${plainText(line)}\n`);
  for (const line of blockersIn(failure.current, paint)) stderr.write(`  ${line}\n`);
  for (const line of openItemsIn(failure.current, paint)) stderr.write(`${line}\n`);
  for (const line of saidIn(failure.current, paint)) stderr.write(`${line}\n`);
  const told = await hintForTerminal(failure, usageLines(command), by);
  // A hint for programs names a field where a person types an option.
  const hint = told?.replace(/`(\w+)`/g, (field, name: string) => optionFor(command, name) ?? field); // `overQuestions`
  if (hint !== undefined) stderr.write(`${paint.warn("hint:")} ${plainText(hint).replaceAll("\n", "\n  ")}\n`);
  return exit;
}

/** The command-line option for a field of the API; undefined if it has none. */
function optionFor(command: Command, field: string): string | undefined {
  return command.options.find((option) => option.attributeName() === field)?.long ?? undefined;
}

/** The sentence, which has the first fault in it, and a line for each further one; each with the option or argument it is about. */
function linesOf({ detail, errors = [] }: Failure, command: Command): string[] {
  const [first, ...others] = errors;
  const word = first && wordFor(command, first.path);
  const sentence = first !== undefined && SOMETHING.test(detail) ? first.message : detail;
  return [
    word === undefined ? detail : `${word}: ${sentence}`,
    ...others.map(({ path, message }) => `${wordFor(command, path) ?? path}: ${message}`),
  ];
}

function failureOf(error: unknown, { env }: Surroundings, command: Command): Failure {
  if (error instanceof AppError) {
    const { hint, errors, current } = error.details;
    return {
      code: error.code,
      detail: error.message,
      ...(hint !== undefined && { hint }),
      ...(errors !== undefined && { errors }),
      ...(current !== undefined && { current }),
    };
  }
  if (error instanceof RequestError) {
    if (error.problem !== undefined) return error.problem;
    return { code: codeOf(error), detail: error.message, ...(error.hint !== undefined && { hint: error.hint }) };
  }
  if (error instanceof CommanderError) return usage(error, command);
  const trace = (env["WARDROOM_DEBUG"] ?? "") !== "" && error instanceof Error ? `\n${error.stack ?? ""}` : "";
  return {
    code: "internal",
    detail: `Something went wrong inside wardroom: ${error instanceof Error ? error.message : String(error)}${trace}`,
    hint: "Run it again with WARDROOM_DEBUG=1 to see where.",
  };
}

/** What has no code in the table: nobody answered, which may pass, or nobody understood the answer. */
function codeOf({ code }: RequestError): ErrorCode {
  if (code === "unreachable") return "busy";
  return code === "unexpected" ? "internal" : code;
}

function usage(error: CommanderError, command: Command): Failure {
  // error: unknown command 'sesion'\n(Did you mean session?)
  const [first = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const detail = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/([^.?!])$/, "$1.");
  const meant = rest.join(" ").replace(/^\((.*)\)$/, "$1 ");
  const failure: Failure = { code: "invalid_input", detail, hint: meant + usageLines(command) };
  if (error.code !== "commander.unknownOption") return failure;
  // unknown option '--expires': a program is told as the contract would say it.
  const name = /'-{1,2}([^']+)'/.exec(first)?.[1] ?? "";
  return { ...failure, errors: [{ path: "", message: `Unrecognized key: "${name}"` }] };
}

/** What a contract's refusal hints: the page of the API says nothing of options. */
const SHAPES = "Correct what `errors` names; /docs/api shows every shape.";

/**
 * The hint of a problem for who sits at a terminal: next steps are named by the commands that take them, where there are any.
 * `usage` is how the command that was run is written, `by` who ran it. Undefined where there is no hint.
 */
export async function hintForTerminal(
  { code, hint, next = [] }: Pick<Problem, "code" | "hint" | "next">,
  usage = "wardroom help",
  by: { role: string | null; words: string } = { role: null, words: "" },
): Promise<string | undefined> {
  if (code === "unauthenticated")
    return "Give a token with --token or WARDROOM_TOKEN: a role's from the Lead, or the owner's.";
  if (hint === SHAPES) return usage;
  if (hint === undefined || next.length === 0) return hint;
  // Only a refusal needs the table, and most commands meet none.
  const { rewordHint } = await import("@/lib/operations/next-steps");
  return rewordHint(hint, next, (step) => (mayTake(by.role, step) ? commandFor(step) + by.words : "the Lead"));
}

/** Whether the role may take this step. A caller with a credential of its own is judged by the server. */
function mayTake(role: string | null, { operation: { deed }, arguments: given }: NextStep): boolean {
  if (role === null || deed === undefined) return true;
  return decideAccess({ kind: "role", role, sessionKey: null, workspace: null }, deed, given) === null;
}

/** How the next step is taken in a terminal: what no command does is done in the dashboard. */
export function commandFor({ operation, arguments: given }: NextStep): string {
  const [usage] = operation.commands ?? [];
  if (usage === undefined) return "the dashboard";
  const words = usage.split(" ").flatMap((word) => {
    const [, bracket, name = ""] = /^([<[])([\w-]+)/.exec(word) ?? []; // <relay>, [topic...]
    return given[name] === undefined ? (bracket === "[" ? [] : word) : asWord(given[name]);
  });
  const isTeams = operation.params !== undefined && "team" in operation.params.shape;
  const options = [
    ...(isTeams && given.team !== undefined ? [`--team ${asWord(given.team)}`] : []),
    ...(given.session !== undefined && !usage.includes("<session>")
      ? [`${isTeams ? "--team-session" : "--session"} ${asWord(given.session)}`]
      : []),
  ];
  return ["wardroom", ...words, ...options].join(" ");
}

/**
 * The option or argument by which the field at a path was given, such as `--role` or `<tag>`; of several values with which one it
 * is, as in `--issue (2 of 3)`. Undefined where nobody could give it.
 */
function wordFor(command: Command, path: string): string | undefined {
  const [field = "", index = ""] = path.split("."); // roles.0.id
  const names = examplesOf(command).names[field] ?? field;
  if (typeof names !== "string") return wordInOneOf(command, names, Number(index));
  return wordOf(command, names, index);
}

/** The option among several whose values follow one another in a list, by the place in that list. */
function wordInOneOf(command: Command, names: readonly string[], index: number): string | undefined {
  let place = index;
  for (const name of names) {
    const values: unknown = command.getOptionValue(name);
    const length = Array.isArray(values) ? values.length : 0;
    if (place < length) return wordOf(command, name, String(place));
    place -= length;
  }
  return undefined;
}

function wordOf(command: Command, name: string, index: string): string | undefined {
  const place = command.registeredArguments.findIndex((each) => each.name() === name);
  if (place >= 0) return `<${name}>${whichOf(command.processedArgs[place], index)}`;
  const owner = chainOf(command).find((each) => findOption(each, name) !== undefined);
  if (owner === undefined) return undefined;
  return `${findOption(owner, name)?.long ?? ""}${whichOf(owner.getOptionValue(name), index)}`;
}

function findOption(command: Command, name: string) {
  return command.options.find((option) => option.attributeName() === name);
}

function whichOf(values: unknown, index: string): string {
  if (!Array.isArray(values) || values.length < 2 || !/^\d+$/.test(index)) return ""; // 0
  return ` (${Number(index) + 1} of ${values.length})`;
}
