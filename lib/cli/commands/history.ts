import { lifeSteps, sayDoer, sayWriter, signatureIn } from "@/lib/core/history/signed-by";
import type { Command } from "commander";
import { query } from "@/lib/client/paths";
import { Blame, Diff, RevisionList, RevisionText } from "@/lib/contracts/revisions";
import { Changed, ItemLife } from "@/lib/contracts/memory";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { addExamples, collect, positiveNumber, wholeNumber } from "@/lib/cli/declare-command";
import { plainLine, plainText, shortTime } from "@/lib/cli/terminal-text";
import { sayOperation } from "@/lib/operations/memory-history";
import { renderDiff } from "@/lib/cli/render-diff";
import { sayCount } from "@/lib/core/text/say-count";
import { AppError, ERRORS } from "@/lib/core/errors";
import { EventList, Integrity, type IntegrityProblem } from "@/lib/contracts/events";
import { PersonList } from "@/lib/contracts/people";
import { foldName } from "@/lib/core/text/fold-name";
import { Redaction } from "@/lib/contracts/redactions";

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

interface Options {
  actor?: string;
  action?: string;
  target?: string;
  person?: string;
  session?: string;
  from?: string;
  to?: string;
  limit: number;
  format?: string;
}

/** `wardroom events`: the history. */
export function addEventsCommand(program: Command, cli: Cli): void {
  const command = program
    .command("events")
    .description("the history, newest first")
    .option("--actor <actor>", "what this role or person did; disk for edits made outside")
    .option("--action <action>", "such as item.added or relay.approved")
    .option("--target <target>")
    .option(
      "--person <person>",
      "by name or id: what they did, whatever they were called then, and what was decided about them",
    )
    .option("-s, --session <session>")
    .option("--from <time>", "from this moment on, such as 2026-02-09 or 2026-02-09T10:00:00Z")
    .option("--to <time>", "until this moment")
    .option("-n, --limit <count>", "so many at most", positiveNumber, 20)
    .option("--format <format>", "jsonl or csv: all of them, to be kept");
  addExamples(command, [
    "wardroom events --actor disk",
    "wardroom events --person Dana",
    "wardroom events --session checkout --from 2026-02-09 -n 100",
    "wardroom events --format csv > events.csv",
  ]);
  command.action(async ({ format, limit, from, to, person, ...filter }: Options) => {
    const asked = { ...filter, person: await idOf(cli, person), from: moment(from, "--from"), to: moment(to, "--to") };
    const path = (more: Record<string, string | number>) => `/events${query({ ...asked, ...more })}`;
    if (format !== undefined) {
      const { body } = await cli.send(path({ format }));
      const decoder = new TextDecoder();
      for await (const chunk of body ?? []) cli.surroundings.stdout.write(decoder.decode(chunk, { stream: true }));
      return;
    }
    const list = await cli.ask(EventList, path({ limit }));
    const { paint } = cli;
    cli.show(list, ({ items }) =>
      items.length === 0
        ? "No matching events.\n"
        : cli.table(items, [
            { title: "ID", value: ({ id }) => String(id), align: "right", style: paint.faint },
            { title: "TIME", value: ({ at }) => shortTime(at), style: paint.faint },
            {
              title: "WHO",
              value: (event) => plainLine(sayDoer({ ...event, ...signatureIn(event.payload) })),
              style: paint.name,
            },
            { title: "BY", value: ({ source }) => source },
            { title: "WHAT", value: ({ action }) => action },
            { title: "SESSION", value: ({ session }) => plainLine(session ?? "-") },
            { title: "TARGET", value: ({ target }) => plainLine(target), shrinks: true },
          ]),
    );
  });
}

/** The id of a person by what they are called, or by itself. Somebody who works here comes before who has ended. */
async function idOf(cli: Cli, wanted: string | undefined): Promise<string | undefined> {
  if (wanted === undefined) return undefined;
  const { items } = await cli.ask(PersonList, "/people?limit=500");
  const called = items.filter(({ id, name }) => id === wanted || foldName(name) === foldName(wanted));
  const found = called.find(({ endedAt }) => endedAt === null) ?? called[0];
  if (found !== undefined) return found.id;
  throw new AppError("not_found", `There is no person ${wanted}.`, { hint: "List them with: wardroom person list" });
}

/** A day or a moment as the contract wants it; a day begins at midnight UTC. */
function moment(text: string | undefined, option: string): string | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new AppError("invalid_input", `${option}: "${text}" is no moment.`, {
    hint: "Write 2026-02-09 or 2026-02-09T10:00:00Z.",
  });
}

/** `wardroom verify`: whether history and files agree. */
export function addVerifyCommand(program: Command, cli: Cli): void {
  const command = program
    .command("verify")
    .description("verify the history and compare every file with it")
    .option("--accept <id>", "accept a problem that was shown; repeat for more", collect);
  addExamples(
    command,
    ["wardroom verify", "wardroom verify --json", "wardroom verify --accept 3f9a1c07be42d518"],
    "Edits made outside are recorded first. Ends with 5 when something does not agree.",
  );
  command.action(async ({ accept }: { accept?: string[] }) => {
    const asking = accept === undefined ? {} : { method: "POST" as const, body: { ids: accept } };
    const found = await cli.working("Verifying", () => cli.ask(Integrity, "/integrity", asking));
    if (!found.ok) cli.exitCode = ERRORS.conflict.exit;
    cli.show(found, (answer) => renderIntegrity(answer, cli));
  });
}

function renderIntegrity(found: Integrity, { paint }: Cli): string {
  const { ok, events, documents, revisions, rows, problems, problemsFound, unchecked } = found;
  const more = problemsFound > problems.length ? `${problemsFound - problems.length} more are not shown.\n` : "";
  return [
    ok ? `${paint.good("All agree:")} ` : `${paint.bad("Something does not agree.")}\n`,
    ok
      ? ""
      : problems
          .filter(({ accepted }) => !accepted)
          .map(sayProblem)
          .join("") + more,
    `${events} events, ${documents} documents, ${revisions} revisions, ${rows} rows.\n`,
    reachOf(found),
    problems
      .filter(({ accepted }) => accepted)
      .map((problem) => `Accepted: ${sayProblem(problem)}`)
      .join(""),
    unchecked.map(({ target, detail }) => `Not checked: ${plainLine(target)}: ${plainLine(detail)}\n`).join(""),
  ].join("");
}

function sayProblem({ id, kind, target, revision, detail, since }: IntegrityProblem): string {
  const name = revision === undefined ? plainLine(target) : `${revision} of ${plainLine(target)}`;
  const when = since === null ? "" : ` (${shortTime(since)})`;
  return `${id}  ${kind} ${name}${when}: ${plainLine(detail)}\n`;
}

/** How far the proof goes, where it does not go back to the beginning. */
function reachOf({ revisionsBefore, coveredFrom, rowsBefore }: Integrity): string {
  const earlier = "of the rows are from an earlier version: sealed at the upgrade, and not proven before it";
  const rows = rowsBefore === 0 ? "" : `${rowsBefore} ${earlier}.\n`;
  if (revisionsBefore === 0) return rows;
  const from = coveredFrom === null ? "No event vouches" : `Events from ${coveredFrom} on vouch`;
  return `${from} for revisions; the ${revisionsBefore} before are from an earlier version, and proven by the files alone.\n${rows}`;
}

/** `wardroom redact`: takes a secret out of files and history. */
export function addRedactCommand(program: Command, cli: Cli): void {
  const command = program
    .command("redact")
    .argument("<text>", "always -: the secret is read from standard input, where no other user can see it")
    .description("remove a secret from all files and the whole history, for good; asks first")
    .requiredOption("--reason <words>", "why; it is kept, so leave the secret out of it");
  addExamples(
    command,
    ['wardroom redact - --reason "a key was pasted" --yes < secret.txt'],
    "Revoke the secret first: redacting it here does not help against anyone who has read it.",
  );
  command.action(async (given: string, { reason }: { reason: string }) => {
    if (given !== "-") {
      throw new AppError("invalid_input", "The secret itself is not taken as an argument; nothing was done.", {
        hint: "Every user of this machine can see arguments, and the shell keeps them. Give - and the secret on standard input.",
      });
    }
    await cli.confirm(
      "Every occurrence of the text is replaced, in the files and in the history. This cannot be undone.",
    );
    const text = await cli.text("-");
    const asking = { method: "POST", body: { text, reason } } as const;
    const done = await cli.working("Redacting", () => cli.ask(Redaction, "/redactions", asking));
    cli.show(done, (answer) => renderRedaction(answer, cli));
  });
}

function renderRedaction({ documents, revisions, rows, marker, notReached }: Redaction, { paint }: Cli): string {
  const isNothing = documents + revisions + rows === 0;
  return [
    isNothing
      ? "The text was not found in this workspace.\n"
      : `${paint.good("Redacted")} in ${documents} files, ${revisions} revisions and ${rows} other rows; ${plainLine(marker)} stands there now.\n`,
    "Not checked:\n",
    ...notReached.map((place) => `  ${plainLine(place)}\n`),
  ].join("");
}
