import type { TeamSession } from "@/lib/contracts/team-sessions";
import type { Terminal } from "@/lib/operations/terminal";

type Answer = TeamSession & { message: string };

/** The message of a change, and what is loaded for how many tokens. */
export function showTeamSession(
  { id, message, tokens, budget }: Answer,
  { line, paint }: Pick<Terminal<unknown>, "line" | "paint">,
  more = "",
): string {
  return `${line(message)}\n${more}${paint.faint(line(`${id}: ${tokens} of ${budget.limit} tokens`))}`;
}
