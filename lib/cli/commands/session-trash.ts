import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { DeletedSessionList, Session } from "@/lib/contracts/sessions";
import type { Cli } from "@/lib/cli/cli";
import { sayCount } from "@/lib/core/text/say-count";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";

/** `wardroom session trash` and `restore`: sessions that were deleted. */
export function addSessionTrashCommands(group: Command, cli: Cli): void {
  const trash = group.command("trash").description("deleted sessions, latest first");
  addExamples(trash, ["wardroom session trash", "wardroom session trash --json"]);
  trash.action(async () => {
    const path = (workspace: string) => `${api.workspace(workspace)}/trash`;
    cli.show(await cli.askAll(DeletedSessionList, path), ({ items }) =>
      items.length === 0
        ? "The trash is empty.\n"
        : cli.table(items, [
            { title: "SESSION", value: ({ id }) => plainLine(id), style: cli.paint.name },
            { title: "DELETED", value: ({ deletedAt }) => shortTime(deletedAt), style: cli.paint.faint },
          ]),
    );
  });

  const restore = group
    .command("restore")
    .argument("<session>", "its id; of several in the trash the one deleted last")
    .option("--deleted-at <time>", "of several in the trash the one deleted then, as `session trash --json` has it")
    .description("restore a deleted session; its tokens stay revoked");
  addExamples(restore, ["wardroom session restore checkout"]);
  restore.action(async (id: string, { deletedAt }: { deletedAt?: string }) => {
    const which = deletedAt === undefined ? "" : `?deletedAt=${encodeURIComponent(deletedAt)}`;
    const path = (workspace: string) => `${api.session({ workspace, session: id })}/restore${which}`;
    const session = await cli.ask(Session, path, { method: "POST", body: {} });
    cli.show(
      session,
      ({ counts }) =>
        `${cli.paint.good("Restored")} session ${plainLine(session.id)} with ${sayCount(counts.items, "item")}. Its tokens stay revoked; mint new ones: wardroom token mint <role> --session ${plainLine(session.id)}\n`,
    );
  });
}
