import type { Command } from "commander";
import { api, type SessionScope } from "@/lib/client/paths";
import { Done } from "@/lib/contracts/primitives";
import { TokenList } from "@/lib/contracts/sessions";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";

const tokensOf = (scope: SessionScope) => `${api.session(scope)}/tokens`;

/** `wardroom token`: what lets an agent act as a role. */
export function addTokenCommands(program: Command, cli: Cli): void {
  const group = program.command("token").description("tokens of a session's roles: list, mint, revoke");
  addRevoke(group, cli);
}

function addRevoke(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("revoke").argument("<token>", "its id, from the list")).description(
    "end a token at once; asks first",
  );
  addExamples(command, ["wardroom token revoke 5b0f7c2d9e14a683", "wardroom token revoke 5b0f7c2d9e14a683 --yes"]);
  command.action(async (id: string, choice: SessionChoice) => {
    const session = await chooseSession(cli, choice);
    const { items } = await cli.askAll(TokenList, session(tokensOf));
    const token = items.find((each) => each.id === id);
    if (token === undefined) {
      // What was typed may be the secret itself, which is not to be repeated.
      throw new AppError("not_found", "There is no token of that id in this session.", {
        hint: "See the ids: wardroom token list",
      });
    }
    const role = plainLine(token.role);
    const isOver = token.revokedAt !== null;
    if (!isOver) await cli.confirm(`The token of ${role} stops working at once and cannot be restored.`);
    const path = session((scope) => `${api.role(scope, token.role)}/tokens/${encodeURIComponent(id)}`);
    cli.show(await cli.ask(Done, path, { method: "DELETE" }), () =>
      isOver
        ? `Token ${id} of ${role} was revoked already.\n`
        : `${cli.paint.good("Revoked")} token ${id} of ${role}.\n`,
    );
  });
}
