import { sayDoer, signatureIn } from "@/lib/core/history/signed-by";
import type { Command } from "commander";
import { query } from "@/lib/client/paths";
import { EventList, Integrity, type IntegrityProblem } from "@/lib/contracts/events";
import { PersonList } from "@/lib/contracts/people";
import { AppError, ERRORS } from "@/lib/core/errors";
import { foldName } from "@/lib/core/text/fold-name";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { positiveNumber } from "@/lib/cli/numbers";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";
import { collect } from "@/lib/cli/collect";
import { Redaction } from "@/lib/contracts/redactions";

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
