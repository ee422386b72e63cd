import { join, resolve } from "node:path";
import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";

/** `wardroom backup`: the history, copied while Wardroom runs. */
export function addBackupCommand(program: Command, cli: Cli): void {
  const command = program
    .command("backup [folder]")
    .description("copy history, tokens and trash into a new folder, also while a server runs");
  addExamples(
    command,
    ["wardroom backup", "wardroom backup /mnt/backups/wardroom-monday"],
    "The default is a folder below backups/ in the data folder. A backup holds secrets: keep it for yourself. Project files are not copied: the history has every revision of them.",
  );
  command.action(async (folder: string | undefined) => {
    const { surroundings } = cli;
    const target =
      folder === undefined
        ? join(surroundings.settings().dataFolder, "backups", timeAsName(new Date()))
        : resolve(surroundings.cwd, folder);
    const made = await cli.working("Backing up", () => surroundings.backUp(target));
    cli.show(made, ({ folder: place, files, bytes }) => {
      const size = `${Math.ceil(bytes / 1000)} kB`;
      return `${cli.paint.good("Backed up")} ${files} files, ${size}, to ${plainLine(place)}\n`;
    });
  });
}

/** A moment as a folder's name, such as `2026-03-01T10-20-30.456Z`: colons are not allowed everywhere. */
function timeAsName(moment: Date): string {
  return moment.toISOString().replaceAll(":", "-");
}
