import { randomBytes } from "node:crypto";
import type { Update } from "@/lib/contracts/context";
import type { TakenInbox } from "@/lib/contracts/runs";
import { markOfUpdates, renderInbox } from "@/lib/core/inbox/render-inbox";
import { fitEntries } from "@/lib/core/inbox/entry";
import { disarm, frameText, type Origin } from "@/lib/core/text/frame";
import { postAcks, saidAcks } from "@/lib/hook/acknowledge";
import { acknowledgementForm, composeInjection, INJECTION_LIMIT } from "@/lib/hook/injection";
import { sayLast, sayOrOwe } from "@/lib/hook/debts";
import type { Moment } from "@/lib/hook/moment";

/** What the server hears of a moment at which not everything is told; at any other, all that is new is. */
const MOMENTS: Readonly<Record<string, string>> = {
  PostToolBatch: "work",
  TeammateIdle: "work",
  Stop: "end",
  SubagentStop: "end",
};

/**
 * Takes what is new for the run of this moment, which no other hook is answered then; what it acknowledged meanwhile is handed in
 * first. Null when the server does not answer, or nobody is meant.
 */
export async function takeInbox(moment: Moment): Promise<TakenInbox | null> {
  const { input, server, session, identity, ledger, speaker } = moment;
  const { role, instance } = identity;
  if (session === null || role === null) return null;
  await postAcks(moment, saidAcks(moment));
  // A run without a name cannot be told apart from another: it would be told twice, or not at all.
  if (server === null || speaker.run === null) return null;
  const lost = ledger.read("lost", instance);
  const begun = ["startup", "resume"].find((source) => source === input.source);
  const body = { origin: lost ?? begun, moment: MOMENTS[input.event] };
  const answer = await server.call("POST", `${inboxOf(session)}/take`, speaker, body);
  // A helper that never was a teammate is told nothing.
  const isGone = answer?.status === 404 && ledger.has("begun", session, instance);
  if (isGone && ledger.claim("no-longer", session, instance)) {
    ledger.owe(
      `Wardroom: ${role} is no longer an active role of ${session}. Stop, and put what is not written down yet into your answer to the Lead.`,
      instance,
    );
  }
  if (answer?.status !== 200 || !Array.isArray(answer.body["entries"])) return null;
  if (lost !== null) ledger.drop("lost", instance);
  ledger.note("", "begun", session, instance);
  return answer.body as unknown as TakenInbox;
}

/** What is told, and what the server is to hear once it was: the mark up to which, or null for nothing. */
export interface Told {
  text: string;
  mark: string | null;
}

/** What an agent is told of what was taken, in at most `room` characters; "" for nothing. */
export function tell(taken: TakenInbox, moment: Moment, room = INJECTION_LIMIT): Told {
  const { updates, entries, left, also, mark } = taken;
  const isAllContext = entries.length + left.length + also.length === 0;
  const parts = taken.perhapsSeen ? ["Perhaps you have seen this already."] : [];
  const space = () => room - parts.reduce((sum, part) => sum + part.length + 2, 0);
  const context = tellUpdates(updates, moment, space());
  if (context !== "") parts.push(context);
  const news = isAllContext ? "" : tellNews(taken, moment, space());
  if (context + news === "") return { text: "", mark: null };
  const isWhole = isAllContext || news !== "";
  const text = [...parts, ...(news === "" ? [] : [news])].join("\n\n");
  return { text, mark: isWhole ? mark : markOfUpdates(updates.map(({ id }) => id)) };
}

/** Says that it was told: no door tells it again. A server that does not hear it hears it later. */
export async function markTold(mark: string, { server, session, ledger, speaker }: Moment): Promise<void> {
  await sayOrOwe(server, ledger, { ...speaker, path: `${inboxOf(session ?? "")}/seen`, body: { mark } });
}

function tellUpdates(updates: readonly Update[], moment: Moment, most: number): string {
  if (updates.length === 0) return "";
  const file = `.agent/teams/${moment.session ?? ""}/global-context.md`;
  const form = updates.map(acknowledgementForm).findLast((line) => line !== "") ?? "";
  const origin = originOf(updates, moment.session ?? "");
  const room = most - frameText("", origin).length - (form === "" ? 0 : form.length + 2);
  // What is shown in the place of a sign may be longer than the sign, so it is done before it is measured.
  const texts = updates.map((update) => ({ ...update, text: disarm(update.text) }));
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

/** The news as they are told in at most `room` characters; "" where not even their number fits. */
function tellNews(inbox: TakenInbox, { identity, session }: Moment, room: number): string {
  const source = `inbox of ${identity.role ?? ""} in ${session ?? ""}`;
  const framed = (text: string) => frameText(text, { source, author: null, boundary: randomBytes(4).toString("hex") });
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

/** Notes that this run loses what it knows: what it takes next says so, and nothing that it acknowledged before counts. */
export function noteLoss(how: string, { ledger, identity }: Moment): void {
  ledger.note(how, "lost", identity.instance);
  ledger.note(new Date().toISOString(), "lost-at", identity.instance);
}

/** Reports that this run is about to lose what it knows; else the next thing it takes says so. */
export async function reportLoss(moment: Moment): Promise<undefined> {
  const { server, session, identity, ledger, speaker } = moment;
  noteLoss("compact", moment);
  if (server === null || session === null || speaker.as === null || speaker.run === null) return;
  const path = `sessions/${encodeURIComponent(session)}/context/status`;
  const answer = await server.call("POST", path, speaker, { role: speaker.as, status: "CONTEXT_LOST" });
  if (answer !== null && answer.status < 500) ledger.drop("lost", identity.instance);
}

/** Says that the run of this moment is over, after all else that is owed to the server. */
export async function endRun({ server, session, ledger, speaker }: Moment): Promise<undefined> {
  if (session === null || speaker.run === null) return;
  await sayLast(server, ledger, { ...speaker, path: `sessions/${encodeURIComponent(session)}/runs/end`, body: {} });
}

function inboxOf(session: string): string {
  return `sessions/${encodeURIComponent(session)}/inbox`;
}
