import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { Done } from "@/lib/contracts/primitives";
import { UnfinishedList } from "@/lib/contracts/unfinished";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { positiveNumber } from "@/lib/cli/numbers";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";

/** `wardroom unfinished`: changes that could not be finished after a crash. */
export function addUnfinishedCommands(program: Command, cli: Cli): void {
  const group = program.command("unfinished").description("changes that could not be finished after a crash");
  addList(group, cli);
  addRetry(group, cli);
  addDiscard(group, cli);
}

const pathTo = (rest: string) => (workspace: string) => `${api.workspace(workspace)}/unfinished${rest}`;

function addList(group: Command, cli: Cli): void {
  const command = group.command("list", { isDefault: true }).description("list them with their reasons");
  addExamples(command, ["wardroom unfinished", "wardroom unfinished list --json"]);
  command.action(async () => {
    const { paint } = cli;
    cli.show(await cli.ask(UnfinishedList, pathTo("")), ({ items }) => {
      if (items.length === 0) return "No unfinished changes.\n";
      const table = cli.table(items, [
        { title: "ID", value: ({ id }) => String(id), align: "right", style: paint.faint },
        { title: "TIME", value: ({ createdAt }) => shortTime(createdAt), style: paint.faint },
        { title: "WHO", value: ({ changes }) => plainLine(changes[0]?.actor ?? "-"), style: paint.name },
        { title: "FILE", value: ({ changes }) => plainLine(changes[0]?.path ?? "-") },
        { title: "REASON", value: ({ reason }) => plainLine(reason), shrinks: true },
      ]);
      return `${table}Nobody was told that these changes were made.\nFinish one: wardroom unfinished retry <id>\nForget one: wardroom unfinished discard <id>\n`;
    });
  });
}

function addRetry(group: Command, cli: Cli): void {
  const command = group
    .command("retry")
    .argument("<id>", "from the list", positiveNumber)
    .description("finish one after all, in its author's name");
  addExamples(command, ["wardroom unfinished retry 12"]);
  command.action(async (id: number) => {
    const done = await cli.ask(Done, pathTo(`/${id}/retry`), { method: "POST", body: {} });
    cli.show(done, () => `${cli.paint.good("Finished")} change ${id}.\n`);
  });
}

function addDiscard(group: Command, cli: Cli): void {
  const command = group
    .command("discard")
    .argument("<id>", "from the list", positiveNumber)
    .description("forget one; its files stay as they are; asks first");
  addExamples(command, ["wardroom unfinished discard 12", "wardroom unfinished discard 12 --yes"]);
  command.action(async (id: number) => {
    await cli.confirm(`Change ${id} is forgotten. Its files stay as they are.`);
    const done = await cli.ask(Done, pathTo(`/${id}`), { method: "DELETE" });
    cli.show(done, () => `${cli.paint.good("Discarded")} change ${id}.\n`);
  });
}
