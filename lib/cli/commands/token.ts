import type { Command } from "commander";
import { api, type SessionScope } from "@/lib/client/paths";
import { Done } from "@/lib/contracts/primitives";
import { RoleWithToken, TokenList } from "@/lib/contracts/sessions";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";

const tokensOf = (scope: SessionScope) => `${api.session(scope)}/tokens`;

/** `wardroom token`: what lets an agent act as a role. */
export function addTokenCommands(program: Command, cli: Cli): void {
  const group = program.command("token").description("tokens of a session's roles: list, mint, revoke");
  addList(group, cli);
  addMint(group, cli);
  addRevoke(group, cli);
}

function addList(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("list")).description("tokens, without their secrets");
  addExamples(command, ["wardroom token list", "wardroom token list --session checkout --json"]);
  command.action(async (choice: SessionChoice) => {
    const { paint } = cli;
    const session = await chooseSession(cli, choice);
    cli.show(await cli.askAll(TokenList, session(tokensOf)), ({ items }) =>
      items.length === 0
        ? "No token was minted yet. Mint one: wardroom token mint <role>\n"
        : cli.table(items, [
            { title: "TOKEN", value: ({ id }) => id, style: paint.name },
            { title: "ROLE", value: ({ role }) => plainLine(role) },
            { title: "MINTED", value: ({ createdAt }) => shortTime(createdAt), style: paint.faint },
            { title: "BY", value: ({ createdBy }) => plainLine(createdBy) },
            { title: "LAST USED", value: ({ lastUsedAt }) => shortTime(lastUsedAt), style: paint.faint },
            { title: "REVOKED", value: ({ revokedAt }) => shortTime(revokedAt), style: paint.warn },
          ]),
    );
  });
}

function addMint(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("mint").argument("<role>")).description(
    "mint another token for a role; it is shown this once",
  );
  addExamples(command, ["wardroom token mint implementer-1", "wardroom token mint Lead --session checkout"]);
  command.action(async (role: string, choice: SessionChoice) => {
    const session = await chooseSession(cli, choice);
    const path = session((scope) => `${api.role(scope, role)}/tokens`);
    const minted = await cli.ask(RoleWithToken, path, { method: "POST", body: {} });
    cli.show(
      minted,
      () =>
        `${cli.paint.good("Minted")} token ${minted.tokenId} for ${plainLine(minted.role.id)}. Here it is, shown this once:\n${minted.token}\n`,
    );
  });
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
