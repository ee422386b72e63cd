import type { Command } from "commander";
import { query } from "@/lib/client/paths";
import { AckMatrix, Context, DeltaBetween, UpdateList, AckGiven, Published } from "@/lib/contracts/context";
import { frameText } from "@/lib/core/text/frame";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { addExamples, collect, wholeNumber } from "@/lib/cli/declare-command";
import { plainText, plainLine } from "@/lib/cli/terminal-text";
import { sayCount } from "@/lib/core/text/say-count";
import { LONGEST_WHOLE, partAt, tellParts } from "@/lib/core/context/update-parts";
import { sayRelated } from "@/lib/core/search/related";
import { tellPublished } from "@/lib/core/context/tell-published";
import { InboxWaiting } from "@/lib/contracts/inbox";
import { appliedBesides } from "@/lib/core/context/standing";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

/** `wardroom context`: what everybody works from, its versions, and who has confirmed which. */
export function addContextCommands(program: Command, cli: Cli): void {
  const group = program
    .command("context")
    .description("the global context: show, publish, delta, updates, ack, status, lost");
  addPublishCommand(group, cli);
  addDelta(group, cli);
  addUpdates(group, cli);
  addAckCommand(group, cli);
}

function addDelta(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("delta"))
    .argument("[from]", "such as GC-v3; the version before when left out")
    .argument("[to]", "such as GC-v4; the current one when left out")
    .description("what changed from one version to another, as it is sent");
  addExamples(command, ["wardroom context delta", "wardroom context delta GC-v2 GC-v4"]);
  command.action(async (from: string | undefined, to: string | undefined, choice: SessionChoice) => {
    const path = `${await chooseSession(cli, choice)}/context`;
    const target = to ?? (await cli.ask(Context, path)).version;
    const range = { from: from ?? before(target), to: target };
    const delta = await cli.ask(DeltaBetween, `${path}/delta${query(range)}`);
    const { faint } = cli.paint;
    cli.show(delta, ({ text, tokens, fullTokens, fallback }) => {
      const cost = `${tokens} tokens; the full text has ${fullTokens}.`;
      return `${plainText(text).trimEnd()}\n${faint(fallback === null ? cost : `${cost} Sent in full: ${fallback}`)}\n`;
    });
  });
}

/** GC-v3 for GC-v4; the empty text before the first. */
function before(version: string): string {
  const number = Number(/^(?:GC-v)?(\d+)$/.exec(version)?.[1] ?? Number.NaN); // GC-v4, 4
  if (!Number.isNaN(number)) return `GC-v${Math.max(0, number - 1)}`;
  throw new AppError("invalid_input", `"${version}" is not a version.`, { hint: "Write GC-v4." });
}

function addUpdates(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("updates"))
    .argument("<role>")
    .option("--wait <seconds>", "wait up to this long for one", wholeNumber, 0)
    .option("--part <number>", "of a long one, this part", wholeNumber, 1)
    .description("the messages that wait for a role: read them, then acknowledge");
  addExamples(command, ["wardroom context updates implementer-1", "wardroom context updates implementer-1 --wait 25"]);
  command.action(async (role: string, { wait, part, ...choice }: SessionChoice & { wait: number; part: number }) => {
    const context = `${await chooseSession(cli, choice)}/context`;
    const address = `${context}/updates${query({ role, wait: wait === 0 ? undefined : wait })}`;
    const list = await cli.working("Waiting for an update", () => cli.ask(UpdateList, address, { role }));
    const { faint, strong } = cli.paint;
    const next = (number: number) => `go on: wardroom context updates ${role}${cli.sessionWords} --part ${number}`;
    const told = list.items.map((each) => ({ ...each, parts: tellParts(each.text.trimEnd(), LONGEST_WHOLE, next) }));
    // Beside a long update there may be a word of guidance.
    const wanted = told.filter(({ parts }) => part === 1 || parts.length > 1);
    const shown = (wanted.length > 0 ? wanted : told).map((each) => ({ ...each, text: partAt(each.parts, part) }));
    cli.show(list, () =>
      shown.length === 0
        ? `No update waits for ${role}.\n`
        : shown
            .map(({ version, mode, kind, text, total, author }) => {
              const head = `${strong(`${version} ${kind === "update" ? mode : kind}`)}${faint(`, ${sayCount(total, "item")}`)}`;
              const source = `${kind === "guidance" ? "guidance" : "context"} ${version}`;
              return `${head}\n\n${plainText(frameText(text, { source, author }))}\n`;
            })
            .join("\n") + faint(`Then: wardroom context ack ${role}\n`),
    );
  });
}

type Options = SessionChoice & {
  gc?: string;
  applied?: number;
  total?: number;
  impact?: string;
  action?: string;
  unclear?: string[];
};

/** `wardroom context ack`: a role confirms what it was sent. */
function addAckCommand(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("ack"))
    .argument("<role>")
    .argument(
      "[message...]",
      "the [ACK-UPDATE] message, or - for standard input; with --unclear, a question to the Lead",
    )
    .option("--gc <version>", "the version, such as GC-v4; the one that waits when left out")
    .option(
      "--applied <count>",
      "how many items were understood and applied; all that were shown, and are not unclear, when left out",
      wholeNumber,
    )
    .option("--total <count>", "how many there were; counted when left out", wholeNumber)
    .option("--impact <words>", "what it means for the role's work")
    .option("--action <action>", "continue, pause or need_clarification; as the counts have it when left out")
    .option("--unclear <reference>", "what is not clear, repeat for more, such as §Scope.goal", collect)
    .description("confirm the update that waits for a role, after reading it");
  addExamples(command, [
    "wardroom context ack implementer-1",
    'wardroom context ack implementer-1 --unclear "§Scope.goal" "Does it cover refunds?"',
    'wardroom context ack implementer-1 --applied 4 --unclear "§Scope.goal" "Does it cover refunds?"',
    "wardroom context ack implementer-1 - < ack.txt",
  ]);
  command.action(async (role: string, message: string[], options: Options) => {
    const session = await chooseSession(cli, options);
    const text = message.length > 0 ? await cli.text(message) : "";
    const isWhole = text !== "" && (options.unclear === undefined || /\[ACK-UPDATE\]/i.test(text));
    const asked = text === "" ? {} : { question: text };
    const body = isWhole ? { role, text } : { ...(await fields(cli, session, role, options)), ...asked };
    const given = await cli.ask(AckGiven, `${session}/context/acks`, { method: "POST", body, role });
    cli.show(given, ({ ack, leadAction, repeated, question }) => {
      const state = ack.confirmed ? cli.paint.good("Confirmed") : cli.paint.warn("Noted, not confirmed:");
      const next = leadAction === "none" ? "" : ` The Lead is offered: ${leadAction}.`;
      const put = question === undefined ? "" : ` Asked the Lead as ${question}.`;
      const again = `wardroom context ack ${ack.role} --gc ${ack.version} --applied ${ack.total} --total ${ack.total}${cli.sessionWords}`;
      const later = ack.confirmed || question === undefined ? "" : ` Confirm when it is clear: ${again}`;
      const applied = `${ack.applied} of ${sayCount(ack.total, "change")} applied`;
      return `${state} ${ack.version} for ${ack.role}, ${applied}${repeated ? ", as before" : ""}.${next}${put}${later}\n`;
    });
  });
}

/**
 * The acknowledgement in its parts: of the update that waits, and of all of it, where not said otherwise. What the role was not shown
 * is not confirmed by that.
 */
async function fields(cli: Cli, session: string, role: string, options: Options) {
  const { gc, impact, action, unclear } = options;
  const isKnown = gc !== undefined && options.total !== undefined;
  // Whoever asks about what it has confirmed has nothing that waits.
  const asked = isKnown || unclear === undefined ? undefined : await confirmedLast(cli, session, role, gc);
  const waiting = isKnown ? undefined : (asked ?? (await newest(cli, session, role, gc)));
  const version = gc ?? waiting?.version ?? "";
  const total = options.total ?? waiting?.total ?? 0;
  if (options.applied === undefined) await assertShown(cli, session, role, version);
  const applied = options.applied ?? appliedBesides(unclear, total);
  return {
    role,
    version,
    applied,
    total,
    action: action?.toUpperCase() ?? (applied < total ? "NEED_CLARIFICATION" : "CONTINUE"),
    ...(impact !== undefined && { impact }),
    ...(unclear !== undefined && { unclear }),
  };
}

/** What a role acknowledged of the newest version, where it has confirmed that. */
async function confirmedLast(cli: Cli, session: string, role: string, version: string | undefined) {
  const { roles } = await cli.ask(AckMatrix, `${session}/context/acks`);
  const cell = roles.find((each) => each.role === role)?.cells.at(-1);
  const isMeant = cell?.state === "confirmed" && (version ?? cell.version) === cell.version;
  return isMeant && cell.ack !== null ? { version: cell.version, total: cell.ack.total } : undefined;
}

async function assertShown(cli: Cli, session: string, role: string, version: string) {
  const { version: unseen } = await cli.ask(InboxWaiting, `${session}/inbox/waiting`, { role });
  if (unseen !== version) return;
  throw new AppError("invalid_input", `${role} was not shown ${version} yet.`, {
    hint: `Read it: wardroom inbox ${role}${cli.sessionWords}`,
  });
}

async function newest(cli: Cli, session: string, role: string, version: string | undefined) {
  // The owner looks as the Lead, so that guidance, which a role is handed once, still waits for it afterwards.
  const { items } = await cli.ask(UpdateList, `${session}/context/updates${query({ role })}`);
  if (!(await cli.isOwner())) {
    for (const { text } of items.filter(({ kind }) => kind === "guidance"))
      cli.surroundings.stderr.write(`${plainText(text)}\n`);
  }
  const found = items.filter((item) => item.kind !== "guidance" && (version ?? item.version) === item.version).at(-1);
  if (found !== undefined) return found;
  throw new AppError("not_found", `No update waits for ${role}${version === undefined ? "" : ` with ${version}`}.`, {
    hint: "See where everybody stands: wardroom context status. To confirm again, give --gc, --applied and --total.",
  });
}

type PublishOptions = SessionChoice & {
  dryRun?: true;
  requiredActions?: string;
  affected?: string[];
  settles?: string[];
  overQuestions?: true;
  ifMatch?: string;
};

/** `wardroom context publish`: the next version, sent to every role. */
export function addPublishCommand(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("publish"))
    .argument("[file]", "the text, or - for standard input; the session's own file, changed by hand, when left out")
    .option("--dry-run", "only show what would be sent to whom")
    .option("--required-actions <words>", "what the roles have to do")
    .option("--affected <role>", "whom it concerns, repeat for more; a line of the message", collect)
    .option("--settles <id>", "what this version settles: an item or a relay, repeat for more", collect)
    .option("--over-questions", "although questions to you were not read yet")
    .option("--if-match <etag>", "only while the file is the one with this ETag")
    .description("publish the next version of the context");
  addExamples(command, [
    "wardroom context publish --dry-run global-context.md",
    'wardroom context publish global-context.md --required-actions "Re-read §Constraints"',
    "wardroom context publish            # what was changed in the session's own file",
  ]);
  command.action(
    async (
      file: string | undefined,
      { dryRun, requiredActions, affected, settles, overQuestions, ifMatch, ...choice }: PublishOptions,
    ) => {
      const path = `${await chooseSession(cli, choice)}/context${dryRun === true ? "?dryRun=true" : ""}`;
      const text = file === undefined ? undefined : await readText(cli, file);
      const body = { text, requiredActions, affected, settles, overQuestions };
      const published = await cli.working("Publishing", () =>
        cli.ask(Published, path, { method: "PUT", body, ...(ifMatch !== undefined && { ifMatch }) }),
      );
      cli.show(published, () => renderPublished(cli, published, dryRun === true));
    },
  );
}

async function readText(cli: Cli, file: string): Promise<string> {
  const text = file === "-" ? await cli.input() : await readUtf8(cli, file);
  if (text.trim() !== "") return text;
  // A command before the pipe that failed gives this, and every role would be sent it.
  throw new AppError("invalid_input", `${file === "-" ? "Standard input" : file} is empty: nothing was published.`, {
    hint: "Give the whole text of the next version.",
  });
}

async function readUtf8(cli: Cli, file: string): Promise<string> {
  cli.surroundings.served?.leave();
  const path = resolve(cli.surroundings.cwd, file);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new AppError(
      missing ? "not_found" : "invalid_input",
      missing ? `There is no file ${path}.` : `${path} cannot be read as UTF-8 text.`,
      { hint: "Name a readable Markdown file, or give the text on standard input with -." },
      { cause: error },
    );
  }
}

function renderPublished(cli: Cli, published: Published, preview: boolean): string {
  const { version, changed, delta, fullTokens } = published;
  const { paint } = cli;
  if (!changed) return `Nothing changed: ${version} stays the current version.\n`;
  const head = preview
    ? `Would publish ${paint.strong(version)}`
    : `${paint.good("Published")} ${paint.strong(version)}`;
  const changes = delta.operations.length;
  const cost = `a delta of ${sayCount(changes, "change")} has ${delta.tokens} tokens, the full text ${fullTokens}.`;
  const { sent, cited } = tellPublished(published);
  const lines = [
    ...(sent.length === 0 ? ["There is no role to send it to."] : sent),
    ...cited.map((each) => `cites it: ${each}`),
    ...(published.related ?? []).map((each) => `near: ${sayRelated(each, "")}`),
  ];
  const acts =
    "Keep: wardroom same <id>. Or: wardroom replace <id> <text>, wardroom withdraw <id>, wardroom curate archive <id>";
  return [
    `${head}: ${cost}`,
    ...[...lines, ...(cited.length === 0 ? [] : [acts])].map((line) => `  ${plainLine(line)}`),
    "",
  ].join("\n");
}
