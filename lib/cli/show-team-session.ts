import type { TeamSession } from "@/lib/contracts/team-sessions";
import type { Cli } from "@/lib/cli/cli";
import { plainLine } from "@/lib/cli/terminal-text";
import { showTeamSession as say } from "@/lib/operations/show-team-session";

/** Prints what a change of a team session answers, and on standard error what is worth a look. */
export function showTeamSession<A extends TeamSession & { message: string; warnings: string[] }>(
  cli: Cli,
  answer: A,
  more: (answer: A) => string = () => "",
): void {
  tellWarnings(cli, answer.warnings);
  cli.show(answer, () => say(answer, { line: plainLine, paint: cli.paint }, more(answer)));
}

/** Prints warnings on standard error, where no program reads the answer. */
export function tellWarnings(cli: Cli, warnings: readonly string[]): void {
  if (cli.flags.json === true) return;
  for (const warning of warnings) {
    cli.surroundings.stderr.write(`${cli.paint.warn("note:")} ${plainLine(warning)}\n`);
  }
}
