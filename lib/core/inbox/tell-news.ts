import { sayNearName, sayShared } from "@/lib/core/context/run";
import { readItemNews, tellCited, type ItemNews } from "@/lib/core/inbox/item-news";
import { readResult, renderResult } from "@/lib/core/context/gate";
import type { Confirmed } from "@/lib/core/context/standing";
import {
  inOrder,
  type Entry,
  type EntryKind,
  type Happening,
  type Reader,
  isOwnDeed,
  isTold,
} from "@/lib/core/inbox/entry";
import { namesReader } from "@/lib/core/memory/role-id";
import { cameIn, dated, decides, endedBy, endedClaims, settledBy, tellSettled } from "@/lib/core/inbox/ends";
import {
  type Resting,
  tellComplete,
  sayGone,
  tellConfirmed,
  tellResting,
  tellSame,
  tellStates,
} from "@/lib/core/inbox/tell-also";
import { type StandingPair, tellPairs } from "@/lib/core/inbox/tell-pairs";
import { addAll } from "@/lib/core/lists";
import { OUTSIDE_SECTIONS } from "@/lib/core/memory/changed-roles";
import { wordsOf } from "@/lib/core/memory/model";
import { singleSpaces } from "@/lib/core/text/fold-name";
import { sayCount } from "@/lib/core/text/say-count";

export interface StandingItem {
  id: string;
  role: string;
  tag: string | null;
  text: string;
  body: string;
  state: string;
  resolution: string | null;
}

export interface StandingRelay {
  id: string;
  role: string;
  tag: string;
  text: string;
  state: string;
  reason: string | null;
  decidedBy: string | null;
  itemId: string | null;
  createdAt?: Date;
}

/** To whom a question is put, and until when it needs an answer. */
export interface StandingQuestion {
  to: string;
  due: string | null;
  isAnswered: boolean;
}

/** What news are told from: what stands now, which is asked for only where something happened to it. */
interface Standing {
  item(id: string): StandingItem | undefined;
  relay(id: string): StandingRelay | undefined;
  /** How far the current version of the context is; null before the first. */
  confirmed: () => Confirmed | null;
  pair(id: string): StandingPair | undefined;
  /** By the id of its item, or of the relay that it waits as. */
  question(id: string): StandingQuestion | undefined;
  /** Changed code that items name, in words by item; left out if nobody looked. */
  outdated?: ReadonlyMap<string, string> | undefined;
  /** What rests on items that were withdrawn or replaced. */
  resting?: readonly Resting[];
  /** The moment at which it stands so. ISO 8601. */
  now: string;
}

export interface News {
  entries: Entry[];
  /** What needs no line of its own: how much was archived and by whom, who confirmed which version. */
  also: string[];
}

/**
 * What happened, for one reader: each thing once and as it is now, in the order of its worth. A reader's own deeds are no news
 * to it, and what was archived before it was read is a number. Source: inbox, rules 1, 2 and 5.
 */
export function tellNews(happenings: readonly Happening[], reader: Reader, standing: Standing): News {
  const items = readItemNews(happenings, reader);
  // A gate that ended says its verdict itself, so its item is not told as well.
  const isEnded = happenings.some(({ action }) => action === "gate.concluded");
  const touched = items.touched.filter(({ id, isNew }) => !(isEnded && isNew && standing.item(id)?.tag === "Gate"));
  const told = touched.flatMap((news) => tellItem(news, reader, standing));
  const archived = new Map<string, number>();
  const put = (by: string, count = 1, whose = "") => {
    const end = `${whose} archived${by === "Lead" ? "" : ` by ${by}`}`;
    archived.set(end, (archived.get(end) ?? 0) + count);
  };
  for (const { by, count } of items.archived) put(by, count);
  const entries: Entry[] = [];
  const isOwn = ({ kind, concerns }: Entry) => kind === "archived" && concerns;
  const areNamed = told.filter(isOwn).length <= NAMED_ENDS;
  const gone = told.filter(({ kind }) => kind === "gone");
  for (const each of told) {
    if (each.kind === "gone" && gone.length > NAMED_ENDS) continue;
    if (each.kind !== "archived" || (each.concerns && areNamed)) entries.push(each);
    else put(each.by, 1, each.concerns ? " of yours" : "");
  }
  // An approval after which more became of the item is told as that.
  const isOver = new Set(entries.map(({ id }) => id));
  const came = cameIn(happenings, reader);
  // Who was shown the words needs to know that they stand, and no more.
  const approved = new Map<string, number>();
  for (const relay of tellRelays(happenings, reader, standing)) {
    if (relay.kind === "approved" && isOver.has(relay.id)) continue;
    if (relay.kind !== "approved" || relay.concerns) entries.push(relay);
    else approved.set(relay.role, (approved.get(relay.role) ?? 0) + 1);
  }
  addAll(entries, tellAnswers(happenings, reader, standing));
  const find = (id: string) => standing.item(id) ?? standing.relay(id);
  addAll(entries, tellSettled(happenings, reader, find));
  addAll(entries, tellPairs(happenings, reader, standing.pair));
  addAll(entries, tellCited(happenings, reader, standing));
  addAll(entries, tellSession(happenings, reader, standing.now));
  addAll(entries, tellComplete(happenings, reader, standing.confirmed));
  const also = [...archived].map(([end, count]) => sayCount(count, "item") + end);
  const stand = [...approved].map(([role, count]) => `${sayCount(count, "relay")} of ${role} approved`);
  return {
    entries: inOrder(
      entries.map((entry) => ({ ...dated(entry, happenings), ...(came.has(entry.id) && { whole: true }) })),
    ),
    also: [
      ...also,
      ...stand,
      ...tellConfirmed(happenings, reader, standing.confirmed),
      ...(gone.length > NAMED_ENDS ? [sayGone(gone)] : []),
      ...tellResting(standing.resting ?? [], reader),
      ...tellSame(happenings, reader),
      ...tellStates(happenings, reader),
    ],
  };
}

/** So many of a reader's own items that were put away, and of lines that are gone, are told by name; more are a number. */
const NAMED_ENDS = 3;

/** Signs of a line that took the place of another: it is told whole by itself. */
const NAMED = 160;

function tellItem(news: ItemNews, reader: Reader, standing: Standing): Entry[] {
  const item = standing.item(news.id);
  if (item === undefined) return [];
  const isMine = reader.isOwn && item.role === reader.role;
  const text = wordsOf(item);
  const entry = { id: item.id, role: item.role, by: news.by, tag: item.tag, text, at: news.at };
  const concerns = (reader.isOwn && (isMine || namesReader(text, reader.role))) || (news.isNew && isTold(news, reader));
  const tell = (kind: EntryKind, note: string | null, yours = concerns) => [{ ...entry, kind, note, concerns: yours }];
  // What came and went before anybody looked is nobody's loss.
  if (item.state === "gone") return news.isNew ? [] : tell("gone", null, isMine);
  if (news.isNew) {
    // What came and was put away again before anybody looked is a number.
    if (item.state !== "active" && item.state !== "resolved") return tell("archived", null, false);
    const put = item.state === "active" ? putTo(reader, standing.question(item.id)) : null;
    if (put !== null) return tell("asked", put.due, true);
    return tell("said", item.state === "resolved" ? item.resolution : null);
  }
  const isMeant = isMine || (reader.isOwn && news.tell.includes(reader.role));
  if (item.state === "resolved") return tell("resolved", item.resolution, isMeant);
  if ((news.what === "withdrawn" || news.what === "replaced") && item.state === "archived") {
    const next = news.successor === null ? undefined : standing.item(news.successor);
    const now = next?.state === "active" ? `${next.role}: ${singleSpaces(next.text).slice(0, NAMED)}` : null;
    return tell(news.what, now, isMeant);
  }
  if (item.state !== "active") {
    // An own question that was put away was answered before that, and is told as answered once.
    if (!isMine || item.tag !== "Question") return tell("archived", item.resolution, isMine);
    return news.isResolved ? tell("resolved", item.resolution, true) : [];
  }
  return tell(news.what === "reopened" ? "reopened" : "reworded", null);
}

const REOPENS = "relay.reopened";
function tellRelays(happenings: readonly Happening[], reader: Reader, standing: Standing): Entry[] {
  const created = new Set<string>();
  const reworded = new Set<string>();
  // What became of a relay after the last of these is told next time: for now it waits, whatever its row says already.
  const decided = new Set<unknown>();
  const reopened = new Map<unknown, number>();
  for (const [index, happening] of happenings.entries()) {
    const { action, payload } = happening;
    for (const id of endedBy(happening)) decided.add(id);
    if (action !== REOPENS) continue;
    decided.delete(payload.relay);
    reopened.set(payload.relay, index);
  }
  return happenings.flatMap(({ action, actor, at, payload, target }, index): Entry[] => {
    // A decision that was undone is no news.
    if (decides(action) && index < (reopened.get(payload.relay) ?? -1)) return [];
    const id = typeof payload.relay === "string" ? payload.relay : null;
    const relay = id === null ? undefined : standing.relay(id);
    if (id === null || relay === undefined) return [];
    const { role, tag, text, reason } = relay;
    const isMine = reader.isOwn && role === reader.role;
    const entry = { id, role, by: actor, tag, text, at, note: null };
    if (action === "relay.created") {
      created.add(id);
      if (isMine || decided.has(id)) return [];
      const put = putTo(reader, standing.question(id));
      if (put !== null) return [{ ...entry, kind: "asked", note: put.due, concerns: true }];
      const isMeant = reader.isLead || namesReader(text, reader.role) || isTold(payload, reader);
      return [{ ...entry, kind: "waits", concerns: isMeant }];
    }
    if (isOwnDeed(reader, { actor, payload })) return [];
    if (action === REOPENS) {
      if (created.has(id) || decided.has(id) || reopened.get(id) !== index) return [];
      return [
        { ...entry, by: role, kind: "waits", concerns: isMine || reader.isLead || namesReader(text, reader.role) },
      ];
    }
    if (action === "relay.rejected" || action === "relay.settled") {
      // Who was never shown it misses nothing.
      if (!isMine && created.has(id)) return [];
      const kind = action === "relay.settled" ? "settled" : "rejected";
      return [{ ...entry, role: target, kind, note: reason, concerns: isMine }];
    }
    if (action === "relay.reworded") {
      // What waits is told once, as it reads now.
      if ((created.has(id) && !isMine) || decided.has(id) || reworded.has(id)) return [];
      reworded.add(id);
      return [{ ...entry, kind: "reworded", concerns: isMine || reader.isLead || namesReader(text, reader.role) }];
    }
    if (action === "relay.withdrawn") {
      return created.has(id) ? [] : [{ ...entry, kind: "withdrawn", concerns: isMine }];
    }
    if (action !== "relay.approved" || (!isMine && created.has(id))) return [];
    return [{ ...entry, id: relay.itemId ?? id, kind: "approved", concerns: isMine }];
  });
}

/** The question, where it is put to the reader, who did not answer it yet. */
export function putTo(reader: Reader, question: StandingQuestion | undefined): StandingQuestion | null {
  return question?.to === reader.role && reader.isOwn && !question.isAnswered ? question : null;
}

/** Answers that leave their question open until the Lead closes it, or that settled the relay it waited as. */
function tellAnswers(happenings: readonly Happening[], reader: Reader, standing: Standing): Entry[] {
  const settled = new Set(happenings.flatMap(settledBy).map(({ id }) => id));
  return happenings.flatMap(({ action, actor, at, payload, target }): Entry[] => {
    if (action !== "question.answered" || isOwnDeed(reader, { actor, payload })) return [];
    const id = typeof payload.question === "string" ? payload.question : "";
    // What a version settled since is told with the version: the answer may be overruled.
    if (settled.has(id)) return [];
    const text = (standing.item(id) ?? standing.relay(id))?.text;
    if (text === undefined) return [];
    const note = typeof payload.answer === "string" ? payload.answer : null;
    const concerns = reader.isOwn && target === reader.role;
    return [{ kind: "answered", id, role: target, by: actor, tag: "Question", text, note, concerns, at }];
  });
}

function tellSession(happenings: readonly Happening[], reader: Reader, now: string): Entry[] {
  const ended = endedClaims(happenings);
  const over = new Set(happenings.flatMap(({ action, payload }) => (GATE_ENDS.has(action) ? [payload.gate] : [])));
  // Whom the Lead ended, and then moved to where it was, is at work there.
  const moved = happenings.findLastIndex(
    (each) => each.action === "run.began" && isMe(reader, each.target, each.payload),
  );
  return happenings.flatMap(({ action, actor, at, payload, target }, index): Entry[] => {
    // Who comes back is told whom it shares its seat with.
    const isBack = action === "run.resumed" && payload.beside !== undefined;
    if (!isBack && isOwnDeed(reader, { actor, payload })) return [];
    const entry = { id: "", role: target, by: actor, tag: null, note: null, at, concerns: false };
    const word = (name: string) => (typeof payload[name] === "string" ? payload[name] : "");
    const tellGate = (text: string): Entry[] => [{ ...entry, id: word("gate"), role: actor, kind: "gate", text }];
    switch (action) {
      // What began or ended before the words were kept has its version or result alone.
      case "gate.opened":
        // Who did not look while it was open is told how it ended.
        if (over.has(payload.gate)) return [];
        return tellGate(word("said") || `The gate of ${target} is open at ${word("version")}.`);
      case "gate.concluded":
        return tellGate(word("said") || `The gate of ${target} ended: ${word("result")}.`);
      case "gate.abandoned":
        return tellGate(word("said") || `The gate of ${target} was abandoned.`);
      case "result.reported":
        return [{ ...entry, kind: "result", text: renderResult(readResult(target, payload)), concerns: reader.isLead }];
      case "context.acknowledged":
        // With a question of its own it is told as that.
        return (payload.action !== "CONTINUE" || (Array.isArray(payload.unclear) && payload.unclear.length > 0)) &&
          payload.question === undefined &&
          reader.isLead
          ? [unclear(entry, target, payload)]
          : [];
      case "context.lost":
        return reader.isLead
          ? [{ ...entry, kind: "lost", text: `${target} lost its context and was sent all of it.`, concerns: true }]
          : [];
      case "memory.attributed":
        return tellViolation({ action, actor, at, payload, target }, reader);
      case "role.added":
        return [{ ...entry, kind: "team", text: `${target} joined.` }];
      case "role.replaced":
        return [{ ...entry, kind: "team", text: `${target} was replaced${word("by") && ` by ${word("by")}`}.` }];
      case "run.began":
      case "run.resumed":
        return tellRun({ target, payload }, reader).map((told) => ({ ...entry, kind: "team", ...told }));
      case "run.moved":
        return isMe(reader, target, payload) && payload.to === target
          ? [
              {
                ...entry,
                kind: "team",
                text: `You are a run of ${target} now: you write there yourself.`,
                concerns: true,
              },
            ]
          : [];
      case "run.ended":
        if (isMe(reader, target, payload) && payload.to === undefined)
          return index < moved
            ? []
            : [{ ...entry, kind: "team", text: sayDismissal(target, word("reason")), concerns: true }];
        return reader.isLead && word("left") !== ""
          ? [{ ...entry, kind: "team", text: `A run of ${target} ended and left ${word("left")}.`, concerns: true }]
          : [];
      case "claims.taken": {
        const isMine = reader.isOwn && target === reader.role;
        const text = `${word("to")} took over ${isMine ? "your claims" : `the claims of ${target}`}: ${word("what")}.`;
        return [{ ...entry, kind: "team", text, concerns: isMine || word("to") === reader.role }];
      }
      case "claim.made": {
        if (ended.has(word("claim"))) return [];
        if (word("until") <= now) return [];
        const about = { id: word("claim"), text: word("what"), note: word("until"), concerns: isTold(payload, reader) };
        return [{ ...entry, ...about, kind: "claim" }];
      }
      case "session.finished":
        return [{ ...entry, kind: "team", text: "The session is finished." }];
      case "session.reopened":
        return [{ ...entry, kind: "team", text: "The session goes on." }];
      case "document.removed_outside":
        return [{ ...entry, kind: "team", text: `${target} was removed on disk.`, concerns: reader.isLead }];
      default:
        return [];
    }
  });
}

/** Whether it happened to the very run that reads. */
function isMe(reader: Reader, target: string, { ofRun: run }: Happening["payload"]): boolean {
  return reader.isOwn && target === reader.role && typeof run === "string" && run === reader.run;
}

export function sayDismissal(role: string, reason: string): string {
  return `The Lead ended this run of ${role}: ${reason}. Stop, unless you are to go on: with your next call you are a run of it again.`;
}

/** That a seat changed hands, or holds two conversations: for the Lead, for who waits on it, and for who is in it. */
function tellRun({ target, payload }: Pick<Happening, "target" | "payload">, reader: Reader) {
  const { run, after, beside, atWork, tell, name } = payload;
  const isThere = reader.isOwn && target === reader.role;
  if (typeof name === "string") {
    return reader.isLead ? [{ text: sayNearName(name, String(run), target), concerns: true }] : [];
  }
  if (Array.isArray(beside) && (reader.isLead || isThere)) {
    const runs = [run, ...(beside as unknown[])].map(String);
    return [{ text: sayShared(target, runs, typeof atWork === "number" ? atWork : runs.length), concerns: true }];
  }
  if (typeof after !== "string" || !(reader.isLead || (Array.isArray(tell) && tell.includes(reader.role)))) return [];
  return [{ text: `${target} has changed hands: ${String(run)} took over from ${after}.`, concerns: true }];
}

/** A change of the file that was not its role's to make, for the Lead to put right; nothing for any other happening, or reader. */
export function tellViolation(
  { action, actor, at, payload, target }: Omit<Happening, "id">,
  { isLead }: Reader,
): Entry[] {
  const { foreign, revision } = payload;
  if (!isLead || action !== "memory.attributed" || !Array.isArray(foreign) || foreign.length === 0) return [];
  const what = foreign.map((section) => String(section) || OUTSIDE_SECTIONS).join(", ");
  const text = `${target} changed ${what} in TEAM-MEMORY.md by itself, which is not its to change: revision ${String(revision)}.`;
  return [{ kind: "violation", id: "", role: target, by: actor, tag: null, text, note: null, concerns: true, at }];
}

const GATE_ENDS = new Set(["gate.concluded", "gate.abandoned"]);

function unclear(entry: Omit<Entry, "kind" | "text">, role: string, payload: Record<string, unknown>): Entry {
  const { version, action, unclear } = payload as { version?: string; action?: string; unclear?: string[] };
  const asked = (unclear ?? []).join("; ");
  const says = action === "PAUSE" ? "pauses at" : "asks about";
  return {
    ...entry,
    kind: "unclear",
    text: `${role} ${says} ${version ?? "the context"}${asked && `: ${asked}`}`,
    concerns: true,
  };
}
