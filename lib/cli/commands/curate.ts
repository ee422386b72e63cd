import type { Command } from "commander";
import { RequestError } from "@/lib/client/request-error";
import { Changed, PruneResult } from "@/lib/contracts/memory";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { addExamples } from "@/lib/cli/examples";
import { wholeNumber } from "@/lib/cli/numbers";
import { renderItem } from "@/lib/cli/render-memory";
import { openItemsIn } from "@/lib/cli/render-open-items";
import { sayCount } from "@/lib/core/text/say-count";

/** `wardroom curate`: what the Lead does so that the team memory stays short and true. */
export function addCurateCommands(program: Command, cli: Cli): void {
  const group = program
    .command("curate")
    .description("the team memory: archive, unarchive, edit, resolve, make items, prune");
  addArchive(group, cli);
  addPrune(group, cli);
}

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
    const body = { ...(items.length > 0 && { items }), role, note, includeOpen };
    const path = `${await chooseSession(cli, choice)}/memory/archive`;
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
}

type ArchiveOptions = SessionChoice & { role?: string; note?: string; includeOpen?: true };

function sayWhat(items: readonly string[], role: string | undefined): string {
  return role === undefined ? sayCount(items.length, "item") : `the section of ${role}`;
}

function addPrune(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("prune"))
    .option("--target <lines>", "how many lines to keep at most", wholeNumber, 500)
    .option("--dry-run", "only show what would go")
    .description("delete archived and resolved items, oldest first; lists them and asks first");
  addExamples(command, ["wardroom curate prune --dry-run", "wardroom curate prune --target 300 --yes"]);
  command.action(async (options: SessionChoice & { target: number; dryRun?: true }) => {
    const { target, dryRun, ...choice } = options;
    const path = `${await chooseSession(cli, choice)}/memory/prune`;
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
