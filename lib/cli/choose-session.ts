import type { Command } from "commander";
import { SessionList } from "@/lib/contracts/sessions";
import { AppError } from "@/lib/core/errors";
import { meantSession } from "@/lib/core/memory/meant-session";
import type { Cli } from "@/lib/cli/cli";
import { asWord } from "@/lib/cli/command-chain";

export interface SessionChoice {
  session?: string;
}

export function addSessionOption(command: Command): Command {
  return command.option("-s, --session <session>", "the session; also WARDROOM_SESSION; the only one when left out");
}

/** The address of a session below that of the workspace. */
export function addressOf(session: string): string {
  return `/sessions/${encodeURIComponent(session)}`;
}

/** The address of the session that `sessionChosen` answers. */
export async function chooseSession(cli: Cli, choice: SessionChoice): Promise<string> {
  return addressOf(await sessionChosen(cli, choice));
}

/**
 * The session that was named, else the only one there is. Throws `invalid_input` with the sessions at work when it is not clear,
 * `not_found` if the workspace has no session.
 */
export async function sessionChosen(cli: Cli, { session }: SessionChoice): Promise<string> {
  const id = session ?? (cli.surroundings.env["WARDROOM_SESSION"] || (await onlySession(cli)));
  cli.about = { session: id, role: undefined };
  cli.sessionWords = session === undefined ? "" : ` --session ${id}`;
  return id;
}

async function onlySession(cli: Cli): Promise<string> {
  const { items: all } = await cli.askAll(SessionList, "/sessions");
  const { env } = cli.surroundings;
  const { only, among } = meantSession(all, cli.flags.as ?? (env["WARDROOM_ROLE"] || null));
  if (only !== null) return only.id;
  if (among.length === 0) {
    throw new AppError("not_found", "There is no session here yet.", {
      hint: 'Create one: wardroom session create checkout --feature "New checkout" --role implementer-1',
    });
  }
  const typed = ["wardroom", ...cli.surroundings.argv.map(asWord)].join(" ");
  const ids = among.map(({ id }) => id);
  throw new AppError("invalid_input", `There is more than one session: ${ids.join(", ")}.`, {
    hint: `Name it: ${typed} --session ${asWord(ids[0] ?? "")}`,
  });
}
