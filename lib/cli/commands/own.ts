import type { Command } from "commander";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { api } from "@/lib/client/paths";
import { Changed, RelayDecided } from "@/lib/contracts/memory";
import { isRelayId } from "@/lib/core/memory/session-id";

/** `wardroom replace` and `withdraw`: what a role does with its own items and relays; `reply` and `same`: with those of others too. */
export function addOwnCommands(program: Command, cli: Cli): void {
  addReplace(program, cli);
  addWithdraw(program, cli);
}

function addReplace(program: Command, cli: Cli): void {
  const command = addSessionOption(
    program
      .command("replace")
      .argument("<id>", "of your item, or of your relay that still waits")
      .argument("<text...>", "what it is to say, or - for standard input"),
  ).description("give your own item other words; its tag and its place stay");
  addExamples(command, [
    'wardroom replace 3f9a1c07be42 "Cards and vouchers, decided on Monday" --as implementer-1',
    'wardroom replace 8f4c2e61a7b34d5f "Measured on main: 61 ms" --as tester-1',
  ]);
  command.action(async (id: string, words: string[], choice: SessionChoice) => {
    const text = await cli.text(words);
    const session = await chooseSession(cli, choice);
    const { good } = cli.paint;
    if (isRelayId(id)) {
      const path = session((scope) => `${api.relay(scope, id)}/reword`);
      const done = await cli.ask(RelayDecided, path, { method: "POST", body: { text } });
      cli.show(done, () => `${good("Replaced")}: the Lead is shown the new words.\n`);
      return;
    }
    const path = session((scope) => `${api.memory(scope)}/edit`);
    const done = await cli.ask(Changed, path, { method: "POST", body: { item: id, newString: text } });
    cli.show(done, () => `${good("Replaced")}, revision ${done.revision}: ${plainLine(id)} keeps its id.\n`);
  });
}

function addWithdraw(program: Command, cli: Cli): void {
  const command = addSessionOption(
    program.command("withdraw").argument("<id>", "of your item, or of your relay that still waits"),
  ).description("take your own item back; the history keeps it");
  addExamples(command, ["wardroom withdraw 3f9a1c07be42 --as implementer-1"]);
  command.action(async (id: string, choice: SessionChoice) => {
    const session = await chooseSession(cli, choice);
    const { good } = cli.paint;
    if (isRelayId(id)) {
      const path = session((scope) => `${api.relay(scope, id)}/withdraw`);
      const done = await cli.ask(RelayDecided, path, { method: "POST" });
      cli.show(done, () => `${good("Withdrawn")}: the Lead no longer sees it to review.\n`);
      return;
    }
    const path = session((scope) => `${api.memory(scope)}/items/${encodeURIComponent(id)}/withdraw`);
    const done = await cli.ask(Changed, path, { method: "POST" });
    cli.show(done, () => `${good("Withdrawn")}, revision ${done.revision}: the item is archived.\n`);
  });
}
