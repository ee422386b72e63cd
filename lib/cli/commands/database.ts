import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";

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
    "Stop the server first. The present database stays as it is. To use the copy, set DATABASE_URL to its address and keep the data folder: tokens, trash and file names are in it.",
  );
  command.action(async (address: string) => {
    const copied = await cli.working("Copying", () => cli.surroundings.copyHistory(address));
    cli.show(copied, ({ rows, events, revisions, to }) => {
      const what = `${rows} rows with ${events} events and ${revisions} revisions`;
      return `${cli.paint.good("Copied")} ${what} to ${plainLine(to)}; every row is the same there.\n`;
    });
  });
}
