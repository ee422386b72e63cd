import { Command, CommanderError } from "commander";
import { AppError, ERRORS } from "@/lib/core/errors";
import { reportError } from "@/lib/cli/report-error";
import { CutOff } from "@/lib/cli/ask-for-news";
import { Cli } from "@/lib/cli/cli";
import { findProjectFolder } from "@/lib/cli/find-place";
import { createProgram } from "@/lib/cli/program";
import type { Surroundings } from "@/lib/cli/surroundings";
import { isNewProject, saySurvey, surveyProject } from "@/lib/cli/survey-project";
import { plainLine } from "@/lib/cli/terminal-text";
import { addressOf } from "@/lib/cli/choose-session";
import { InboxWaiting } from "@/lib/contracts/inbox";
import { Done } from "@/lib/contracts/primitives";
import { waitsLine } from "@/lib/core/inbox/render-inbox";
import { nameOf } from "@/lib/cli/command-chain";

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
