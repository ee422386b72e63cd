import { sayDoer, sayWriter, lifeSteps } from "@/lib/core/history/signed-by";
import type { Command } from "commander";
import { query } from "@/lib/client/paths";
import { Blame } from "@/lib/contracts/blame";
import { ItemLife, Changed } from "@/lib/contracts/memory";
import { Diff, RevisionText, RevisionList } from "@/lib/contracts/revisions";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { addExamples } from "@/lib/cli/examples";
import { positiveNumber, wholeNumber } from "@/lib/cli/numbers";
import { plainLine, plainText } from "@/lib/cli/plain-text";
import { sayOperation } from "@/lib/operations/memory-history";
import { renderDiff } from "@/lib/cli/render-diff";
import { shortTime } from "@/lib/cli/short-time";
import { sayCount } from "@/lib/core/text/say-count";
import { AppError } from "@/lib/core/errors";

/** `wardroom history`: the revisions of a session's team memory, and the way back to them. */
export function addHistoryCommands(program: Command, cli: Cli): void {
  const group = program
    .command("history")
    .description("the team memory's revisions: list, show, diff, blame, undo, revert");
  addShow(group, cli);
  addDiff(group, cli);
  addBlame(group, cli);
  addUndoCommand(group, cli);
  addRevertCommand(group, cli);
}

function addBlame(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("blame"))
    .option("--from <line>", "from this line on", positiveNumber, 1)
    .option("--to <line>", "up to this line", positiveNumber)
    .option("--item <id>", "only this item: its life from its first word, and what it said before each change")
    .description("who wrote each line of the team memory, when, and in which revision");
  addExamples(command, [
    "wardroom history blame",
    "wardroom history blame --from 40 --to 60 --json",
    "wardroom history blame --item 3f9a1c07be42",
  ]);
  command.action(
    async ({ from, to, item, ...choice }: SessionChoice & { from: number; to?: number; item?: string }) => {
      if (item !== undefined) {
        await showLife(cli, choice, item);
        return;
      }
      const memory = `${await chooseSession(cli, choice)}/memory`;
      const blame = await cli.ask(Blame, `${memory}/blame${query({ from, to })}`);
      cli.show(blame, ({ lines }) =>
        cli.table(lines, [
          { title: "REVISION", value: ({ revision }) => String(revision), align: "right", style: cli.paint.name },
          { title: "WHO", value: (line) => plainLine(sayWriter(line)) },
          { title: "BY", value: ({ source }) => source, style: cli.paint.faint },
          { title: "TIME", value: ({ at }) => shortTime(at), style: cli.paint.faint },
          { title: "LINE", value: ({ line }) => String(line), align: "right", style: cli.paint.faint },
          { title: "TEXT", value: ({ text }) => plainLine(text), shrinks: true },
        ]),
      );
    },
  );
}

async function showLife(cli: Cli, choice: SessionChoice, item: string): Promise<void> {
  const session = await chooseSession(cli, choice);
  const life = await cli.ask(ItemLife, `${session}/memory/items/${encodeURIComponent(item)}`);
  cli.show(life, () =>
    cli.table(lifeSteps(life), [
      { title: "REVISION", value: ({ revision }) => String(revision), align: "right", style: cli.paint.name },
      { title: "WHO", value: (change) => plainLine(sayWriter(change)) },
      { title: "BY", value: ({ source }) => source, style: cli.paint.faint },
      { title: "TIME", value: ({ at }) => shortTime(at), style: cli.paint.faint },
      { title: "WHAT", value: ({ operation }) => plainLine(operation), style: cli.paint.faint },
      { title: "BEFORE", value: ({ said }) => plainLine(said ?? ""), shrinks: true },
    ]),
  );
}

function addShow(group: Command, cli: Cli): void {
  const command = addSessionOption(
    group.command("show").argument("<revision>", "its number", positiveNumber),
  ).description("the whole text of a revision");
  addExamples(command, ["wardroom history show 12", "wardroom history show 12 > TEAM-MEMORY.old.md"]);
  command.action(async (revision: number, choice: SessionChoice) => {
    const { stdout } = cli.surroundings;
    const shown = await cli.ask(RevisionText, `${await chooseSession(cli, choice)}/memory/revisions/${revision}`);
    if (cli.flags.json !== true && !stdout.isTTY) {
      // A file gets every byte, and no line feed of ours.
      stdout.write(shown.text);
      return;
    }
    const { at } = shown.revision;
    const head = `Revision ${revision}: ${plainLine(sayOperation(shown.revision))}, ${shortTime(at)} by ${plainLine(sayDoer(shown.revision))}`;
    cli.show(shown, ({ text }) => `${cli.paint.strong(head)}\n\n${plainText(text)}`);
  });
}

function addDiff(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("diff"))
    .argument("<from>", "a revision; 0 is the empty text before the first", wholeNumber)
    .argument("[to]", "another one; the newest when left out", wholeNumber)
    .description("what changed from one revision to another");
  addExamples(command, ["wardroom history diff 11", "wardroom history diff 11 12"]);
  command.action(async (from: number, to: number | undefined, choice: SessionChoice) => {
    const path = `${await chooseSession(cli, choice)}/memory`;
    const diff = await askDiff(cli, path, from, to ?? (await readHead(cli, path)).revision);
    cli.show(diff, () => renderDiff(diff, cli.paint));
  });
}

/** `wardroom history undo`: one revision is taken back, and what came later stays. */
function addUndoCommand(group: Command, cli: Cli): void {
  const command = addSessionOption(
    group.command("undo").argument("<revision>", "its number", positiveNumber),
  ).description("take one revision back, as a new one, and leave what came later");
  addExamples(command, ["wardroom history undo 12"]);
  command.action(async (revision: number, choice: SessionChoice) => {
    const path = `${await chooseSession(cli, choice)}/memory`;
    const undone = await cli.ask(Changed, `${path}/undo`, { method: "POST", body: { revision } });
    const diff = cli.flags.json === true ? null : await askDiff(cli, path, undone.revision - 1, undone.revision);
    cli.show(
      undone,
      () =>
        `${cli.paint.good("Undid")} revision ${revision}, as revision ${undone.revision}.\n${diff === null ? "" : renderDiff(diff, cli.paint)}`,
    );
  });
}

/** `wardroom history revert`: the text of a revision comes back, whole or one part of it. */
function addRevertCommand(group: Command, cli: Cli): void {
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
    const path = `${await chooseSession(cli, choice)}/memory`;
    const head = await readHead(cli, path);
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
    const reverted = await cli.ask(Changed, `${path}/revert`, request);
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
  path: string,
  { revision, item, section }: Part & { revision: number },
  { etag }: { etag: string },
): Promise<void> {
  if (section !== undefined) {
    await cli.confirm(
      `The section of ${section} becomes what it was in revision ${revision}; the history keeps what it is now.`,
    );
  }
  const body = { revision, item, section };
  const request = { method: "POST", body, ...(section !== undefined && { ifMatch: etag }) } as const;
  const reverted = await cli.ask(Changed, `${path}/revert`, request);
  const diff = cli.flags.json === true ? null : await askDiff(cli, path, reverted.revision - 1, reverted.revision);
  const what = section === undefined ? `the item ${item}` : `the section of ${section}`;
  cli.show(
    reverted,
    () =>
      `${cli.paint.good("Restored")} ${what} as in revision ${revision}, as revision ${reverted.revision}. Undo it: wardroom history undo ${reverted.revision}\n${diff === null ? "" : renderDiff(diff, cli.paint)}`,
  );
}

function askDiff(cli: Cli, memory: string, from: number, to: number): Promise<Diff> {
  return cli.ask(Diff, `${memory}/diff${query({ from, to })}`);
}

/** The newest revision of a session's team memory, and the ETag of its text. */
async function readHead(cli: Cli, memory: string): Promise<{ revision: number; etag: string }> {
  // Not by reading the memory, which as a role would count as that role's reading before work.
  const [newest] = (await cli.ask(RevisionList, `${memory}/revisions?limit=1`)).items;
  if (newest === undefined) throw new AppError("not_found", "The team memory has no revision yet.");
  return { revision: newest.revision, etag: `"${newest.hash}"` };
}
