import { join, resolve, basename, dirname } from "node:path";
import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/declare-command";
import { plainLine } from "@/lib/cli/terminal-text";
import { sayCount } from "@/lib/core/text/say-count";
import { cp, mkdir, stat } from "node:fs/promises";
import { BackupName, Restored } from "@/lib/contracts/backup";
import { findServer } from "@/lib/cli/find-server";
import { isFolder } from "@/lib/store/project-files";

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
        ? join(surroundings.settings().dataFolder, "backups", new Date().toISOString().replaceAll(":", "-"))
        : resolve(surroundings.cwd, folder);
    const made = await cli.working("Backing up", () => surroundings.backUp(target));
    cli.show(made, ({ folder: place, files, bytes }) => {
      const size = `${Math.ceil(bytes / 1000)} kB`;
      return `${cli.paint.good("Backed up")} ${sayCount(files, "file")}, ${size}, to ${plainLine(place)}\n`;
    });
  });
}

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
    "A database that a server rescued is restored like a backup. Project files stay as they are; differences from the restored history are recorded as outside edits. The previous database is kept next to the new one.",
  );
  command.action(async (backup: string) => {
    const { surroundings } = cli;
    const { dataFolder } = surroundings.settings();
    const folder = resolve(surroundings.cwd, backup);
    await cli.confirm(`The history in ${dataFolder} will be replaced by that of ${folder}.`);
    const done = await cli.working("Restoring", async () =>
      (await findServer(dataFolder, surroundings)) === null
        ? surroundings.restore(folder)
        : throughServer(cli, dataFolder, folder),
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
  return cli.ask(Restored, `/api/v1/backups/${name}/restore`, { method: "POST" });
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
}

/** `wardroom database`: where the history is kept. */
export function addDatabaseCommands(program: Command, cli: Cli): void {
  const group = program.command("database").description("move the history between SQLite and PostgreSQL");
  const command = group
    .command("copy")
    .argument("<address>", "of an empty database, as in DATABASE_URL")
    .description("copy the whole history into another database, and compare the two row by row");
  addExamples(
    command,
    [
      "wardroom database copy postgresql://ann:password@db.example.org/wardroom",
      "DATABASE_URL=postgresql://ann:password@db.example.org/wardroom wardroom database copy file:/srv/wardroom.db",
    ],
    "Stop the server first. The present database stays as it is and is served no more: set DATABASE_URL to the copy and keep the data folder, with its tokens, trash and file names.",
  );
  command.action(async (address: string) => {
    const copied = await cli.working("Copying", () => cli.surroundings.copyHistory(address));
    cli.show(copied, ({ rows, events, revisions, to }) => {
      const what = `${sayCount(rows, "row")} with ${sayCount(events, "event")} and ${sayCount(revisions, "revision")}`;
      return `${cli.paint.good("Copied")} ${what} to ${plainLine(to)}; every row is the same there.\n`;
    });
  });
}

/** `wardroom import` and `wardroom export`: whether the content of a workspace is in a folder or in the history. */
export function addContentCommands(program: Command, cli: Cli): void {
  const taken = program
    .command("import")
    .argument("<name>", "of the workspace")
    .argument("<folder>", "where its files are now")
    .description("keep a workspace's content in the history, for several servers; asks first");
  addExamples(
    taken,
    ["wardroom import shop ~/projects/shop", "wardroom import shop /srv/shop --yes"],
    "Needs what the servers will have: DATABASE_URL of PostgreSQL, WARDROOM_SECRET and WARDROOM_TOKEN. Stop the server first. A history in a file is brought there before: wardroom database copy postgresql://…. Afterwards name the workspace without a folder: WARDROOM_WORKSPACES=shop. The folder stays as it is.",
  );
  taken.action(async (name: string, folder: string) => {
    const place = resolve(cli.surroundings.cwd, folder);
    await cli.confirm(
      `The content of ${plainLine(name)} is in the history from then on; nobody looks at ${plainLine(place)} any more.`,
    );
    const moved = await cli.working("Importing", () => cli.surroundings.importContent(name, place));
    cli.show(moved, ({ documents }) => {
      const what = `${sayCount(documents, "document")} of ${plainLine(name)}`;
      return `${cli.paint.good("Imported")} ${what}; each is in the history as it is in ${plainLine(place)}.\n`;
    });
  });
  const given = program
    .command("export")
    .argument("<name>", "of the workspace")
    .argument("<folder>", "empty, or not there yet")
    .description("keep a workspace's content in a folder again; asks first");
  addExamples(
    given,
    ["wardroom export shop ~/projects/shop", "wardroom export shop /srv/shop --yes"],
    "Stop all of its servers first. Afterwards serve the folder: WARDROOM_WORKSPACES=shop=/srv/shop. The history stays where it is, and goes into a file with: wardroom database copy file:/srv/wardroom.db",
  );
  given.action(async (name: string, folder: string) => {
    const place = resolve(cli.surroundings.cwd, folder);
    await cli.confirm(`The content of ${plainLine(name)} is in ${plainLine(place)} from then on.`);
    const moved = await cli.working("Exporting", () => cli.surroundings.exportContent(name, place));
    cli.show(moved, ({ documents }) => {
      const what = `${sayCount(documents, "document")} of ${plainLine(name)} to ${plainLine(place)}`;
      return `${cli.paint.good("Exported")} ${what}; each is there as it is in the history.\n`;
    });
  });
}

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
