import { Command, CommanderError } from "commander";
import { AppError, ERRORS } from "@/lib/core/errors";
import { Cli } from "@/lib/cli/cli";
import { findProjectFolder } from "@/lib/cli/find-place";
import { noteWaiting } from "@/lib/cli/note-waiting";
import { createProgram } from "@/lib/cli/program";
import { reportError } from "@/lib/cli/report-error";
import type { Surroundings } from "@/lib/cli/surroundings";
import { isNewProject, saySurvey, surveyProject } from "@/lib/cli/survey-project";

/** Runs one command to its end and answers the exit code. Whatever goes wrong is told on standard error. */
export async function runCli(surroundings: Surroundings): Promise<number> {
  const { argv } = surroundings;
  const cli = new Cli(surroundings);
  let program = new Command();
  try {
    assertText(argv);
    program = await createProgram(cli, argv);
    if (argv.length === 0) {
      if (!(await offerWhatFits(cli))) program.outputHelp();
    } else await program.parseAsync(argv, { from: "user" });
    await noteWaiting(cli);
    return cli.exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // The name of a group alone: its help was shown.
    if (error instanceof CommanderError && error.code === "commander.help") return ERRORS.invalid_input.exit;
    return await reportError(error, surroundings, {
      json: wantsJson(argv),
      command: cli.running ?? findCommand(program, argv),
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
