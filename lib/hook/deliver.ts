import type { Update } from "@/lib/contracts/context";
import type { TakeInbox, TakenInbox } from "@/lib/contracts/runs";
import { markOfUpdates, renderInbox } from "@/lib/core/inbox/render-inbox";
import { fitEntries } from "@/lib/core/inbox/entry";
import { disarm, drawBoundary, frameText, type Origin } from "@/lib/core/text/frame";
import { postAcks, saidAcks } from "@/lib/hook/acknowledge";
import { LONGEST_WHOLE } from "@/lib/core/context/update-parts";
import { acknowledgementForm, composeInjection } from "@/lib/hook/injection";
import { parseJson, recordOf, stringOf } from "@/lib/core/text/parse-json";
import { oweServer, sayOrOwe } from "@/lib/hook/debts";
import { MOVED, type Moment } from "@/lib/hook/moment";

/** What the server hears of a moment at which not everything is told; at any other, all that is new is. */
const MOMENTS: Readonly<Record<string, TakeInbox["moment"]>> = {
  PostToolBatch: "work",
  TeammateIdle: "rest",
  Stop: "end",
  SubagentStop: "end",
};

/** What begins a conversation that knows nothing of what it was told, and any other. */
const LOSSES: ReadonlySet<string> = new Set(["clear", "compact"]);
const BEGINNINGS: ReadonlySet<string> = new Set(["startup", "resume"]);

/**
 * Takes what is new for the run of this moment, which no other hook is answered then; what it acknowledged meanwhile is handed in
 * first. Null when the server does not answer, or nobody is meant: what began the run, or that it lost its context, is owed to it then.
 */
export async function takeInbox(moment: Moment): Promise<TakenInbox | null> {
  const { input, server, session, identity, ledger, speaker } = moment;
  const { role, instance } = identity;
  if (session === null || role === null) return null;
  if (LOSSES.has(input.source)) await reportLoss(moment);
  await postAcks(moment, saidAcks(moment));
  // A run without a name cannot be told apart from another: it would be told twice, or not at all.
  if (speaker.run === null) return null;
  const origin = input.event === "SubagentStart" ? "spawned" : BEGINNINGS.has(input.source) ? input.source : undefined;
  const path = `${inboxOf(session)}/take`;
  const answer = await server?.call("POST", path, speaker, { origin, moment: MOMENTS[input.event] });
  const isHeard = (answer?.status ?? 500) < 500;
  if (!isHeard && origin !== undefined) oweServer(ledger, { ...speaker, path, body: { origin, moment: "none" } });
  const { entries, detail, hint, current } = answer?.body ?? {};
  if (answer?.status === 404 && "ended" in recordOf(current)) {
    ledger.owe(`Wardroom: ${stringOf(detail)} ${stringOf(hint)}`, instance);
  }
  if (answer?.status !== 200 || !Array.isArray(entries)) return null;
  const taken = answer.body as unknown as TakenInbox;
  if (taken.beside === null && taken.reader !== role) ledger.note(taken.reader, MOVED, instance);
  return taken;
}

/** What is told, what the server is to hear once it was: the mark up to which, or null for nothing; and what follows at the next moments. */
export interface Told {
  text: string;
  mark: string | null;
  rest?: string[];
}

/** What an agent is told of what was taken, in at most `room` characters; "" for nothing. */
export function tell(taken: TakenInbox, moment: Moment, room = LONGEST_WHOLE): Told {
  const { updates, entries, left, also, mark } = taken;
  const isAllContext = entries.length + left.length + also.length === 0;
  const parts = taken.perhapsSeen ? ["Perhaps you have seen this already."] : [];
  const space = () => room - parts.reduce((sum, part) => sum + part.length + 2, 0);
  const [context = "", ...rest] = tellUpdates(updates, moment, space());
  if (context !== "") parts.push(context);
  const news = isAllContext ? "" : tellNews(taken, moment, space());
  if (context + news === "") return { text: "", mark: null };
  const isWhole = isAllContext || news !== "";
  const text = [...parts, ...(news === "" ? [] : [news])].join("\n\n");
  return { text, mark: isWhole ? mark : markOfUpdates(updates.map(({ id }) => id)), ...(context !== "" && { rest }) };
}

/** What was too long for the moment before, which the next one goes on with; null where nothing is left. */
export function tellRest({ ledger, identity }: Moment): Told | null {
  const [text, ...rest] = restIn(ledger.read(REST, identity.instance));
  return text === undefined ? null : { text, mark: null, rest };
}

/** Under which the ledger keeps it. */
const REST = "rest";

function restIn(kept: string | null): string[] {
  const rest = parseJson(kept ?? "[]");
  return Array.isArray(rest) ? rest.filter((each) => typeof each === "string") : [];
}

/** Says that it was told: no door tells it again. A server that does not hear it hears it later. What was not told is kept. */
export async function markTold({ mark, rest = [] }: Told, moment: Moment): Promise<void> {
  const { server, session, ledger, speaker, identity } = moment;
  if (rest.length === 0) ledger.drop(REST, identity.instance);
  else ledger.note(JSON.stringify(rest), REST, identity.instance);
  if (mark !== null)
    await sayOrOwe(server, ledger, { ...speaker, path: `${inboxOf(session ?? "")}/seen`, body: { mark } });
}

/** What is told of updates, one text for each moment; how the last of them is acknowledged stands behind the last text. */
function tellUpdates(updates: readonly Update[], moment: Moment, most: number): string[] {
  if (updates.length === 0) return [];
  const form = updates.map(acknowledgementForm).findLast((line) => line !== "") ?? "";
  const origin = originOf(updates, moment.session ?? "");
  const room = most - frameText("", origin).length - (form === "" ? 0 : form.length + 2);
  // What is shown in the place of a sign may be longer than the sign, so it is done before it is measured.
  const texts = updates.map((update) => ({ ...update, text: disarm(update.text) }));
  const framed = composeInjection(texts, room).map((text) => frameText(text, origin));
  return form === "" ? framed : [...framed.slice(0, -1), `${framed.at(-1) ?? ""}\n\n${form}`];
}

/** Where what is told comes from; the boundary is drawn anew each time. */
function originOf(updates: readonly Update[], session: string): Origin {
  const what = updates.map(({ kind, version }) => (kind === "guidance" ? "guidance" : `context ${version}`));
  const authors = new Set(updates.map(({ author }) => author));
  const [author = null] = authors.size === 1 ? authors : [];
  const source = `${[...new Set(what)].join(", ")} of ${session}`;
  return { source, author, boundary: drawBoundary() };
}

/** The news as they are told in at most `room` characters; "" where not even their number fits. */
function tellNews(inbox: TakenInbox, { identity, session }: Moment, room: number): string {
  const source = `inbox of ${identity.role ?? ""} in ${session ?? ""}`;
  const framed = (text: string) => frameText(text, { source, author: null });
  const words = { again: "the tool inbox with again" };
  // What is shown in the place of a sign may be longer than the sign: it is done before it is measured.
  const shown = inbox.entries.map((entry) => ({
    ...entry,
    text: disarm(entry.text),
    note: entry.note && disarm(entry.note),
  }));
  for (let space = room; space > 0; space = Math.floor(space / 2)) {
    const fitting = fitEntries(shown, space, { before: inbox.left });
    const text = framed(renderInbox({ ...inbox, entries: fitting.shown, left: fitting.left }, words));
    if (text.length <= room) return text;
  }
  return "";
}

/** Reports that this run has lost what it knows, or is about to: nothing that it acknowledged before counts. */
export async function reportLoss({ input, identity, server, session, ledger, speaker }: Moment): Promise<undefined> {
  ledger.note(new Date().toISOString(), "lost-at", identity.instance);
  ledger.drop(REST, identity.instance);
  if (session === null || speaker.run === null) return;
  const body = { origin: LOSSES.has(input.source) ? input.source : "compact", moment: "none" };
  await sayOrOwe(server, ledger, { ...speaker, path: `${inboxOf(session)}/take`, body });
}

/** Says that the run of this moment is over, after all else that is owed to the server. */
export async function endRun({ server, session, ledger, speaker }: Moment): Promise<undefined> {
  if (session === null || speaker.run === null) return;
  await sayOrOwe(server, ledger, { ...speaker, path: `sessions/${encodeURIComponent(session)}/runs/end`, body: {} });
}

function inboxOf(session: string): string {
  return `sessions/${encodeURIComponent(session)}/inbox`;
}
