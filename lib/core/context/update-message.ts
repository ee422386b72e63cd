import {
  type DeltaText,
  type Delta,
  type DeltaOperation,
  renderDelta,
  renderOperation,
} from "@/lib/core/context/delta";
import { sayNumber } from "@/lib/core/text/say-count";
import type { Context, ContextEntry, ContextNode } from "@/lib/core/context/context-model";
import { normaliseName } from "@/lib/core/context/line-shape";
import { parseContext } from "@/lib/core/context/parse-context";
import { resolveReference } from "@/lib/core/context/resolve-reference";
import { LARGEST_SHARE } from "@/lib/core/context/compute-delta";
import { versionNumber } from "@/lib/core/context/version-number";
import type { FallbackCode } from "@/lib/core/context/fallbacks";

/** Who an update concerns, and what it asks for. */
export interface UpdateImpact {
  /** Role ids; none is written as `none`. */
  affected: readonly string[];
  /** Whether these are all teammates there are, which is told in a word. */
  areAll?: boolean;
  /** `NONE`, `PAUSE` or a sentence; a line end in it becomes a blank. */
  requiredActions: string;
  /** When the version was published; left out of the message where that is not given. */
  publishedAt?: Date;
}

/** The exact text of an update sent as a delta. `parseDelta` reads the delta back out of it. Source: context delta §4. */
export function renderUpdateMessage({ delta, ...impact }: UpdateImpact & { delta: DeltaText }): string {
  return `${renderDelta(delta)}\n${renderImpact(impact)}`;
}

/** A full text to send, and why it is not a delta. */
interface FullUpdate extends UpdateImpact {
  version: string;
  /** The code and what it means, such as `FC-2: the context was lost`. */
  reason: string;
  text: string;
  /** What changed for a reader who has an older version, from `renderChanges`; "" for one who has none. */
  changes: string;
}

/**
 * The exact text of an update sent in full: what changed comes first, and the context stands last and unaltered, so that
 * nothing in it can be taken for a part of the message. Source: context delta §6.
 */
export function renderFullMessage({ version, reason, text, changes, ...impact }: FullUpdate): string {
  const head = `[CONTEXT-UPDATE] ${version} (full text, ${oneLine(reason)})\n\n`;
  const changed = changes === "" ? "" : `${changes}\n`;
  return `${head}${changed}${renderImpact(impact)}${FULL_CONTEXT}${text}`;
}

/** What stands before a context that is sent whole. */
export const FULL_CONTEXT = "\n## Full Context\n";

function renderImpact({ affected, areAll = false, requiredActions, publishedAt }: UpdateImpact): string {
  const roles = areAll ? "all" : affected.length === 0 ? "none" : affected.map(oneLine).join(", ");
  const actions = oneLine(requiredActions) || "NONE";
  // 2026-02-09T10:00:00.000Z
  const at = publishedAt?.toISOString().replace(/T(\d\d:\d\d).*/, " $1 UTC");
  const published = at === undefined ? "" : `- Published: ${at}\n`;
  return `## Impact Assessment\n- Affected teammates: ${roles}\n- Required actions: ${actions}\n${published}`;
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ").trim(); // matches "\n" in "PAUSE\nuntil Monday"
}

/**
 * What changed for a reader who has an older version, to stand on top of a full text: the head of each change, for the words stand
 * below, in at most 430 characters; those that do not fit are a number. Source: inbox, rule 6.
 */
export function renderChanges(from: string, { operations }: Pick<Delta, "operations">): string {
  const heads = [...new Set(operations.map((each) => `${each.kind} §${headOf(each)}`))];
  let text = `## Changed since ${from}\n`;
  for (const [index, head] of heads.entries()) {
    const rest = heads.length - index;
    const line = `- ${head}\n`;
    if (text.length + line.length + (rest > 1 ? ROOM_FOR_REST : 0) > LONGEST) {
      return `${text}- and ${sayNumber(rest)} more\n`;
    }
    text += line;
  }
  return text;
}

/** The section with the key below it, without any value. */
function headOf({ section, subject }: Delta["operations"][number]): string {
  const key = subject.startsWith(`${section}: `) ? subject.slice(section.length + 2) : "";
  const head = /^[^:]{1,40}(?=:)/.exec(key)?.[0]; // "D-8" of "D-8: text"
  const named = head === undefined ? section : `${section}: ${head}`;
  return named.length > LONGEST_HEAD ? `${named.slice(0, LONGEST_HEAD - 1)}…` : named;
}

const LONGEST = 430;

const LONGEST_HEAD = 120;

/** Of `- and 1,000,000 more`. */
const ROOM_FOR_REST = 24;

/** Lines shown before and behind an entry that was unclear. */
const LINES_AROUND = 4;

/** More of a section says less about one item, and costs as much as the full text. */
const MOST_LINES = 30;

/** What could not be understood, and where to look it up. */
interface UnclearItems {
  version: string;
  /** References as the ACK gave them. */
  unclear: readonly string[];
  operations: readonly (DeltaOperation & Pick<Delta["operations"][number], "section">)[];
  /** The text of that version. */
  text: string;
}

/**
 * The answer to a partial ACK: each unclear item as it was sent, with what stands around it in the new text. A reference that
 * names nothing is answered with the names there are. Source: context delta §8 "Partial ACK".
 */
export function renderClarification({ version, unclear, operations, text }: UnclearItems): string {
  const context = parseContext(text);
  const parts = unclear.map((reference) => {
    const wanted = `§${reference.trim().replace(/^§\s*/, "")}`; // matches "§" in "§Scope"
    const sent = operations.filter((operation) => concerns(context, operation, wanted)).map(renderOperation);
    return [`### ${wanted}`, ...sent, ...surroundings(context, wanted)].join("\n");
  });
  return `[CONTEXT-UPDATE] ${version} (clarification of unclear items)\n\n${parts.join("\n\n")}\n`;
}

function concerns(context: Context, { section, subject }: { section: string; subject: string }, reference: string) {
  const found = resolveReference(context, reference);
  const wanted = normaliseName(reference.slice(1));
  if (normaliseName(subject).startsWith(wanted)) return true;
  if (found.kind !== "found" || normaliseName(section) !== normaliseName(found.node.path)) return false;
  return found.entry === null || normaliseName(subject).includes(normaliseName(found.entry.key ?? found.entry.value));
}

function surroundings(context: Context, reference: string): string[] {
  const found = resolveReference(context, reference);
  if (found.kind !== "found") {
    const names = found.kind === "several" ? found.paths : context.sections.map((node) => node.path);
    return [
      `${reference} ${found.kind === "several" ? "names several" : "names nothing"}. There are: ${names.map((name) => `§${name}`).join(", ")}`,
    ];
  }
  const [start, end] = rangeAround(found.node, found.entry);
  return [
    `In §${found.node.path}:`,
    ...context.lines.slice(start, end).map((line) => (line === "" ? "" : `  ${line}`)),
  ];
}

function rangeAround(node: ContextNode, entry: ContextEntry | null): [number, number] {
  if (entry === null) return [node.start, Math.min(node.end, node.start + MOST_LINES)];
  const start = Math.max(node.start, entry.line - LINES_AROUND);
  return [start, Math.min(node.ownEnd, entry.end + LINES_AROUND, start + MOST_LINES)];
}

/**
 * What an update requires of one role. Where the sentence names what roles are to do, each behind its name and a colon, a role
 * is told what comes before the first name and what is its own; else it is told all.
 * Example: "Read all. implementer-1: lower case. tester-1: test it." is "Read all. lower case." to implementer-1.
 */
export function requiredOf(requiredActions: string, role: string, roles: readonly string[]): string {
  const named = roles.flatMap((each) => startsOf(requiredActions, each).map((start) => ({ role: each, start })));
  if (named.length === 0) return requiredActions;
  named.sort((a, b) => a.start - b.start);
  const own = named.flatMap(({ role: whose, start }, at) =>
    whose === role ? [requiredActions.slice(start + whose.length + 1, named[at + 1]?.start).trim()] : [],
  );
  const [first] = named;
  const general = requiredActions.slice(0, first?.start).trim();
  const parts = [general, ...own].filter((part) => part !== "");
  return parts.length === 0 ? "NONE" : parts.join(" ").replace(/[;,]$/, ""); // "Read all; the store;"
}

/** Where a sentence begins with that role and a colon. */
function startsOf(text: string, role: string): number[] {
  const starts: number[] = [];
  const within = text.toLowerCase();
  const wanted = `${role.toLowerCase()}:`;
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) {
    if (at === 0 || /[.;:!?\n]\s*$/.test(text.slice(0, at))) starts.push(at); // "…. implementer-1:"
  }
  return starts;
}

/** What is known about one teammate and one update. */
interface DeliveryCase {
  /** Reported CONTEXT_LOST since its last confirmation. */
  contextLost: boolean;
  /** The last version it acknowledged, never the last one sent; null for none. */
  confirmed: string | null;
  /** The version to be delivered. */
  version: string;
  deltaTokens: number;
  fullTokens: number;
  /** Asked for the full text: explicitly, or by finding more than half unclear. */
  fullRequested: boolean;
}

/** How an update goes to one teammate; `reason` is null for a delta. */
type DeliveryDecision = { mode: "delta"; reason: null } | { mode: "full"; reason: FallbackCode };

/** Decides in this order, first match wins: FC-2, FC-3, FC-1, FC-4, FC-5. Source: context delta §6. */
export function decideDelivery(given: DeliveryCase): DeliveryDecision {
  if (given.contextLost) return { mode: "full", reason: "FC-2" };
  if (given.confirmed === null) return { mode: "full", reason: "FC-3" };
  if (gap(given.confirmed, given.version) > 1) return { mode: "full", reason: "FC-1" };
  if (given.deltaTokens > given.fullTokens * LARGEST_SHARE) return { mode: "full", reason: "FC-4" };
  if (given.fullRequested) return { mode: "full", reason: "FC-5" };
  return { mode: "delta", reason: null };
}

/** Steps from one version to another; from or to something that is not a version, too many. */
function gap(confirmed: string, version: string): number {
  const [from, to] = [versionNumber(confirmed), versionNumber(version)];
  return from === null || to === null ? Infinity : Math.abs(to - from);
}
