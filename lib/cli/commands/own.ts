import type { Command } from "commander";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import type { Cli } from "@/lib/cli/cli";
import { spelledTag } from "@/lib/cli/commands/say";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { api } from "@/lib/client/paths";
import { Changed, ItemConfirmed, RelayDecided } from "@/lib/contracts/memory";
import { Replied } from "@/lib/contracts/questions";
import { isRelayId } from "@/lib/core/memory/relay-id";

/** `wardroom replace` and `withdraw`: what a role does with its own items and relays; `reply` and `same`: with those of others too. */
export function addOwnCommands(program: Command, cli: Cli): void {
  addReplace(program, cli);
  addWithdraw(program, cli);
  addReply(program, cli);
  addSame(program, cli);
}

const REPLIED = {
  answered: "its asker is told",
  added: "a line below it",
  written: "an item of your own, which names it",
  relayed: "it waits for the Lead",
} as const;

function addReply(program: Command, cli: Cli): void {
  const command = addSessionOption(
    program
      .command("reply")
      .argument("<id>", "of an item, or of a relay that waits")
      .argument("<text...>", "what to reply, or - for standard input"),
  )
    .option("--tag <tag>", "of the item that replies to another's; Finding when left out")
    .description("reply to an item: a Question is answered, your own gets a line more");
  addExamples(command, ['wardroom reply 3f9a1c07be42 "Also with CHF and JPY in one batch" --as implementer-2']);
  command.action(async (id: string, words: string[], { tag, ...choice }: SessionChoice & { tag?: string }) => {
    const body = { text: await cli.text(words), ...(tag !== undefined && { tag: spelledTag(tag) }) };
    const session = await chooseSession(cli, choice);
    const path = session((scope) => `${api.memory(scope)}/items/${encodeURIComponent(id)}/reply`);
    const done = await cli.ask(Replied, path, { method: "POST", body });
    cli.show(done, ({ how, id: now }) => `${cli.paint.good("Replied")}, ${plainLine(now)}: ${REPLIED[how]}.\n`);
  });
}

function addSame(program: Command, cli: Cli): void {
  const command = addSessionOption(
    program.command("same").argument("<item>", "of the item, or of the relay that waits"),
  ).description("confirm what another role says, in place of saying it again");
  addExamples(command, ["wardroom same 3f9a1c07be42 --as tester-1"]);
  command.action(async (id: string, choice: SessionChoice) => {
    const session = await chooseSession(cli, choice);
    const path = session((scope) => `${api.memory(scope)}/items/${encodeURIComponent(id)}/same`);
    const done = await cli.ask(ItemConfirmed, path, { method: "POST" });
    cli.show(
      done,
      ({ role, alsoSeenBy }) =>
        `${cli.paint.good("Confirmed")}: ${plainLine(id)} of ${plainLine(role)}, also seen by ${plainLine(alsoSeenBy.join(", "))}.\n`,
    );
  });
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
