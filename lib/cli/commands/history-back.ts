import type { Command } from "commander";
import { api, query } from "@/lib/client/paths";
import { Changed } from "@/lib/contracts/memory";
import { Diff } from "@/lib/contracts/revisions";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { sayCount } from "@/lib/core/text/say-count";
import { addExamples } from "@/lib/cli/examples";
import { positiveNumber } from "@/lib/cli/numbers";
import { readHead } from "@/lib/cli/read-head";
import { renderDiff } from "@/lib/cli/render-diff";

/** `wardroom history undo`: one revision is taken back, and what came later stays. */
export function addUndoCommand(group: Command, cli: Cli): void {
  const command = addSessionOption(
    group.command("undo").argument("<revision>", "its number", positiveNumber),
  ).description("take one revision back, as a new one, and leave what came later");
  addExamples(command, ["wardroom history undo 12"]);
  command.action(async (revision: number, choice: SessionChoice) => {
    const path = (await chooseSession(cli, choice))(api.memory);
    const body = { revision };
    const undone = await cli.ask(Changed, (workspace) => `${path(workspace)}/undo`, { method: "POST", body });
    const diff = cli.flags.json === true ? null : await askDiff(cli, path, undone.revision - 1, undone.revision);
    cli.show(
      undone,
      () =>
        `${cli.paint.good("Undid")} revision ${revision}, as revision ${undone.revision}.\n${diff === null ? "" : renderDiff(diff, cli.paint)}`,
    );
  });
}

/** `wardroom history revert`: the text of a revision comes back, whole or one part of it. */
export function addRevertCommand(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("revert").argument("<revision>", "its number", positiveNumber))
    .option("--item <id>", "only this item, by the id it has now or had then")
    .option("--section <role>", "only the section of this role")
    .description(
      "restore the whole text of a revision, an item or a section as a new one; a whole text is shown first",
    );
  addExamples(command, [
    "wardroom history revert 12",
    "wardroom history revert 12 --item 3f9a1c07be42",
    "wardroom history revert 12 --section implementer-1 --yes",
  ]);
  command.action(async (revision: number, options: SessionChoice & Part) => {
    const { item, section, ...choice } = options;
    const session = await chooseSession(cli, choice);
    const path = session(api.memory);
    const head = await readHead(cli, session);
    if (item !== undefined || section !== undefined) {
      await revertPart(cli, path, { revision, item, section }, head);
      return;
    }
    const diff = await askDiff(cli, path, head.revision, revision);
    if (diff.hunks.length > 0) {
      if (cli.flags.json !== true) cli.surroundings.stderr.write(renderDiff(diff, cli.paint));
      await cli.confirm(`The team memory becomes the text of revision ${revision}; the history keeps what it is now.`);
    }
    const request = { method: "POST", body: { revision }, ifMatch: head.etag } as const;
    const reverted = await cli.ask(Changed, (workspace) => `${path(workspace)}/revert`, request);
    cli.show(reverted, () =>
      reverted.revision === head.revision
        ? `Nothing changed: the text is that of revision ${revision} already.\n`
        : `${cli.paint.good("Reverted")} to revision ${revision}, as revision ${reverted.revision}: ${sayCount(diff.added, "line")} added, ${diff.removed} removed. Undo it: wardroom history undo ${reverted.revision}\n`,
    );
  });
}

interface Part {
  item?: string | undefined;
  section?: string | undefined;
}

/** One item or one section comes back; what that changed is shown. */
async function revertPart(
  cli: Cli,
  path: (workspace: string) => string,
  { revision, item, section }: Part & { revision: number },
  { etag }: { etag: string },
): Promise<void> {
  if (section !== undefined) {
    await cli.confirm(
      `The section of ${section} becomes what it was in revision ${revision}; the history keeps what it is now.`,
    );
  }
  const body = { revision, ...(item !== undefined && { item }), ...(section !== undefined && { section }) };
  const request = { method: "POST", body, ...(section !== undefined && { ifMatch: etag }) } as const;
  const reverted = await cli.ask(Changed, (workspace) => `${path(workspace)}/revert`, request);
  const diff = cli.flags.json === true ? null : await askDiff(cli, path, reverted.revision - 1, reverted.revision);
  const what = section === undefined ? `the item ${item}` : `the section of ${section}`;
  cli.show(
    reverted,
    () =>
      `${cli.paint.good("Restored")} ${what} as in revision ${revision}, as revision ${reverted.revision}. Undo it: wardroom history undo ${reverted.revision}\n${diff === null ? "" : renderDiff(diff, cli.paint)}`,
  );
}

function askDiff(cli: Cli, path: (workspace: string) => string, from: number, to: number): Promise<Diff> {
  return cli.ask(Diff, (workspace) => `${path(workspace)}/diff${query({ from, to })}`);
}
