import { resolve } from "node:path";
import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";

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
      const what = `${documents} documents of ${plainLine(name)}`;
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
      const what = `${documents} documents of ${plainLine(name)} to ${plainLine(place)}`;
      return `${cli.paint.good("Exported")} ${what}; each is there as it is in the history.\n`;
    });
  });
}
