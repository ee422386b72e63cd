import { lifeSteps, sayDoer, sayWriter, signatureIn } from "@/lib/core/history/signed-by";
import type { Command } from "commander";
import { query } from "@/lib/client/paths";
import { Diff, RevisionList } from "@/lib/contracts/revisions";
import type { Cli } from "@/lib/cli/cli";
import { addressOf } from "@/lib/cli/choose-scope";
import { addExamples, collect, positiveNumber } from "@/lib/cli/declare-command";
import { besideRows, commandGroup } from "@/lib/cli/operation-commands";
import { plainLine, plainText, shortTime } from "@/lib/cli/terminal-text";
import { memoryOperations } from "@/lib/operations/memory";
import { memoryHistoryOperations, sayOperation } from "@/lib/operations/memory-history";
import type { Column, Paint } from "@/lib/operations/terminal";
import { renderDiff } from "@/lib/cli/render-diff";
import { sayCount } from "@/lib/core/text/say-count";
import { AppError, ERRORS } from "@/lib/core/errors";
import { type EventFilter, EventList, Integrity, type IntegrityProblem } from "@/lib/contracts/events";
import { PersonList } from "@/lib/contracts/people";
import { foldName } from "@/lib/core/text/fold-name";
import { Redaction } from "@/lib/contracts/redactions";

const beside = besideRows(memoryHistoryOperations);

const REVISION = { revision: "its number" };

type PastLine = Parameters<typeof sayWriter>[0] & { revision: number; source: string; at: string };

/** How a line of the past begins: with its revision, who, by which door and when. */
function pastColumns(paint: Paint): Column<PastLine>[] {
  return [
    { title: "REVISION", value: ({ revision }) => String(revision), align: "right", style: paint.name },
    { title: "WHO", value: (row) => plainLine(sayWriter(row)) },
    { title: "BY", value: ({ source }) => source, style: paint.faint },
    { title: "TIME", value: ({ at }) => shortTime(at), style: paint.faint },
  ];
}

const life = besideRows(memoryOperations)("GET /sessions/{session}/memory/items/{item}", {
  print: (answer, { paint, table }) =>
    table(lifeSteps(answer), [
      ...pastColumns(paint),
      { title: "WHAT", value: ({ operation }) => plainLine(operation), style: paint.faint },
      { title: "BEFORE", value: ({ said }) => plainLine(said ?? ""), shrinks: true },
    ]),
});

const HISTORY = {
  says: "the team memory's revisions: list, show, diff, blame, undo, revert",
  rows: memoryHistoryOperations,
};

/** `wardroom history`: the revisions of a session's team memory, and the way back to them. */
export const addHistoryCommands = commandGroup(HISTORY, [
  beside("GET /sessions/{session}/memory/revisions/{revision}", {
    says: "the whole text of a revision",
    arguments: REVISION,
    examples: ["history show 12", "history show 12 > TEAM-MEMORY.old.md"],
    // A file gets every byte, and no line feed of ours.
    bytes: ({ text }) => text,
    print: ({ text, revision }, { paint }) => {
      const head = `Revision ${revision.revision}: ${plainLine(sayOperation(revision))}, ${shortTime(revision.at)} by ${plainLine(sayDoer(revision))}`;
      return `${paint.strong(head)}\n\n${plainText(text)}`;
    },
  }),
  beside("GET /sessions/{session}/memory/diff", {
    says: "what changed from one revision to another",
    arguments: {
      from: "a revision; 0 is the empty text before the first",
      to: "another one; the newest when left out",
    },
    examples: ["history diff 11", "history diff 11 12"],
    fill: async ({ session, to }, cli) => ({ to: to ?? (await readHead(cli, session)).revision }),
    print: (diff, { paint }) => renderDiff(diff, paint),
  }),
  beside("GET /sessions/{session}/memory/blame", {
    says: "who wrote each line of the team memory, when, and in which revision",
    options: {
      from: ["--from <line>", "from this line on", 1],
      to: ["--to <line>", "up to this line"],
      item: ["--item <id>", "only this item: its life from its first word, and what it said before each change"],
    },
    examples: ["history blame", "history blame --from 40 --to 60 --json", "history blame --item 3f9a1c07be42"],
    instead: ({ said }) => (said["item"] === undefined ? null : life),
    print: ({ lines }, { paint, table }) =>
      table(lines, [
        ...pastColumns(paint),
        { title: "LINE", value: ({ line }) => String(line), align: "right", style: paint.faint },
        { title: "TEXT", value: ({ text }) => plainLine(text), shrinks: true },
      ]),
  }),
  beside("POST /sessions/{session}/memory/undo", {
    says: "take one revision back, as a new one, and leave what came later",
    arguments: REVISION,
    examples: ["history undo 12"],
    print: async (undone, { paint, given: { session, revision = 0 } }, cli) => {
      const diff = await askDiff(cli, session, undone.revision - 1, undone.revision);
      return `${paint.good("Undid")} revision ${revision}, as revision ${undone.revision}.\n${renderDiff(diff, paint)}`;
    },
  }),
  beside("POST /sessions/{session}/memory/revert", {
    says: "restore the whole text of a revision, an item or a section as a new one; a whole text is shown first",
    arguments: REVISION,
    options: {
      item: ["--item <id>", "only this item, by the id it has now or had then"],
      section: ["--section <role>", "only the section of this role"],
    },
    examples: [
      "history revert 12",
      "history revert 12 --item 3f9a1c07be42",
      "history revert 12 --section implementer-1 --yes",
    ],
    fill: async ({ session, revision = 0, item, section }, cli) => {
      const head = await readHead(cli, session);
      if (section !== undefined)
        await cli.confirm(
          `The section of ${section} becomes what it was in revision ${revision}; the history keeps what it is now.`,
        );
      const isPart = item !== undefined || section !== undefined;
      const diff = isPart ? null : await askDiff(cli, session, head.revision, revision);
      if (diff !== null && diff.hunks.length > 0) {
        cli.tell(renderDiff(diff, cli.paint));
        await cli.confirm(
          `The team memory becomes the text of revision ${revision}; the history keeps what it is now.`,
        );
      }
      return { ifMatch: item === undefined ? head.etag : undefined, head: head.revision, diff };
    },
    print: async ({ revision: made }, { paint, given }, cli) => {
      const { session, revision = 0, item = "", section, head, diff } = given;
      const undo = `Undo it: wardroom history undo ${made}`;
      if (diff === null) {
        const what = section === undefined ? `the item ${item}` : `the section of ${section}`;
        const changed = renderDiff(await askDiff(cli, session, made - 1, made), paint);
        return `${paint.good("Restored")} ${what} as in revision ${revision}, as revision ${made}. ${undo}\n${changed}`;
      }
      if (made === head) return `Nothing changed: the text is that of revision ${revision} already.`;
      const lines = `${sayCount(diff.added, "line")} added, ${diff.removed} removed`;
      return `${paint.good("Reverted")} to revision ${revision}, as revision ${made}: ${lines}. ${undo}`;
    },
  }),
]);

function askDiff(cli: Cli, session: string, from: number, to: number): Promise<Diff> {
  return cli.ask(Diff, `${addressOf(session)}/memory/diff${query({ from, to })}`);
}

/** The newest revision of a session's team memory, and the ETag of its text. */
async function readHead(cli: Cli, session: string): Promise<{ revision: number; etag: string }> {
  // Not by reading the memory, which as a role would count as that role's reading before work.
  const [newest] = (await cli.ask(RevisionList, `${addressOf(session)}/memory/revisions?limit=1`)).items;
  if (newest === undefined) throw new AppError("not_found", "The team memory has no revision yet.");
  return { revision: newest.revision, etag: `"${newest.hash}"` };
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
  command.action(async ({ format, limit, from, to, person, ...filter }: Partial<EventFilter> & { limit: number }) => {
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
    `${sayCount(events, "event")}, ${sayCount(documents, "document")}, ${sayCount(revisions, "revision")}, ${sayCount(rows, "row")}.\n`,
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
      : `${paint.good("Redacted")} in ${sayCount(documents, "file")}, ${sayCount(revisions, "revision")} and ${sayCount(rows, "other row")}; ${plainLine(marker)} stands there now.\n`,
    "Not checked:\n",
    ...notReached.map((place) => `  ${plainLine(place)}\n`),
  ].join("");
}
