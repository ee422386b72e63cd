import { cp, mkdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { BackupName, Restored } from "@/lib/contracts/backup";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { findServer } from "@/lib/cli/find-server";
import { plainLine } from "@/lib/cli/plain-text";

/** `wardroom restore`: an earlier history in the place of the present one. */
export function addRestoreCommand(program: Command, cli: Cli): void {
  const command = program
    .command("restore <backup>")
    .description("put a backup's history, tokens and trash in place of the present ones, also while a server runs");
  addExamples(
    command,
    [
      "wardroom restore /mnt/backups/wardroom-monday",
      "wardroom restore .wardroom/backups/2026-03-01T10-20-30.456Z",
      "wardroom restore .wardroom/wardroom.db.rescued-2026-03-01T10-20-30.456Z",
    ],
    "A copy that a server saved of its database (rescued) is restored like a backup. Project files stay as they are: where they differ from the restored history, that is recorded as edits made outside. The former database stays beside the new one.",
  );
  command.action(async (backup: string) => {
    const { surroundings } = cli;
    const { dataFolder } = surroundings.settings();
    const folder = resolve(surroundings.cwd, backup);
    await cli.confirm(`The history in ${dataFolder} will be replaced by that of ${folder}.`);
    const done = await cli.working("Restoring", async () =>
      (await findServer(dataFolder)) === null ? surroundings.restore(folder) : throughServer(cli, dataFolder, folder),
    );
    cli.show(done, ({ from, former }) => {
      const kept = `The former database stays as ${plainLine(former)}.`;
      return `${cli.paint.good("Restored")} the history as of ${from}. ${kept}\n`;
    });
  });
}

/** The server has the database open: it closes it, restores, and goes on. It reads backups of its own data folder alone. */
async function throughServer(cli: Cli, dataFolder: string, folder: string): Promise<Restored> {
  const backups = join(dataFolder, "backups");
  // A file is a copy of the database that the server saved itself, and knows by its name.
  const isOwn =
    (dirname(folder) === backups || (await isFile(folder))) && BackupName.safeParse(basename(folder)).success;
  const name = isOwn ? basename(folder) : `from-${new Date().toISOString().replaceAll(":", "-")}`;
  if (!isOwn && (await isFolder(folder))) {
    await mkdir(backups, { recursive: true, mode: 0o700 });
    await cp(folder, join(backups, name), { recursive: true });
  }
  return cli.ask(Restored, () => `/api/v1/backups/${name}/restore`, { method: "POST" });
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}
