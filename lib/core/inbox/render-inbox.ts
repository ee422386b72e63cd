import { type Entry, type Left, needsId } from "@/lib/core/inbox/entry";
import { DISK } from "@/lib/core/history/outside-parts";
import { groupBy } from "@/lib/core/lists";
import { namesReader } from "@/lib/core/memory/role-id";
import { sayCount } from "@/lib/core/text/say-count";

/** An inbox without its updates of the context, as every door tells it in words. */
interface ToldInbox {
  /** A role, or Lead. */
  reader: string;
  entries: readonly Entry[];
  left: readonly Left[];
  also: readonly string[];
  now: string;
}

/** What each door calls it: `{inbox.again}` is how all of the last answer is shown. */
interface Words {
  again: string;
  /** How the Lead approves a relay; left out where that depends on the client. */
  approve?: (relay: string) => string;
}

/** The entries in words: a line that says what, whose and how old, and the text below. */
export function renderInbox({ reader, entries, left, also, now }: ToldInbox, words: Words): string {
  const { again } = words;
  // What others work on elsewhere takes a few words each.
  const elsewhere = entries.filter(({ kind, concerns }) => kind === "claim" && !concerns);
  const told = entries
    .filter((entry) => !elsewhere.includes(entry))
    .map((entry) => renderEntry(entry, reader, now, words));
  const claims = sayClaims(elsewhere.map(({ role, text, note }) => ({ role, what: text, until: note ?? "" })));
  if (left.length > 0) told.push(`Not shown: ${countLeft(left)}. All of it: ${again}`);
  const more = [...claims, ...also];
  if (more.length > 0) told.push(`Also: ${more.map((line) => line.replace(/\.$/, "")).join("; ")}.`);
  return told.join("\n");
}

/** What others work on, grouped by when their claims end: `claims until 14:30 UTC: tester-1 on "src/a.ts", implementer-2 on "src/b.ts"`. */
export function sayClaims(claims: readonly { role: string; what: string; until: string }[]): string[] {
  return [...groupBy(claims, ({ until }) => until.slice(11, 16))].map(
    ([until, group]) =>
      `claims until ${until} UTC: ${group.map(({ role, what }) => `${role} on "${what}"`).join(", ")}`,
  );
}

/** How much is left of each role and of each tag: `5 of implementer-1, 1 of tester-1 (3 Finding, 2 Warning, 1 Decision)`. */
function countLeft(left: readonly Left[]): string {
  const [byRole, byTag] = [new Map<string, number>(), new Map<string, number>()];
  for (const { role, tag, count } of left) {
    byRole.set(role, (byRole.get(role) ?? 0) + count);
    byTag.set(tag ?? "untagged", (byTag.get(tag ?? "untagged") ?? 0) + count);
  }
  const roles = [...byRole].map(([role, count]) => `${count} of ${role}`).join(", ");
  return `${roles} (${[...byTag].map(([tag, count]) => `${count} ${tag}`).join(", ")})`;
}

function renderEntry(entry: Entry, reader: string, now: string, { approve }: Words): string {
  const { kind, id, tag, text, note, concerns, role } = entry;
  const age = ageOf(entry.at, now);
  // What happened to the session says itself who it was.
  if (SENTENCES.has(kind) || (kind === "overdue" && id === "")) return age === null ? text : `${text} · ${age}`;
  // The command names the relay.
  const isToApprove = kind === "waits" && reader === "Lead" && approve !== undefined;
  const what = isToApprove ? `${tag ?? "Item"} · ${role} · ${approve(id)}` : headOf(entry, reader);
  const isIdTold = id !== "" && !isToApprove && (concerns || needsId(entry, reader));
  const facts = [what, ...(age === null ? [] : [age]), ...(isIdTold ? [id] : [])];
  const isNamed = (kind === "said" || kind === "reworded") && namesReader(text, reader);
  const isInPlace = (kind === "said" || kind === "waits") && role !== reader && reader !== "Lead";
  const why = !concerns
    ? []
    : isNamed
      ? ["names you"]
      : isInPlace
        ? [tag === "Dependency" ? "waits for what is yours" : "names a file you claimed"]
        : [];
  const head = [...facts, ...why].join(" · ");
  // Whoever was shown it before needs to know which one it was, not all of it again.
  const isKnown = KNOWN.has(kind) && entry.whole !== true;
  const said = isKnown ? excerpt(text) : indent(text);
  const answer =
    note === null || note === "" || SAID_ABOVE.has(kind) ? "" : `\n  ${BEFORE_NOTE[kind] ?? "Answer: "}${indent(note)}`;
  return role === "" ? head : `${head}\n  ${said}${answer}`;
}

function headOf({ kind, tag, role, by, note }: Entry, reader: string): string {
  const what = `${tag ?? "Item"} · ${role}`;
  switch (kind) {
    case "said":
      // What the Lead wrote there was left with it.
      return by === role || by === "Lead" ? what : `${what} · by ${by}`;
    case "asked":
      return `${what} · asks you${note === null ? "" : ` until ${note.slice(11, 16)} UTC`}`;
    case "waits":
      return reader === "Lead" ? `${what} · waits for you` : `${what} · with the Lead`;
    case "reopened":
      return `${what} · active again, by ${by}`;
    case "resolved":
    case "archived":
    case "approved":
    case "settled":
    case "rejected":
      // Only the Lead decides on items of others, so a name is told only where it was somebody else.
      return `${what} · ${kind}${by === "Lead" ? "" : ` by ${by}`}`;
    case "answered":
    case "reworded":
    case "withdrawn":
    case "replaced":
      return `${what} · ${kind} by ${by}`;
    case "gone":
      return `${what} · gone from the file${by === DISK ? "" : `, by ${by}`}`;
    case "cited":
      return `${what} · cites what changed: ${note ?? ""}`;
    case "overdue":
      return `${what} · is overdue`;
    case "nudge":
      return `Nudge · ${by}`;
    case "claim":
      return `${role} works on this until ${note?.slice(11, 16) ?? ""} UTC, where you do`;
    default:
      return what;
  }
}

/** What says itself what happened. */
const SENTENCES = new Set<Entry["kind"]>(["gate", "result", "team", "lost", "unclear", "quiet", "violation", "pair"]);

const BEFORE_NOTE: Partial<Record<Entry["kind"], string>> = { overdue: "", rejected: "Because: ", replaced: "Now: " };

/** What has its note in its head. */
const SAID_ABOVE = new Set<Entry["kind"]>(["claim", "asked", "cited"]);

/** What tells of a text that its reader was shown before. */
const KNOWN = new Set<Entry["kind"]>([
  "overdue",
  "cited",
  "resolved",
  "answered",
  "archived",
  "approved",
  "settled",
  "rejected",
  "withdrawn",
  "replaced",
  "gone",
]);

/** Signs of a text that is known already. */
const EXCERPT = 48;

function excerpt(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).trimEnd()} …`;
}

function indent(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

/** What is younger came while its reader did one step. Seconds. */
const TELLING = 600;

/** How long ago, in its largest unit; null for less than ten minutes, also where the clock was set back. */
function ageOf(at: string, now: string): string | null {
  const seconds = (Date.parse(now) - Date.parse(at)) / 1000;
  if (!(seconds >= TELLING)) return null;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** What waits for a reader, as one line after the answer of any other call: `GC-v3 and 2 items wait: wardroom inbox`. */
export function waitsLine({ version, items }: { version: string | null; items: number }, inbox: string): string | null {
  const what = [...(version === null ? [] : [version]), ...(items === 0 ? [] : [sayCount(items, "item")])];
  if (what.length === 0) return null;
  return `${what.join(" and ")} ${what.length === 1 && items < 2 ? "waits" : "wait"}: ${inbox}`;
}

/** What one answer of an inbox brought its reader to. */
export interface Mark {
  /** The last event that it told of. */
  event: number;
  /** The event that it began after; null where it told what stands. */
  after: number | null;
  /** When the reader looked, in milliseconds since 1970: what becomes news by the clock later is told then. Null where nothing was. */
  at: number | null;
  /** The updates of the context that it held. */
  updates: string[];
}

/** A mark as readers hand it back: `812`, `812-700`, `812-700@m9x0q2.b1946ac92492d234,6c8349cc7260ae62`. */
export function writeMark({ event, after, at, updates }: Mark): string {
  return `${event}${after === null ? "" : `-${after}`}${at === null ? "" : `@${at.toString(36)}`}${updates.length === 0 ? "" : `.${updates.join(",")}`}`;
}

/** The mark that a text says; null for a text that says none. */
export function readMark(text: string): Mark | null {
  const [, event, after, at, updates] =
    /^(\d{1,15})(?:-(\d{1,15}))?(?:@([0-9a-z]{1,10}))?(?:\.([\w,-]+))?$/.exec(text) ?? [];
  if (event === undefined) return null;
  return {
    event: Number(event),
    after: after === undefined ? null : Number(after),
    at: at === undefined ? null : Number.parseInt(at, 36),
    updates: updates === undefined ? [] : updates.split(","),
  };
}

/** The mark of somebody who was shown these updates or nudges, and nothing of what happened. */
export function markOfUpdates(updates: string[]): string {
  return writeMark({ event: 0, after: null, at: null, updates });
}
