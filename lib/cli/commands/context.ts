import { query } from "@/lib/client/paths";
import { AckMatrix, Context, type Published, UpdateList } from "@/lib/contracts/context";
import { frameText } from "@/lib/core/text/frame";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { addressOf } from "@/lib/cli/choose-scope";
import { collect, wholeNumber } from "@/lib/cli/declare-command";
import { besideRows, commandGroup } from "@/lib/cli/operation-commands";
import { contextOperations } from "@/lib/operations/context";
import { deliveriesOperations } from "@/lib/operations/deliveries";
import type { Paint } from "@/lib/operations/terminal";
import { plainText, plainLine } from "@/lib/cli/terminal-text";
import { sayCount } from "@/lib/core/text/say-count";
import { LONGEST_WHOLE, partAt, tellParts } from "@/lib/core/context/update-parts";
import { sayRelated } from "@/lib/core/search/related";
import { tellPublished } from "@/lib/core/context/tell-published";
import { InboxWaiting } from "@/lib/contracts/inbox";
import { appliedBesides } from "@/lib/core/context/standing";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

/** GC-v3 for GC-v4; the empty text before the first. */
function before(version: string): string {
  const number = Number(/^(?:GC-v)?(\d+)$/.exec(version)?.[1] ?? Number.NaN); // GC-v4, 4
  if (!Number.isNaN(number)) return `GC-v${Math.max(0, number - 1)}`;
  throw new AppError("invalid_input", `"${version}" is not a version.`, { hint: "Write GC-v4." });
}

interface AckOptions {
  gc?: string;
  applied?: number;
  total?: number;
  impact?: string;
  action?: string;
  unclear?: string[];
}

/**
 * The acknowledgement in its parts: of the update that waits, and of all of it, where not said otherwise. What the role was not shown
 * is not confirmed by that.
 */
async function fields(cli: Cli, session: string, role: string, options: AckOptions) {
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

function renderPublished(paint: Paint, published: Published, preview: boolean): string {
  const { version, changed, delta, fullTokens } = published;
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

const versions = besideRows(contextOperations);
const sent = besideRows(deliveriesOperations);

const CONTEXT = {
  says: "the global context: show, publish, delta, updates, ack, status, lost",
  rows: [...contextOperations, ...deliveriesOperations],
};

/** `wardroom context`: what everybody works from, its versions, and who has confirmed which. */
export const addContextCommands = commandGroup(CONTEXT, [
  versions("PUT /sessions/{session}/context", {
    says: "publish the next version of the context",
    arguments: {
      file: ["the text, or - for standard input; the session's own file, changed by hand, when left out", "text"],
    },
    options: {
      dryRun: ["--dry-run", "only show what would be sent to whom"],
      requiredActions: ["--required-actions <words>", "what the roles have to do"],
      affected: ["--affected <role>", "whom it concerns, repeat for more; a line of the message"],
      settles: ["--settles <id>", "what this version settles: an item or a relay, repeat for more"],
      overQuestions: ["--over-questions", "although questions to you were not read yet"],
      ifMatch: ["--if-match <etag>", "only while the file is the one with this ETag"],
    },
    examples: [
      "context publish --dry-run global-context.md",
      'context publish global-context.md --required-actions "Re-read §Constraints"',
      "context publish            # what was changed in the session's own file",
    ],
    working: "Publishing",
    fill: async ({ text: file }, cli) => ({ text: file && (await readText(cli, file)) }),
    print: (published, { paint, given }) => renderPublished(paint, published, given.dryRun !== undefined),
  }),
  versions("GET /sessions/{session}/context/delta", {
    says: "what changed from one version to another, as it is sent",
    arguments: {
      from: "such as GC-v3; the version before when left out",
      to: "such as GC-v4; the current one when left out",
    },
    examples: ["context delta", "context delta GC-v2 GC-v4"],
    fill: async ({ session, from, to }, cli) => {
      const target = to ?? (await cli.ask(Context, `${addressOf(session)}/context`)).version;
      return { from: from ?? before(target), to: target };
    },
    print: ({ text, tokens, fullTokens, fallback }, { paint }) => {
      const cost = `${tokens} tokens; the full text has ${fullTokens}.`;
      const said = fallback === null ? cost : `${cost} Sent in full: ${fallback}`;
      return `${plainText(text).trimEnd()}\n${paint.faint(said)}`;
    },
  }),
  sent("GET /sessions/{session}/context/updates", {
    says: "the messages that wait for a role: read them, then acknowledge",
    options: {
      wait: ["--wait <seconds>", "wait up to this long for one", 0],
      part: ["--part <number>", "of a long one, this part", 1, wholeNumber],
    },
    examples: ["context updates implementer-1", "context updates implementer-1 --wait 25"],
    working: "Waiting for an update",
    whole: () => false,
    as: ({ role }) => role,
    fill: ({ wait }) => ({ wait: wait === 0 ? undefined : wait }),
    print: ({ items }, { paint, given: { role = "", said } }, cli) => {
      const { faint, strong } = paint;
      const part = said["part"] as number;
      const next = (number: number) => `go on: wardroom context updates ${role}${cli.sessionWords} --part ${number}`;
      const told = items.map((each) => ({ ...each, parts: tellParts(each.text.trimEnd(), LONGEST_WHOLE, next) }));
      // Beside a long update there may be a word of guidance.
      const wanted = told.filter(({ parts }) => part === 1 || parts.length > 1);
      const shown = (wanted.length > 0 ? wanted : told).map((each) => ({ ...each, text: partAt(each.parts, part) }));
      if (shown.length === 0) return `No update waits for ${role}.`;
      const texts = shown.map(({ version, mode, kind, text, total, author }) => {
        const head = `${strong(`${version} ${kind === "update" ? mode : kind}`)}${faint(`, ${sayCount(total, "item")}`)}`;
        const source = `${kind === "guidance" ? "guidance" : "context"} ${version}`;
        return `${head}\n\n${plainText(frameText(text, { source, author }))}\n`;
      });
      return texts.join("\n") + faint(`Then: wardroom context ack ${role}\n`);
    },
  }),
  // A role confirms what it was sent.
  sent("POST /sessions/{session}/context/acks", {
    says: "confirm the update that waits for a role, after reading it",
    arguments: {
      message: "the [ACK-UPDATE] message, or - for standard input; with --unclear, a question to the Lead",
    },
    options: {
      gc: ["--gc <version>", "the version, such as GC-v4; the one that waits when left out"],
      applied: [
        "--applied <count>",
        "how many items were understood and applied; all that were shown, and are not unclear, when left out",
        undefined,
        wholeNumber,
      ],
      total: ["--total <count>", "how many there were; counted when left out", undefined, wholeNumber],
      impact: ["--impact <words>", "what it means for the role's work"],
      action: ["--action <action>", "continue, pause or need_clarification; as the counts have it when left out"],
      unclear: ["--unclear <reference>", "what is not clear, repeat for more, such as §Scope.goal", undefined, collect],
    },
    examples: [
      "context ack implementer-1",
      'context ack implementer-1 --unclear "§Scope.goal" "Does it cover refunds?"',
      'context ack implementer-1 --applied 4 --unclear "§Scope.goal" "Does it cover refunds?"',
      "context ack implementer-1 - < ack.txt",
    ],
    madeOf: { text: "message", version: "gc" },
    as: ({ said }) => said["role"] as string,
    fill: async ({ session, said }, cli) => {
      const { role = "", message: text = "", ...options } = said as AckOptions & { role?: string; message?: string };
      const isWhole = text !== "" && (options.unclear === undefined || /\[ACK-UPDATE\]/i.test(text));
      if (isWhole) return { body: { role, text } };
      const asked = text === "" ? {} : { question: text };
      return { body: { ...(await fields(cli, addressOf(session), role, options)), ...asked } };
    },
    print: ({ ack, leadAction, repeated, question }, { paint }, cli) => {
      const state = ack.confirmed ? paint.good("Confirmed") : paint.warn("Noted, not confirmed:");
      const next = leadAction === "none" ? "" : ` The Lead is offered: ${leadAction}.`;
      const put = question === undefined ? "" : ` Asked the Lead as ${question}.`;
      const again = `wardroom context ack ${ack.role} --gc ${ack.version} --applied ${ack.total} --total ${ack.total}${cli.sessionWords}`;
      const later = ack.confirmed || question === undefined ? "" : ` Confirm when it is clear: ${again}`;
      const applied = `${ack.applied} of ${sayCount(ack.total, "change")} applied`;
      return `${state} ${ack.version} for ${ack.role}, ${applied}${repeated ? ", as before" : ""}.${next}${put}${later}`;
    },
  }),
]);
