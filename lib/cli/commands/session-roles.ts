import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { Changed } from "@/lib/contracts/memory";
import { RoleWithToken } from "@/lib/contracts/sessions";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";

/** `wardroom session add-role` and `replace-role`: who is in the team. */
export function addSessionRoleCommands(group: Command, cli: Cli): void {
  addRole(group, cli);
  replaceRole(group, cli);
}

function addRole(group: Command, cli: Cli): void {
  const command = group
    .command("add-role")
    .argument("<session>")
    .argument("<role>")
    .argument("[type]", "such as implementer or researcher; else what the id begins with")
    .description("add a teammate with a section of its own; its token is shown this once");
  addExamples(command, ["wardroom session add-role checkout tester-1"]);
  command.action(async (id: string, role: string, type: string | undefined) => {
    const body = { id: role, ...(type !== undefined && { type }) };
    const path = (workspace: string) => `${api.session({ workspace, session: id })}/roles`;
    cli.show(
      await cli.ask(RoleWithToken, path, { method: "POST", body }),
      (added) =>
        `${cli.paint.good("Added")} ${added.role.id} (${added.role.access}). Its token, shown this once:\n${added.token}\n`,
    );
  });
}

function replaceRole(group: Command, cli: Cli): void {
  const command = group
    .command("replace-role")
    .argument("<session>")
    .argument("<role>", "who leaves")
    .argument("<by>", "the successor, who is added where it is new")
    .description("mark a teammate replaced by a successor and end its tokens; asks first");
  addExamples(command, [
    "wardroom session replace-role checkout implementer-1 implementer-2",
    "wardroom session replace-role checkout implementer-1 implementer-2 --yes",
  ]);
  command.action(async (id: string, role: string, by: string) => {
    await cli.confirm(`${plainLine(role)} is marked as replaced by ${plainLine(by)}, and its tokens end.`);
    const path = (workspace: string) => `${api.memory({ workspace, session: id })}/replace-role`;
    const changed = await cli.ask(Changed, path, { method: "POST", body: { role, by } });
    cli.show(changed, ({ revision }) =>
      [
        `${cli.paint.good("Replaced")} ${plainLine(role)} by ${plainLine(by)}, revision ${revision}. Its section is kept.\n`,
        `A token for ${plainLine(by)}: wardroom token mint ${plainLine(by)} --session ${plainLine(id)}\n`,
      ].join(""),
    );
  });
}
