import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { Gate, GateList } from "@/lib/contracts/gates";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { collect } from "@/lib/cli/collect";
import { addConcludeCommand } from "@/lib/cli/commands/gate-conclude";
import { addPrepareCommands } from "@/lib/cli/commands/gate-prepare";
import { addExamples } from "@/lib/cli/examples";
import { wholeNumber } from "@/lib/cli/numbers";
import { renderGateList, showGate } from "@/lib/cli/show-gate";

/** `wardroom gate`: whether a phase may pass, and what stands against it. */
export function addGateCommands(program: Command, cli: Cli): void {
  const group = program
    .command("gate")
    .description("gates that end a phase: list, show, open, waive, prepare, conclude, abandon");
  addList(group, cli);
  addShow(group, cli);
  addOpen(group, cli);
  addPrepareCommands(group, cli);
  addConcludeCommand(group, cli);
}

function addList(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("list"))
    .description("gates, newest first, and gate records in files, former evaluations too")
    .option("--records", "the text of each record as well");
  addExamples(command, ["wardroom gate list --records", "wardroom gate list --session checkout --json"]);
  command.action(async ({ records, ...choice }: SessionChoice & { records?: true }) => {
    const session = await chooseSession(cli, choice);
    cli.show(await cli.askAll(GateList, session(api.gates)), (list) => renderGateList(cli, list, records === true));
  });
}

function addShow(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("show").argument("<gate>", "its id")).description(
    "what blocks a gate, which relays are pending, and what is proposed to be archived",
  );
  addExamples(command, ["wardroom gate show 0d6c1f7a92be43d8"]);
  command.action(async (id: string, choice: SessionChoice) => {
    const session = await chooseSession(cli, choice);
    const gate = await cli.ask(
      Gate,
      session((scope) => api.gate(scope, id)),
    );
    await showGate(cli, session, gate);
  });
}

function addOpen(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("open").argument("<phase>", "its number, such as 1", wholeNumber))
    .option("--criterion <text>", "what is asked of the phase, repeat for more; everybody is told", collect)
    .description("begin the evaluation of a phase; no context is published until it ends");
  addExamples(command, ["wardroom gate open 1", 'wardroom gate open 2 --criterion "All tests pass"']);
  command.action(async (phase: number, { criterion = [], ...choice }: SessionChoice & { criterion?: string[] }) => {
    const session = await chooseSession(cli, choice);
    const body = { phase, criteria: criterion };
    const gate = await cli.ask(Gate, session(api.gates), { method: "POST", body });
    await showGate(cli, session, gate);
  });
}
