import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { RequestError } from "@/lib/client/request-error";
import { Changed, ItemsMade, PruneResult } from "@/lib/contracts/memory";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { addExamples } from "@/lib/cli/examples";
import { wholeNumber } from "@/lib/cli/numbers";
import { renderHunks } from "@/lib/cli/render-diff";
import { renderItem } from "@/lib/cli/render-memory";
import { openItemsIn } from "@/lib/cli/render-open-items";
import { sayCount } from "@/lib/core/text/say-count";

/** `wardroom curate`: what the Lead does so that the team memory stays short and true. */
export function addCurateCommands(program: Command, cli: Cli): void {
  const group = program
    .command("curate")
    .description("the team memory: archive, unarchive, edit, resolve, make items, prune");
  addArchive(group, cli);
  addEdit(group, cli);
  addResolve(group, cli);
  addMakeItems(group, cli);
  addPrune(group, cli);
}

function addMakeItems(group: Command, cli: Cli): void {
  const make = addSessionOption(group.command("make-items").argument("<role>", "whose section"))
    .option("-t, --tag <tag>", "of entries that have none; Finding, if left out")
    .option("--text <text>", "one of its texts as it reads now; all, if left out")
    .option("--dry-run", "show what it would change, and change nothing")
    .description("make items of lists, paragraphs, tables and quotes in a section");
  addExamples(make, [
    "wardroom curate make-items implementer-1 --dry-run",
    "wardroom curate make-items Lead --tag Decision",
  ]);
  make.action(async (role: string, { tag, text, dryRun, ...choice }: MakeOptions) => {
    const session = await chooseSession(cli, choice);
    const path = session((scope) => `${api.memory(scope)}/make-items`);
    const body = {
      role,
      ...(tag !== undefined && { tag }),
      ...(text !== undefined && { text }),
      ...(dryRun && { dryRun }),
    };
    const made = await cli.ask(ItemsMade, path, { method: "POST", body });
    cli.show(made, () => {
      const count = sayCount(made.items.length, "item");
      const done = made.revision === undefined ? `Would make ${count}` : `Made ${count}, revision ${made.revision}`;
      return `${renderHunks(made.hunks, cli.paint)}${cli.paint.good(done)}.\n`;
    });
  });
}

type MakeOptions = SessionChoice & { tag?: string; text?: string; dryRun?: true };

function addArchive(group: Command, cli: Cli): void {
  const archive = addSessionOption(group.command("archive").argument("[items...]", "ids of items"))
    .option("-r, --role <role>", "the whole section of a role instead")
    .option("-n, --note <words>", "why, written into the heading of an archived section")
    .option("--include-open", "archive open questions and conflicts of the section too, without asking")
    .description("archive items, or a whole section");
  addExamples(archive, [
    "wardroom curate archive 3f9a1c07be42 51bd0e6f2a90",
    'wardroom curate archive --role researcher-1 --note "Phase 2 Complete"',
  ]);
  archive.action(async (items: string[], options: ArchiveOptions) => {
    const { role, note, includeOpen, ...choice } = options;
    const body = {
      ...(items.length > 0 && { items }),
      ...(role !== undefined && { role }),
      ...(note !== undefined && { note }),
      ...(includeOpen === true && { includeOpen }),
    };
    const session = await chooseSession(cli, choice);
    const path = session((scope) => `${api.memory(scope)}/archive`);
    const send = (extra: object) => cli.ask(Changed, path, { method: "POST", body: { ...body, ...extra } });
    const changed = await send({}).catch(async (error: unknown) => {
      const isAboutOpen = error instanceof RequestError && error.code === "open_items";
      const open = isAboutOpen ? openItemsIn(error.problem?.current, cli.paint) : null;
      if (open === null || !cli.canConfirm) throw error;
      if (cli.flags.json !== true) cli.surroundings.stderr.write(`Still open:\n${open.join("\n")}\n`);
      await cli.confirm(`${open.length} open items are archived with the section of ${role}.`);
      return send({ includeOpen: true });
    });
    cli.show(changed, () => `${cli.paint.good("Archived")} ${sayWhat(items, role)}, revision ${changed.revision}.\n`);
  });

  const unarchive = addSessionOption(group.command("unarchive").argument("[items...]", "ids of items"))
    .option("-r, --role <role>", "the whole section of a role instead")
    .description("unarchive items, or a whole section");
  addExamples(unarchive, ["wardroom curate unarchive 3f9a1c07be42", "wardroom curate unarchive --role researcher-1"]);
  unarchive.action(async (items: string[], options: SessionChoice & { role?: string }) => {
    const { role, ...choice } = options;
    const session = await chooseSession(cli, choice);
    const path = session((scope) => `${api.memory(scope)}/unarchive`);
    const body = { ...(items.length > 0 && { items }), ...(role !== undefined && { role }) };
    const changed = await cli.ask(Changed, path, { method: "POST", body });
    cli.show(changed, () => `${cli.paint.good("Unarchived")} ${sayWhat(items, role)}, revision ${changed.revision}.\n`);
  });
}

type ArchiveOptions = SessionChoice & { role?: string; note?: string; includeOpen?: true };

function sayWhat(items: readonly string[], role: string | undefined): string {
  return role === undefined ? sayCount(items.length, "item") : `the section of ${role}`;
}

function addEdit(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("edit").argument("<words...>", "what is to stand there"))
    .option("--item <id>", "the item whose words are replaced; its tag and its place stay")
    .option("--text <text>", "the text that is replaced instead; it stands in the file once")
    .description("give an item other words, or replace a text");
  addExamples(command, [
    'wardroom curate edit --item 3f9a1c07be42 "Cards and vouchers, decided on Monday"',
    'wardroom curate edit --text "two currencies" "more than one currency"',
  ]);
  command.action(async (words: string[], options: SessionChoice & { item?: string; text?: string }) => {
    const { item, text, ...choice } = options;
    const body = {
      newString: await cli.text(words),
      ...(item !== undefined && { item }),
      ...(text !== undefined && { oldString: text }),
    };
    const session = await chooseSession(cli, choice);
    const changed = await cli.ask(
      Changed,
      session((scope) => `${api.memory(scope)}/edit`),
      { method: "POST", body },
    );
    const what = item ?? "the text";
    cli.show(changed, () => `${cli.paint.good("Edited")} ${what}, revision ${changed.revision}.\n`);
  });
}

function addResolve(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("resolve").argument("<item>", "its id").argument("<resolution...>"));
  command.description("strike an item through, with how it was settled");
  addExamples(command, ['wardroom curate resolve 3f9a1c07be42 "Cards only, decided on Monday"']);
  command.action(async (item: string, words: string[], choice: SessionChoice) => {
    const resolution = await cli.text(words);
    const session = await chooseSession(cli, choice);
    const path = session((scope) => `${api.memory(scope)}/resolve`);
    const changed = await cli.ask(Changed, path, { method: "POST", body: { item, resolution } });
    cli.show(changed, () => `${cli.paint.good("Resolved")} ${item}, revision ${changed.revision}.\n`);
  });
}

function addPrune(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("prune"))
    .option("--target <lines>", "how many lines to keep at most", wholeNumber, 500)
    .option("--dry-run", "only show what would go")
    .description("delete archived and resolved items, oldest first; lists them and asks first");
  addExamples(command, ["wardroom curate prune --dry-run", "wardroom curate prune --target 300 --yes"]);
  command.action(async (options: SessionChoice & { target: number; dryRun?: true }) => {
    const { target, dryRun, ...choice } = options;
    const session = await chooseSession(cli, choice);
    const path = session((scope) => `${api.memory(scope)}/prune`);
    const preview = await cli.ask(PruneResult, path, { method: "POST", body: { dryRun: true, target } });
    if (dryRun === true || preview.items.length === 0) {
      cli.show(preview, () => renderPreview(cli, preview));
      return;
    }
    if (cli.flags.json !== true) cli.surroundings.stderr.write(renderPreview(cli, preview));
    await cli.confirm(
      `${sayCount(preview.items.length, "item is", "items are")} deleted from the file; the history keeps everything.`,
    );
    const body = { dryRun: false, target };
    const done = await cli.ask(PruneResult, path, { method: "POST", body, ifMatch: preview.etag });
    cli.show(
      done,
      () =>
        `${cli.paint.good("Pruned")} ${sayCount(done.items.length, "item")}: ${sayCount(done.linesBefore, "line")} became ${done.linesAfter}.\n`,
    );
  });
}

function renderPreview(cli: Cli, { items, linesBefore, linesAfter, tokensSaved, keeps }: PruneResult): string {
  const kept = `Stays: ${keeps.open} open, ${keeps.active} active, ${keeps.enough} archived or resolved within the target.`;
  if (items.length === 0) return `Nothing to prune: no archived or resolved item has to go for that.\n${kept}\n`;
  const list = items.map((item) => renderItem(item, cli.paint)).join("\n");
  return `${list}\n${sayCount(linesBefore, "line")} would become ${linesAfter}, about ${sayCount(tokensSaved, "token")} fewer.\n${kept}\n`;
}
