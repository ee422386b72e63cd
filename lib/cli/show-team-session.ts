import type { TeamSession } from "@/lib/contracts/team-sessions";
import type { Cli } from "@/lib/cli/cli";
import { plainLine } from "@/lib/cli/plain-text";

/** What a change of a team session answers, as far as it is shown. */
type Answer = TeamSession & { message: string; warnings: string[] };

/** Prints the message of a change, what is loaded for how many tokens, and on standard error what is worth a look. */
export function showTeamSession<A extends Answer>(cli: Cli, answer: A, more: (answer: A) => string = () => ""): void {
  tellWarnings(cli, answer.warnings);
  const { faint } = cli.paint;
  cli.show(answer, ({ id, message, tokens, budget }) => {
    const spent = `${id}: ${tokens} of ${budget.limit} tokens`;
    return `${plainLine(message)}\n${more(answer)}${faint(plainLine(spent))}\n`;
  });
}

/** Prints warnings on standard error, where no program reads the answer. */
export function tellWarnings(cli: Cli, warnings: readonly string[]): void {
  if (cli.flags.json === true) return;
  for (const warning of warnings) {
    cli.surroundings.stderr.write(`${cli.paint.warn("note:")} ${plainLine(warning)}\n`);
  }
}
