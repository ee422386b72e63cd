import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { RelayDecided, RelayList, type Relay } from "@/lib/contracts/memory";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";
import { markOf } from "@/lib/cli/tag-colour";

/** `wardroom relay`: what roles left with the Lead. */
export function addRelayCommands(program: Command, cli: Cli): void {
  const group = program.command("relay").description("items left with the Lead: list, approve, reject, undo");

  const list = addSessionOption(group.command("list")).option("--all", "decided ones too");
  list.description("relays to review");
  addExamples(list, ["wardroom relay list", "wardroom relay list --session checkout --all --json"]);
  list.action(async ({ all, ...choice }: SessionChoice & { all?: true }) => {
    const session = await chooseSession(cli, choice);
    const found = await cli.askAll(
      RelayList,
      session((scope) => `${api.session(scope)}/relays`),
    );
    const items = found.items.filter(({ state }) => all === true || state === "pending");
    cli.show({ ...found, items }, () =>
      items.length === 0 ? "No relays to review.\n" : relayTable(cli, items, all === true),
    );
  });

  const approve = addSessionOption(group.command("approve").argument("<relay>", "its id"))
    .option("-t, --text <words>", "write this instead, or - for standard input")
    .description("write the item to its role's section");
  addExamples(approve, ["wardroom relay approve 8f4c2e61a7b34d5f"]);
  approve.action(async (relay: string, { text, ...choice }: SessionChoice & { text?: string }) => {
    const body = text === undefined ? {} : { text: await cli.text(text) };
    const session = await chooseSession(cli, choice);
    const path = session((scope) => `${api.relay(scope, relay)}/approve`);
    const decided = await cli.ask(RelayDecided, path, { method: "POST", body });
    cli.show(
      decided,
      () =>
        `${cli.paint.good("Approved")}: written to ${plainLine(decided.addedTo ?? decided.relay.role)}, item ${decided.item?.id ?? "-"}.\n`,
    );
  });

  const reject = addSessionOption(
    group.command("reject").argument("<relay>", "its id").argument("<reason...>"),
  ).description("refuse the item, with a reason its role reads");
  addExamples(reject, ['wardroom relay reject 8f4c2e61a7b34d5f "Known since Monday, see the Lead\'s section"']);
  reject.action(async (relay: string, words: string[], choice: SessionChoice) => {
    const reason = await cli.text(words);
    const session = await chooseSession(cli, choice);
    const path = session((scope) => `${api.relay(scope, relay)}/reject`);
    const decided = await cli.ask(RelayDecided, path, { method: "POST", body: { reason } });
    cli.show(decided, () => `${cli.paint.good("Rejected")}; ${decided.relay.role} is told why.\n`);
  });
  addUndo(group, cli);
}

/** `wardroom relay undo`: has a decided relay wait again. */
function addUndo(group: Command, cli: Cli): void {
  const undo = addSessionOption(group.command("undo").argument("<relay>", "its id")).description(
    "undo an approval or a rejection: the relay waits again",
  );
  addExamples(undo, ["wardroom relay undo 8f4c2e61a7b34d5f"]);
  undo.action(async (relay: string, choice: SessionChoice) => {
    const session = await chooseSession(cli, choice);
    const decided = await cli.ask(
      RelayDecided,
      session((scope) => `${api.relay(scope, relay)}/undo`),
      { method: "POST" },
    );
    const removed = decided.revision === undefined ? "" : "; its item is no longer in the memory";
    cli.show(decided, () => `${cli.paint.good("Undone")}: the relay of ${decided.relay.role} waits again${removed}.\n`);
  });
}

function relayTable(cli: Cli, items: Relay[], all: boolean): string {
  const { paint } = cli;
  return cli.table(items, [
    { title: "RELAY", value: ({ id }) => id, style: paint.name },
    { title: "ROLE", value: ({ role }) => role },
    { title: "SINCE", value: ({ createdAt }) => shortTime(createdAt), style: paint.faint },
    ...(all ? [{ title: "STATE", value: ({ state }: Relay) => state }] : []),
    { title: "TAG", value: ({ tag }) => plainLine(tag), style: (text, { tag }) => markOf(tag, paint)(text) },
    { title: "TEXT", value: ({ text }) => plainLine(text), shrinks: true },
  ]);
}
