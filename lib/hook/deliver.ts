import { randomBytes } from "node:crypto";
import type { Update } from "@/lib/contracts/context";
import { markOfUpdates, renderInbox } from "@/lib/core/inbox/render-inbox";
import { disarm, frameText, type Origin } from "@/lib/core/text/frame";
import { postAcks, saidAcks } from "@/lib/hook/acknowledge";
import { acknowledgementForm, composeInjection, INJECTION_LIMIT } from "@/lib/hook/injection";
import { sayOrOwe } from "@/lib/hook/debts";
import type { Moment } from "@/lib/hook/moment";
import type { Inbox } from "@/lib/contracts/inbox";
import { wakes, fitEntries } from "@/lib/core/inbox/entry";

/** What waits for a teammate, as this run of it stands to it. */
export interface Waiting {
  /** Not shown to it yet, over any door; claimed by whoever was answered this, so that no other hook tells it. */
  fresh: Update[];
  /** Shown to it, and not acknowledged; not looked for in the midst of work, where nobody is reminded. */
  unanswered: Update[];
  /** What else is new for it. */
  news: News | null;
  /** What it is told before all else, once. */
  notice?: string;
}

/**
 * What waits for the teammate of this moment: what it acknowledged meanwhile is handed in first, and a context that was lost
 * is reported. Nothing counts as delivered before it was told. Null when the server does not answer, or nobody is meant.
 */
export async function takeWaiting(moment: Moment): Promise<Waiting | null> {
  const { server, session, identity, ledger } = moment;
  const { role } = identity;
  // A run without a name cannot be told apart from another: it would be told twice, or not at all.
  if (server === null || session === null || role === null || identity.instance === "") return null;
  await postAcks(moment, saidAcks(moment));
  if (role === "Lead") {
    const news = await readNews(moment);
    return { fresh: [], unanswered: [], news: news === "no teammate" ? null : news };
  }
  if (isLost(moment) && !(await reportLost(moment))) return null;
  // What another door showed, this run has read: its inbox is all there is. A run that begins has read nothing.
  const isAtWork = hasBegun(moment) && ["UserPromptSubmit", "PostToolBatch"].includes(moment.input.event);
  const path = `sessions/${encodeURIComponent(session)}/context/updates?role=${encodeURIComponent(role)}`;
  const [answer, news] = await Promise.all([isAtWork ? null : server.call("GET", path, null), readNews(moment)]);
  if (news === "no teammate") return hasBegun(moment) ? noLonger(moment, role, session) : null;
  const pending = isAtWork ? [] : updatesOf(answer);
  if (pending === null || news === null) return null;
  const unshown = news.inbox.updates;
  const meant = hasBegun(moment)
    ? unshown
    : [...pending.filter(({ id }) => !unshown.some((each) => each.id === id)), ...unshown];
  const fresh = meant.filter((update) =>
    ledger.claim("told", session, identity.instance, update.id, update.pingedAt ?? ""),
  );
  const unanswered = pending.filter(({ id, kind }) => kind !== "guidance" && !fresh.some((each) => each.id === id));
  return { fresh, unanswered, news };
}

/** What waits for one that worked as a role which was replaced or put away meanwhile: that it is so, once. */
function noLonger({ ledger, identity }: Moment, role: string, session: string): Waiting {
  const nothing: Waiting = { fresh: [], unanswered: [], news: null };
  if (!ledger.claim("no-longer", session, identity.instance)) return nothing;
  const notice = `Wardroom: ${role} is no longer an active role of ${session}. Stop, and put what is not written down yet into your answer to the Lead.`;
  return { ...nothing, notice };
}

/** Whether this run of an agent was told what waited for it before. */
function hasBegun({ ledger, session, identity }: Moment): boolean {
  return ledger.has("begun", session ?? "", identity.instance);
}

/** What is told, and what the server is to hear once it was: the mark up to which, or null for nothing. */
export interface Told {
  text: string;
  mark: string | null;
}

/**
 * What an agent is told of fresh updates and of its inbox, in at most `room` characters; "" for nothing. In the midst of work the inbox is told where
 * something in it matters, and then all of it.
 */
export function tell(waiting: Waiting, moment: Moment, room = INJECTION_LIMIT): Told {
  if (waiting.notice !== undefined) return { text: waiting.notice, mark: null };
  const { event } = moment.input;
  const isStart = event === "SessionStart" || event === "SubagentStart";
  // A prompt begins something new: there is time for all of it.
  const atWork = !isStart && event !== "UserPromptSubmit";
  const context = tellUpdates(waiting, moment, room);
  const ofContext = { text: context, mark: context === "" ? null : markOfUpdates(waiting.fresh.map(({ id }) => id)) };
  const { news } = waiting;
  if (news === null || (atWork && !news.matters && context === "")) return ofContext;
  const between = context === "" ? "" : "\n\n";
  const rest = tellNews(news, moment, room - context.length - between.length);
  return rest === "" ? ofContext : { text: context + between + rest, mark: news.inbox.mark };
}

/** Says that it was told, with which this run has begun: no door tells it again. A server that does not hear it hears it later. */
export async function markTold({ mark }: Told, { server, session, identity, ledger }: Moment): Promise<void> {
  ledger.note("", "begun", session ?? "", identity.instance);
  if (session === null || mark === null) return;
  const as = identity.role === "Lead" ? null : identity.role;
  await sayOrOwe(server, ledger, { path: `sessions/${encodeURIComponent(session)}/inbox/seen`, as, body: { mark } });
}

function tellUpdates({ fresh }: Waiting, moment: Moment, most: number): string {
  if (fresh.length === 0) return "";
  const file = `.agent/teams/${moment.session ?? ""}/global-context.md`;
  const form = fresh.map(acknowledgementForm).findLast((line) => line !== "") ?? "";
  const origin = originOf(fresh, moment.session ?? "");
  const room = most - frameText("", origin).length - (form === "" ? 0 : form.length + 2);
  // What is shown in the place of a sign may be longer than the sign, so it is done before it is measured.
  const texts = fresh.map((update) => ({ ...update, text: disarm(update.text) }));
  const framed = frameText(composeInjection(texts, file, room), origin);
  return form === "" ? framed : `${framed}\n\n${form}`;
}

/** Where what is told comes from; the boundary is drawn anew each time. */
function originOf(updates: readonly Update[], session: string): Origin {
  const what = updates.map(({ kind, version }) => (kind === "guidance" ? "guidance" : `context ${version}`));
  const authors = new Set(updates.map(({ author }) => author));
  const [author = null] = authors.size === 1 ? authors : [];
  const source = `${[...new Set(what)].join(", ")} of ${session}`;
  return { source, author, boundary: randomBytes(4).toString("hex") };
}

/** Notes that this run of the agent has lost what it knew. It is reported once the server hears it. */
export function loseContext({ ledger, identity }: Moment): void {
  ledger.note("unreported", "lost", identity.instance);
}

/** Whether a loss waits to be reported. */
function isLost({ ledger, identity }: Moment): boolean {
  return ledger.read("lost", identity.instance) === "unreported";
}

/** Reports a loss; whether the server knows it now, or has no such teammate. */
export async function reportLost({ server, session, identity, ledger }: Moment): Promise<boolean> {
  const { role, instance } = identity;
  if (server === null || session === null || role === null || role === "Lead") return false;
  const body = { role, status: "CONTEXT_LOST" };
  const answer = await server.call("POST", `sessions/${encodeURIComponent(session)}/context/status`, role, body);
  if (answer === null || answer.status >= 500) return false;
  ledger.note("reported", "lost", instance);
  return true;
}

function updatesOf(answer: { status: number; body: Record<string, unknown> } | null): Update[] | null {
  if (answer?.status !== 200 || !Array.isArray(answer.body["items"])) return null;
  return answer.body["items"] as Update[];
}

/** What of an inbox is told beside the context, and how the server hears that it was. */
interface News {
  inbox: Inbox;
  /** Whether any of it matters enough to be told in the midst of work. */
  matters: boolean;
}

/** What is new for the agent of this moment, or that its role is no teammate (any more); null where no server answers. */
async function readNews({ server, session, identity }: Moment): Promise<News | "no teammate" | null> {
  if (server === null || session === null || identity.role === null) return null;
  const as = identity.role === "Lead" ? null : identity.role;
  const answer = await server.call("GET", `${pathOf(session)}?wait=0`, as);
  if (answer?.status === 404) return "no teammate";
  if (answer?.status !== 200 || !Array.isArray(answer.body["entries"])) return null;
  const inbox = answer.body as unknown as Inbox;
  return { inbox, matters: inbox.entries.some(wakes) };
}

/** The news as they are told in at most `room` characters; "" for none. Exactly one of all hooks of a run tells them. */
function tellNews({ inbox }: News, { ledger, identity, session }: Moment, room: number): string {
  const { entries, left, also, mark } = inbox;
  if (entries.length + left.length + also.length === 0 || mark === null) return "";
  const source = `inbox of ${identity.role ?? ""} in ${session ?? ""}`;
  const framed = (text: string) => frameText(text, { source, author: null, boundary: randomBytes(4).toString("hex") });
  const words = { again: "the tool inbox with again" };
  // What is shown in the place of a sign may be longer than the sign: it is done before it is measured.
  const shown = entries.map((entry) => ({
    ...entry,
    text: disarm(entry.text),
    note: entry.note && disarm(entry.note),
  }));
  for (let space = room; space > 0; space = Math.floor(space / 2)) {
    const fitting = fitEntries(shown, space, { before: left });
    const text = framed(renderInbox({ ...inbox, entries: fitting.shown, left: fitting.left }, words));
    if (text.length > room) continue;
    return ledger.claim("inbox", session ?? "", identity.instance, mark) ? text : "";
  }
  return "";
}

function pathOf(session: string): string {
  return `sessions/${encodeURIComponent(session)}/inbox`;
}
