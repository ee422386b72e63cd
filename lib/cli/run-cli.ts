import { Command, CommanderError } from "commander";
import { AppError, ERRORS, type ErrorCode } from "@/lib/core/errors";
import { CutOff } from "@/lib/cli/ask-for-news";
import { Cli } from "@/lib/cli/cli";
import { findProjectFolder } from "@/lib/cli/find-place";
import { createProgram } from "@/lib/cli/program";
import type { Surroundings } from "@/lib/cli/surroundings";
import { isNewProject, saySurvey, surveyProject } from "@/lib/cli/survey-project";
import { plainLine, plainText } from "@/lib/cli/plain-text";
import { addressOf } from "@/lib/cli/choose-session";
import { InboxWaiting } from "@/lib/contracts/inbox";
import { Done, type Problem } from "@/lib/contracts/primitives";
import { waitsLine } from "@/lib/core/inbox/render-inbox";
import { RequestError } from "@/lib/client/request-error";
import { nameOf } from "@/lib/cli/command-chain";
import { usageLines } from "@/lib/cli/help";
import { wordFor } from "@/lib/cli/field-words";
import { hintForTerminal } from "@/lib/cli/hint-words";
import { createPaint, isColoured } from "@/lib/cli/paint";
import { blockersIn } from "@/lib/cli/render-blockers";
import { openItemsIn } from "@/lib/cli/render-open-items";
import { SaidAlready } from "@/lib/contracts/memory";
import type { Paint } from "@/lib/operations/terminal";

/** A failure as it is printed, whether the server or the command found it. */
type Failure = Pick<Problem, "code" | "detail"> & Partial<Problem>;

/** What a contract's refusal begins with; the first fault follows. Example: Something in the body is not valid. tag: … */
const SOMETHING = /^Something in the \w+ is not valid\./;

/**
 * Says what went wrong on standard error, a line and what to do next, or one line of problem JSON with `--json`; answers
 * the exit code of the table of errors. `command` is what was being run. A person is told of options and arguments, a program of
 * the fields of the API.
 */
async function reportError(
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

/** What a refusal to write shows as said already, a line each; none where it is about something else. */
function saidIn(current: unknown, paint: Paint): string[] {
  const { data } = SaidAlready.safeParse(current);
  return (data?.said ?? []).map(
    ({ id, role, tag, text }) =>
      `  ${paint.faint(plainLine(id))}  [${plainLine(tag ?? "untagged")}] ${plainLine(role)}: ${plainLine(text)}`,
  );
}

/** Role, run and session, and before them whether another command follows. Example: +implementer-1,claude:7f0c8d9e,checkout */
const BY = /^(\+?)([^,]*),([^,]*),(.*)$/s;

/**
 * What the plugin's hooks write behind the name of an agent's command, as good as the variables. A command
 * that began with variables would not begin as the client's rules allow it.
 */
function namedByHook(given: Surroundings): Surroundings {
  const { argv, env } = given;
  const at = argv.indexOf("--by");
  const [, follows, WARDROOM_ROLE, WARDROOM_RUN, session] = BY.exec(argv[at + 1] ?? "") ?? [];
  if (at < 0 || at > 2 || follows === undefined) return given;
  const WARDROOM_SESSION = session || env["WARDROOM_SESSION"];
  const own = { ...env, WARDROOM_ROLE, WARDROOM_SESSION, WARDROOM_RUN };
  return { ...given, argv: argv.toSpliced(at, 2), env: own, isFollowed: follows !== "" };
}

/** Runs one command to its end and answers the exit code. Whatever goes wrong is told on standard error. */
export async function runCli(given: Surroundings): Promise<number> {
  const surroundings = namedByHook(given);
  const { argv } = surroundings;
  const cli = new Cli(surroundings);
  let program = new Command();
  try {
    if (surroundings.lost !== undefined) throw new CutOff(surroundings.lost);
    assertText(argv);
    program = await createProgram(cli, argv);
    if (argv.length === 0) {
      if (!(await offerWhatFits(cli))) program.outputHelp();
    } else if (argv[0] === "help" && argv[1] === "all") program.outputHelp();
    else await program.parseAsync(argv, { from: "user" });
    await noteWaiting(cli);
    return cli.exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // The name of a group alone: its help was shown.
    if (error instanceof CommanderError && error.code === "commander.help") return ERRORS.invalid_input.exit;
    return await reportError(error, surroundings, {
      json: wantsJson(argv),
      command: cli.running ?? findCommand(program, argv),
      by: cli.by,
    });
  } finally {
    await cli.close();
  }
}

/** Tells a project without any of this what fits it, and of projects below; answers whether that is all there is to say. */
async function offerWhatFits({ surroundings, paint }: Cli): Promise<boolean> {
  const { cwd, home, project, stdout } = surroundings;
  const survey = await surveyProject(await findProjectFolder({ chosen: undefined, cwd, home, project }));
  const isNew = isNewProject(survey);
  if (isNew || survey.subprojects.length > 0) stdout.write(`${saySurvey(survey, paint)}\n`);
  if (isNew) stdout.write("All commands: wardroom --help\n");
  return isNew;
}

/** Some systems hand over words that are no text; no address or body could carry them. */
function assertText(argv: string[]): void {
  if (argv.every((word) => word.isWellFormed())) return;
  throw new AppError("invalid_input", "A word of the command contains a lone surrogate, which is not text.", {
    hint: "Type the name again instead of pasting it.",
  });
}

/** Also before, or without, the words having been understood. */
function wantsJson(argv: string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--json");
}

/** The command that words name, as far as they do: what was meant where they were not understood. */
function findCommand(program: Command, argv: string[]): Command {
  return argv.reduce((command, word) => command.commands.find((each) => each.name() === word) ?? command, program);
}

/** What shows all that waits, and what ends a conversation: with one more call that would go on. */
const SAYS_NOTHING_MORE = ["wardroom inbox", "wardroom run end"];

/**
 * After a command about a session, prints to standard error what is waiting for the caller, in one line, and the caller's nudges; of
 * a chain of commands, after the last where a hook saw which that is, else after the first and after those since which it changed.
 * Failures are not reported: the command itself has succeeded.
 */
async function noteWaiting(cli: Cli): Promise<void> {
  const { about } = cli;
  if (about === null || cli.flags.json === true) return;
  if (cli.running !== undefined && SAYS_NOTHING_MORE.includes(nameOf(cli.running))) return;
  if (cli.surroundings.isFollowed === true) return;
  const { session, role } = about;
  const inbox = `${addressOf(session)}/inbox`;
  const as = role === undefined ? {} : { role };
  try {
    const waiting = await cli.ask(InboxWaiting, `${inbox}/waiting?once=true`, as);
    const { stderr } = cli.surroundings;
    for (const { from, text } of waiting.nudges)
      stderr.write(`${cli.paint.warn("nudge:")} ${from}: ${plainLine(text)}\n`);
    const line = waitsLine(waiting, `wardroom inbox${role === undefined ? "" : ` ${role}`}${cli.sessionWords}`);
    if (line !== null) stderr.write(`${cli.paint.faint(line)}\n`);
    const { mark } = waiting;
    if (mark !== null) await cli.ask(Done, `${inbox}/seen`, { method: "POST", body: { mark }, key: null, ...as });
  } catch {
    // A viewer has no inbox, an older server no such address, and a session may just have gone to the trash.
  }
}
