import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { OverwritesMode, Repair, RepairList, RepairSettings } from "@/lib/contracts/repairs";
import type { Cli } from "@/lib/cli/cli";
import { nameOf } from "@/lib/cli/command-chain";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";
import { sayCount } from "@/lib/core/text/say-count";

const DONE = { apply: "Put back", dismiss: "Left as saved", undo: "Taken out again" } as const;

/** `wardroom repair`: saves from outside that left out newer lines. */
export function addRepairCommands(program: Command, cli: Cli): void {
  const group = program.command("repair").description("saves that left out newer lines: list, apply, dismiss, undo");

  const list = group.command("list").option("--all", "decided ones too").description("what saves have left out");
  addExamples(list, ["wardroom repair list", "wardroom repair list --all --json"]);
  list.action(async ({ all }: { all?: true }) => {
    const state = all === true ? "" : "?state=proposed";
    const found = await cli.ask(RepairList, (workspace) => `${api.repairs(workspace)}${state}`);
    cli.show(found, () =>
      found.items.length === 0 ? `No proposals (${found.mode}).\n` : repairTable(cli, found.items),
    );
  });

  const descriptions = {
    apply: "put the lines back, as a revision of its own",
    dismiss: "leave the file as it was saved",
    undo: "take out again what was put back",
  };
  for (const act of ["apply", "dismiss", "undo"] as const) {
    const command = group.command(act).argument("<repair>", "its id").description(descriptions[act]);
    addExamples(command, [`${nameOf(command)} 5f0c8d9e-1b7a-4c1e-9a53-0f6d2b1c7e44`]);
    command.action(async (id: string) => {
      const path = (workspace: string) => `${api.repair(workspace, id)}/${act}`;
      const repair = await cli.ask(Repair, path, { method: "POST" });
      const lines = sayCount(repair.lineCount, "line");
      cli.show(repair, () => `${cli.paint.good(DONE[act])}: ${lines} of ${plainLine(repair.path)}.\n`);
    });
  }

  const mode = group
    .command("mode")
    .argument("<mode>", OverwritesMode.options.join(", "))
    .description("what is done about such saves from now on");
  addExamples(mode, ["wardroom repair mode propose", "wardroom repair mode observe"]);
  mode.action(async (value: string) => {
    const path = (workspace: string) => api.repairs(workspace);
    const settings = await cli.ask(RepairSettings, path, { method: "PUT", body: { mode: value } });
    cli.show(settings, () => `Overwritten files: ${cli.paint.good(settings.mode)}.\n`);
  });
}

function repairTable(cli: Cli, items: Repair[]): string {
  const { paint } = cli;
  return cli.table(items, [
    { title: "REPAIR", value: ({ id }) => id, style: paint.name },
    { title: "STATE", value: ({ state }) => state },
    { title: "SINCE", value: ({ at }) => shortTime(at), style: paint.faint },
    { title: "LINES", value: ({ lineCount }) => String(lineCount) },
    { title: "OF", value: ({ authors }) => plainLine(authors.join(", ")) },
    { title: "FILE", value: ({ path }) => plainLine(path), shrinks: true },
  ]);
}
