import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { Gate } from "@/lib/contracts/gates";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { collect } from "@/lib/cli/collect";
import { addExamples } from "@/lib/cli/examples";
import { showGate } from "@/lib/cli/show-gate";

/** `wardroom gate waive` and `wardroom gate prepare`: what is decided about an open gate before it ends, for everybody to see. */
export function addPrepareCommands(group: Command, cli: Cli): void {
  const waive = addSessionOption(
    group.command("waive").argument("<gate>", "its id").argument("<blockers...>", "ids, such as role:tester-1"),
  )
    .option("--reason <text>", "why they are let through; without it the waiver is taken back")
    .description("let blockers of an open gate through, for one reason");
  addExamples(waive, ['wardroom gate waive 0d6c1f7a92be43d8 role:tester-1 role:tester-2 --reason "On leave"']);
  waive.action(
    async (
      id: string,
      blockers: string[],
      { reason = null, ...choice }: SessionChoice & { reason?: string | null },
    ) => {
      await send(id, "waive", choice, { blockers, reason });
    },
  );

  const prepare = addSessionOption(group.command("prepare").argument("<gate>", "its id"))
    .option("--result <result>", "approved, conditional_pass, rejected")
    .option("--met <criterion>", "what was asked of the phase and was met, repeat for more", collect)
    .option("--not-met <criterion>", "what was asked and was not met, repeat for more", collect)
    .option("--archive <item>", "an item to archive, repeat for more", collect)
    .description("choose the result, the criteria and what is archived, before a gate is concluded");
  addExamples(prepare, ['wardroom gate prepare 0d6c1f7a92be43d8 --result approved --met "All tests pass"']);
  prepare.action(async (id: string, { result, met, notMet, archive, ...choice }: SessionChoice & PrepareOptions) => {
    const criteria = [
      ...(met ?? []).map((name) => ({ name, met: true })),
      ...(notMet ?? []).map((name) => ({ name, met: false })),
    ];
    await send(id, "prepare", choice, {
      ...(result !== undefined && { result: result.toUpperCase().replaceAll("-", "_") }),
      ...(criteria.length > 0 && { criteria }),
      ...(archive && { archive }),
    });
  });

  async function send(id: string, act: "waive" | "prepare", choice: SessionChoice, body: object): Promise<void> {
    const session = await chooseSession(cli, choice);
    const path = session((scope) => `${api.gate(scope, id)}/${act}`);
    await showGate(cli, session, await cli.ask(Gate, path, { method: "POST", body }));
  }
}

interface PrepareOptions {
  result?: string;
  met?: string[];
  notMet?: string[];
  archive?: string[];
}
