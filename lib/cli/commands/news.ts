import type { Command } from "commander";
import { askForNews } from "@/lib/cli/ask-for-news";
import { addressOf, addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-scope";
import type { Cli } from "@/lib/cli/cli";
import { addExamples, wholeNumber } from "@/lib/cli/declare-command";
import { besideRows, commandGroup } from "@/lib/cli/operation-commands";
import { plainLine, plainText, shortTime } from "@/lib/cli/terminal-text";
import { needsOperations } from "@/lib/operations/inbox";
import type { Paint } from "@/lib/operations/terminal";
import { query } from "@/lib/client/paths";
import { Inbox, InboxWaiting } from "@/lib/contracts/inbox";
import { Done } from "@/lib/contracts/primitives";
import { LONGEST_WHOLE, tellParts } from "@/lib/core/context/update-parts";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { renderInbox, waitsLine } from "@/lib/core/inbox/render-inbox";
import { frameText } from "@/lib/core/text/frame";
import { Presence } from "@/lib/contracts/presence";
import { SessionList, type Session } from "@/lib/contracts/sessions";
import { NO_VERSION } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { sayCount } from "@/lib/core/text/say-count";
import { sayNeed } from "@/lib/client/say-need";
import type { Need } from "@/lib/contracts/needs";
import { describeEvent, sayActor } from "@/lib/client/describe-event";
import { Event, EventList } from "@/lib/contracts/events";
import { eventsIn } from "@/lib/cli/server-sent-events";
import { nullFor, RequestError } from "@/lib/client/request-error";

interface InboxChoice extends SessionChoice {
  wait: number;
  again?: true;
  all?: true;
}

/** `wardroom inbox`: what is new for a role or the Lead, each thing once. */
export function addInboxCommand(program: Command, cli: Cli): void {
  const command = addSessionOption(program.command("inbox"))
    .argument("[role]", "whose inbox; the Lead's when left out")
    .option("--wait <seconds>", "wait up to this long for something that matters", wholeNumber, 0)
    .option("--again", "show the last answer once more, with what came since")
    .option("--all", "show everything, however long")
    .description("what is new for a role, each thing once: read it before each step, and wait with it");
  addExamples(command, ["wardroom inbox implementer-1", "wardroom inbox implementer-1 --wait 55", "wardroom inbox"]);
  command.action(async (named: string | undefined, { wait, again, all, ...choice }: InboxChoice) => {
    const path = `${await chooseSession(cli, choice)}/inbox`;
    const role = named === undefined ? undefined : foldRoleId(named);
    // The owner reads as the role; anybody else only looks, where they may.
    const whose = (await cli.isSomebody()) ? role : undefined;
    const as = role === undefined || role === "Lead" ? {} : { role };
    const ask = (seconds: number) => {
      const wanted = {
        role: whose,
        wait: seconds === 0 ? undefined : seconds,
        again: again && "true",
        all: all && "true",
      };
      return cli.ask(Inbox, path + query(wanted), as);
    };
    const inbox = await cli.working("Waiting for something new", () => askForNews(ask, wait));
    cli.show(inbox, (answer) => describeInbox(answer, cli));
    // Only what was printed was read.
    const { mark } = inbox;
    if (mark === null) return;
    await cli.ask(Done, `${path}/seen`, { method: "POST", body: { mark }, key: null, ...as });
  });
}

function describeInbox(inbox: Inbox, cli: Cli): string {
  const { reader, updates, unconfirmed, entries, left, also } = inbox;
  const who = reader === "Lead" ? "" : ` ${reader}`;
  const of = cli.sessionWords;
  const news = renderInbox(inbox, {
    again: `wardroom inbox${who}${of} --again --all`,
    approve: (relay) => `wardroom relay approve ${relay}${of}`,
  });
  // Which version it is, a text of the context says itself.
  const parts = updates.map(({ text, version, kind, author }) => {
    const next = (part: number) => `go on: wardroom context updates ${reader}${of} --part ${part}`;
    const [told = ""] = tellParts(text.trimEnd(), LONGEST_WHOLE, next);
    return plainText(frameText(told, { source: kind === "guidance" ? `guidance ${version}` : "context", author }));
  });
  const awaited = updates.findLast(({ kind }) => kind !== "guidance");
  if (awaited !== undefined) {
    parts.push(cli.paint.faint(`Confirm: wardroom context ack${who}${of}`));
  }
  if (entries.length > 0 || left.length > 0 || also.length > 0) parts.push(plainText(news));
  const isAnswered = entries.some(({ tag, concerns, note }) => tag === "Question" && concerns && note !== null);
  if (awaited === undefined && unconfirmed !== null && isAnswered) {
    parts.push(cli.paint.faint(`${unconfirmed} still waits for you: wardroom context updates${who}${of}`));
  }
  if (parts.length > 0) return parts.join("\n");
  return unconfirmed === null ? "No news." : `No news; confirm ${unconfirmed}.`;
}

/** One session at a glance. */
interface SessionStatus {
  session: string;
  feature: string;
  version: string;
  /** What the caller was not shown yet; null for somebody without an inbox. */
  waiting: Pick<InboxWaiting, "version" | "items" | "nudges"> | null;
  relays: number;
  questions: number;
  conflicts: number;
  behind: Pick<Presence["roles"][number], "role" | "confirmed" | "behind" | "due" | "sign">[];
  now: string;
}

/** `wardroom status`: what waits for the caller and which roles are behind, in every session at work. */
export function addStatusCommand(program: Command, cli: Cli): void {
  const command = addSessionOption(
    program.command("status").argument("[role]", "for whom; the Lead when left out"),
  ).description("what waits for you, and who is behind; nothing counts as read by it");
  addExamples(command, ["wardroom status", "wardroom status implementer-1", "wardroom status --session checkout"]);
  command.action(async (named: string | undefined, { session }: SessionChoice) => {
    const role = named === undefined || foldRoleId(named) === "Lead" ? undefined : foldRoleId(named);
    const { items } = await cli.askAll(SessionList, "/sessions");
    const wanted = items.filter(({ id, finished }) => (session === undefined ? finished === null : id === session));
    if (session !== undefined && wanted.length === 0) throw noSession(session, items);
    const told = await Promise.all(wanted.map((each) => readStatus(cli, each, role)));
    cli.show({ sessions: told }, () =>
      told.length === 0
        ? "No session is at work.\n"
        : told.map((each) => describeStatus(each, cli, role ?? cli.flags.as)).join("\n"),
    );
  });
}

async function readStatus(cli: Cli, session: Session, role: string | undefined): Promise<SessionStatus> {
  const path = addressOf(session.id);
  const as = role === undefined ? {} : { role };
  const [waiting, team] = await Promise.all([
    // Who may only look has no inbox.
    cli.ask(InboxWaiting, `${path}/inbox/waiting`, as).catch(nullFor("forbidden")),
    cli.ask(Presence, `${path}/team`, as),
  ]);
  const active = new Set(session.roles.filter(({ state }) => state === "active").map(({ id }) => id));
  return {
    session: session.id,
    feature: session.feature,
    version: team.version,
    waiting: waiting && { version: waiting.version, items: waiting.items, nudges: waiting.nudges },
    relays: session.counts.pendingRelays,
    questions: session.counts.openQuestions,
    conflicts: session.counts.openConflicts,
    behind: team.roles
      .filter((each) => each.behind > 0 && active.has(each.role))
      .map(({ role: who, confirmed, behind, due, sign }) => ({ role: who, confirmed, behind, due, sign })),
    now: team.now,
  };
}

function describeStatus(status: SessionStatus, { paint }: Cli, reader: string | undefined): string {
  const { session, feature, version, waiting, relays, questions, conflicts, behind, now } = status;
  const lines = [
    `${paint.strong(plainLine(session))}  ${plainLine(feature)}  ${paint.faint(version === NO_VERSION ? "no context yet" : version)}`,
  ];
  const name = reader === undefined || foldRoleId(reader) === "Lead" ? "" : ` ${reader}`;
  const line = waiting === null ? null : waitsLine(waiting, `wardroom inbox${name}`);
  if (line !== null) lines.push(`  ${paint.warn(line)}`);
  for (const { from, text } of waiting?.nudges ?? [])
    lines.push(`  ${paint.warn("nudge:")} ${from}: ${plainLine(text)}`);
  if (relays > 0) lines.push(`  ${sayCount(relays, "relay waits", "relays wait")} for the Lead: wardroom relay list`);
  const open = [
    ...(questions > 0 ? [sayCount(questions, "open question")] : []),
    ...(conflicts > 0 ? [sayCount(conflicts, "open conflict")] : []),
  ];
  if (open.length > 0)
    lines.push(`  ${open.join(", ")}: wardroom session show ${plainLine(session)} --tag Question,Conflict`);
  for (const { role, confirmed, due, sign } of behind) {
    const isLate = due !== null && due < now;
    const until =
      due === null ? "" : isLate ? `, ${paint.bad(`overdue since ${shortTime(due)}`)}` : `, due ${shortTime(due)}`;
    const seen = sign === null ? "never seen" : `last sign ${shortTime(sign)}`;
    lines.push(`  ${paint.name(role)} is at ${confirmed ?? "no version"}, ${seen}${until}`);
  }
  if (lines.length === 1) lines.push(`  ${paint.good("Nothing waits, and everyone is up to date.")}`);
  return `${lines.join("\n")}\n`;
}

function noSession(session: string, items: readonly Session[]): AppError {
  const names = items.map(({ id }) => id);
  return new AppError("not_found", `There is no session ${session}.`, {
    hint: names.length === 0 ? "Create one: wardroom session create checkout" : `Sessions: ${names.join(", ")}.`,
  });
}

/** `wardroom needs`: what waits for a person in every session, the most urgent first. */
export const addNeedsCommand = commandGroup({}, [
  besideRows(needsOperations)("GET /needs", {
    says: "what waits for a person in all sessions, the most urgent first",
    options: { snoozed: ["--snoozed", "what you put off"] },
    examples: ["needs", "needs --snoozed", "needs --json"],
    print: ({ items }, { paint, given: { snoozed } }) =>
      items.length === 0
        ? paint.good(snoozed ? "You put nothing off." : "Nothing waits for you.")
        : items.map((need) => describeNeed(need, paint)).join("\n"),
  }),
]);

function describeNeed(need: Need, paint: Paint): string {
  const { who, text } = sayNeed(need);
  const to = need.assignee === null ? null : `assigned to ${need.assignee.me ? "you" : need.assignee.name}`;
  const place = [need.session, who, to].filter((part) => part !== null).map(plainLine);
  const since = need.at === null ? "" : `  ${paint.faint(`${need.atLeast ? "before " : ""}${shortTime(need.at)}`)}`;
  const urgency = need.urgency === "now" ? paint.bad("now  ") : need.urgency === "soon" ? paint.warn("soon ") : "later";
  const key = paint.faint(`  ${plainLine(need.key)}`);
  const until = need.snoozedUntil === null ? "" : paint.faint(`  until ${shortTime(need.snoozedUntil)}`);
  return `${urgency}  ${plainLine(text)}\n       ${paint.faint(place.join(" · "))}${since}${until}${key}${nextStep(need, paint.faint)}`;
}

/** The command that settles it, where one does. */
function nextStep(need: Need, faint: (text: string) => string): string {
  const command = commandFor(need);
  // Files are named by themselves; everything else is in a session.
  const isOfSession = need.kind !== "repair" && need.kind !== "broken" && need.session !== null;
  const session = isOfSession ? ` --session ${plainLine(need.session ?? "")}` : "";
  return command === null ? "" : faint(`  ${command}${session}`);
}

function commandFor(need: Need): string | null {
  switch (need.kind) {
    case "relay":
      return `wardroom relay approve ${need.relay.id}`;
    case "conflict":
    case "question":
    case "assigned":
      return `wardroom curate resolve ${need.item.id} "…"`;
    case "pair":
      return `wardroom pair settle ${need.pair.id} <${need.pair.item.id} | ${need.pair.other.id} | both>`;
    case "mention":
      return `wardroom comment add ${need.item.id} "…"`;
    case "gate":
      return `wardroom gate show ${need.gate}`;
    case "ack":
      return "wardroom context status";
    case "run":
      return `wardroom run move --role ${need.role} --run ${need.run} --to ${need.role}`;
    case "repair":
      return "wardroom repair list";
    case "broken":
      return need.fault.fix === null ? "wardroom fault list" : `wardroom fault fix ${need.fault.id}`;
    case "outside":
    case "long":
      return null;
  }
}

/** `wardroom watch`: what happens in the workspace, line by line while it happens. */
export function addWatchCommand(program: Command, cli: Cli): void {
  const command = program
    .command("watch")
    .option("-s, --session <session>", "only what happens in this session")
    .option("-n, --last <count>", "begin with this many earlier events", wholeNumber, 5)
    .description("print what happens as it happens, until Ctrl+C; nothing counts as read by it");
  addExamples(command, ["wardroom watch", "wardroom watch --session checkout", "wardroom watch --json > events.jsonl"]);
  command.action(async ({ session, last }: { session?: string; last: number }) => {
    const { items } = await cli.ask(EventList, `/events${query({ limit: Math.max(last, 1), session })}`);
    const show = (event: Event) => {
      if (session !== undefined && event.session !== session) return;
      const line = cli.flags.json === true ? JSON.stringify(event) : describeEventLine(event, cli);
      cli.surroundings.stdout.write(`${line}\n`);
    };
    for (const event of items.slice(0, last).reverse()) show(event);
    const stream = `/events/stream${query({ lastEventId: items[0]?.id })}`;
    const { body } = await cli.send(stream, { accept: "text/event-stream" });
    for await (const data of body === null ? [] : eventsIn(body)) {
      const event = Event.safeParse(JSON.parse(data));
      if (event.success) show(event.data);
    }
    throw new RequestError("unreachable", "The server ended the stream.", 0, "Run it again: wardroom watch.");
  });
}

function describeEventLine(event: Event, { paint }: Cli): string {
  const { did, tag, quote } = describeEvent(event);
  const said = quote === null ? "" : `: ${tag === null ? "" : `[${tag}] `}${quote}`;
  const where = event.session === null ? "" : `  ${paint.faint(plainLine(event.session))}`;
  return `${paint.faint(shortTime(event.at))}  ${paint.name(plainLine(sayActor(event)))} ${plainLine(did + said)}${where}`;
}
