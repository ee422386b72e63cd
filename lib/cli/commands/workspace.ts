import { resolve } from "node:path";
import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";

/** `wardroom workspace`: which folder a name means. */
export function addWorkspaceCommands(program: Command, cli: Cli): void {
  const group = program.command("workspace").description("which folder the history of a workspace goes on in");
  const command = group
    .command("move")
    .argument("<name>", "of the workspace")
    .argument("<folder>", "where its files are from now on")
    .description("continue the history of a workspace in another folder; asks first");
  addExamples(
    command,
    ["wardroom workspace move shop ~/projects/shop-2026", "wardroom workspace move shop . --yes"],
    "Copies no files. A project that was moved or cloned is recognized without this. Where WARDROOM_WORKSPACES names the old folder, change it too.",
  );
  command.action(async (name: string, folder: string) => {
    const { surroundings } = cli;
    await cli.confirm(
      `The history of ${plainLine(name)} goes on with the files in ${plainLine(folder)}; what differs is recorded as edited or removed outside.`,
    );
    const moved = await surroundings.moveWorkspace(name, resolve(surroundings.cwd, folder));
    cli.show(moved, () => `${cli.paint.good("Moved")} ${plainLine(moved.name)} to ${plainLine(moved.folder)}\n`);
  });
}
