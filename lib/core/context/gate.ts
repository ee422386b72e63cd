import { hasConfirmed } from "@/lib/core/context/standing";
import { versionNumber } from "@/lib/core/context/version-number";
import { chainsOf, type JudgedPair } from "@/lib/core/memory/pair";
import { sayCount } from "@/lib/core/text/say-count";
import { say } from "@/lib/core/i18n/say";

/** How a gate may be concluded. Source: formats "phase-{N}/gate-record.yaml". */
export type GateResult = "APPROVED" | "CONDITIONAL_PASS" | "REJECTED";

/** An active teammate and the version it confirmed last, or null: as that of its runs at work does which is furthest behind. */
interface GateRole {
  id: string;
  confirmed: string | null;
  /** When its last run ended, where nobody is at work as it now; null while somebody is, and where nobody ever was. */
  endedAt: string | null;
  /** What its last run left undone, in words. */
  left: readonly string[];
}

/** An open item of the session that may stand in the way. */
interface GateItem {
  id: string;
  tag: "Conflict" | "Question";
  role: string;
  text: string;
  /** What stands with it, in words. */
  notes: readonly string[];
  /** To whom a Question is put that was not shown it; null for any other. */
  unshown: string | null;
}

/** Whether a session's gates ask for every teammate: so it is where somebody set it. */
export function asksAll({ gateAsks }: { gateAsks: string | null }): boolean {
  return gateAsks === "all";
}

/** A blocker that is let through, and why. */
export interface GateWaiver {
  /** Id of the blocker. */
  blocker: string;
  reason: string;
}

/** A waiver as a record tells it to a reader who cannot look ids up: what was let through, of whom, and why. */
export interface NamedWaiver {
  kind: GateBlocker["kind"];
  role: string;
  /** The item's words, or the version the role stands at. */
  text: string;
  reason: string;
}

/** One thing that keeps a gate from being APPROVED. `waived` is the reason it was let through, or null. */
export interface GateBlocker {
  /** `role:{id}`, `item:{id}` or `pair:{id}`; what a waiver names. */
  id: string;
  kind: "behind" | "conflict" | "question";
  /** Who is behind, or whose item it is. */
  role: string;
  message: string;
  waived: string | null;
}

/** The state a gate is decided on. */
export interface GateCase {
  roles: readonly GateRole[];
  /** The current version. */
  version: string;
  openItems: readonly GateItem[];
  /** Pairs of lines that somebody judged to conflict and nobody settled, in words. */
  openPairs: readonly { id: string; role: string; text: string }[];
  waivers: readonly GateWaiver[];
  /** Whether it asks for every teammate, also one that left nothing when its last run ended. */
  asksAll: boolean;
}

/**
 * Everything that stands between a gate and APPROVED, waived or not: teammates that have not confirmed the current version, and
 * open Conflicts and Questions, and lines that somebody judged to conflict. A waiver counts only with a reason. Source: formats "Freeze".
 */
export function decideGate(given: GateCase): GateBlocker[] {
  const reasonFor = (id: string): string | null => {
    const reason = given.waivers.find((waiver) => waiver.blocker === id && waiver.reason.trim() !== "")?.reason;
    return reason === undefined ? null : reason.trim();
  };
  return partsOf(given)
    .filter(({ blocks }) => blocks)
    .map(({ id, kind, role, message }) => ({ id, kind, role, message, waived: reasonFor(id) }));
}

/** Every teammate and open item of a gate, in the words of a blocker, and whether it is one. */
function partsOf({ roles, version, openItems, openPairs, asksAll }: GateCase) {
  const behind = roles.map((role) => {
    const state = role.confirmed === null ? "has confirmed no version" : `has confirmed ${role.confirmed}`;
    const isBehind = !hasConfirmed(versionNumber(role.confirmed ?? ""), versionNumber(version) ?? 0);
    const vacant = role.endedAt === null ? "" : `; nobody has been at work in this role since ${role.endedAt}`;
    const left = role.left.length === 0 ? "" : `; left undone: ${role.left.join(", ")}`;
    const text = isBehind ? `${state}; the current one is ${version}${vacant}` : `${state}${vacant}${left}`;
    // Who has ended owes nothing more than it left, unless the session says otherwise.
    const blocks = isBehind || (role.endedAt !== null && (asksAll || role.left.length > 0));
    return {
      id: `role:${role.id}`,
      kind: "behind" as const,
      role: role.id,
      text,
      message: `${role.id} ${text}`,
      blocks,
    };
  });
  const open = openItems.map((item) => {
    const kind = item.tag === "Conflict" ? ("conflict" as const) : ("question" as const);
    return { id: `item:${item.id}`, kind, role: item.role, text: item.text, message: messageOf(item), blocks: true };
  });
  const pairs = openPairs.map(({ id, role, text }) => {
    return { id: `pair:${id}`, kind: "conflict" as const, role, text, message: text, blocks: true };
  });
  return [...behind, ...open, ...pairs];
}

/** An open item in words. Who was not shown a question is not silent about it. Source: inbox, rule 13. */
function messageOf({ tag, role, text, notes, unshown }: GateItem): string {
  const silent = unshown === null ? "" : `: ${unshown} cannot have answered`;
  const open = `[${tag}] of ${role} is open: ${text}`;
  return notes.length === 0 ? open : `${open} (${notes.join("; ")}${silent})`;
}

/** So many dependencies that are not met are named. */
const NAMED_WAITING = 5;

/** Dependencies that wait, or that nobody present can meet, each with what it waits for. */
export function wordWaiting(waiting: readonly { role: string; text: string; notes: readonly string[] }[]): string[] {
  const more = waiting.length - NAMED_WAITING;
  return [
    ...waiting
      .slice(0, NAMED_WAITING)
      .map(({ role, text, notes }) => `Dependency of ${role}: ${text} (${notes.join("; ")})`),
    ...(more > 0 ? [`${sayCount(more, "more dependency", "more dependencies")} not met.`] : []),
  ];
}

/** The waivers of a gate in the words of what they let through; one that names nothing of it is left out. */
export function nameWaivers(given: GateCase): NamedWaiver[] {
  const parts = partsOf(given);
  return given.waivers.flatMap(({ blocker, reason }) => {
    const found = parts.find(({ id }) => id === blocker);
    return found === undefined ? [] : [{ kind: found.kind, role: found.role, text: found.text, reason: reason.trim() }];
  });
}

/** How many blockers are let through by a reason that lets another one through too. */
export function countShared(blockers: readonly Pick<GateBlocker, "waived">[]): number {
  const reasons = blockers.flatMap(({ waived }) => (waived === null ? [] : [waived]));
  return reasons.filter((reason, at) => reasons.some((other, index) => index !== at && other === reason)).length;
}

/** One thing that was asked of a phase; `met` is left out where nobody said. */
export interface RecordedCriterion {
  name: string;
  met?: boolean;
  note?: string;
}

/** A criterion as it is given: a sentence alone, or with whether it was met. */
type GivenCriterion = string | { name: string; met: boolean; note?: string | undefined };

/** What a conclusion is judged by. */
export interface ConclusionCase {
  result: GateResult;
  criteria: readonly RecordedCriterion[];
  /** How many blockers are let through with a reason, and how many are not. */
  waived: number;
  standing: number;
  /** Teammates that have confirmed the current version, and all that should have. */
  current: number;
  teammates: number;
}

/**
 * The criteria as a record holds them: first those that were asked as the gate opened, each with what the conclusion says of
 * it, then the others. Approving a phase says of a sentence alone that it was met; any other result says nothing of it. Of
 * one that was asked and is not named nobody said anything.
 */
export function recordCriteria(
  result: GateResult,
  given: readonly GivenCriterion[],
  asked: readonly string[] = [],
): RecordedCriterion[] {
  const said = given.map((each) => {
    if (typeof each === "string") return result === "APPROVED" ? { name: each, met: true } : { name: each };
    const { name, met, note } = each;
    return note === undefined ? { name, met } : { name, met, note };
  });
  const isAsked = new Set(asked);
  const first = asked.map((name): RecordedCriterion => said.find((each) => each.name === name) ?? { name });
  return [...first, ...said.filter(({ name }) => !isAsked.has(name))];
}

/**
 * Why a gate cannot be concluded so, in one sentence each; none where it can. What APPROVED says must be so: nothing stands
 * in the way, and every criterion is met. A conditional pass that nobody is current for names its condition: a
 * criterion that is not met yet, or a waiver. A rejection claims nothing.
 */
export function refuseConclusion(given: ConclusionCase): string[] {
  const { result, criteria, waived, standing, current, teammates } = given;
  if (result === "APPROVED") {
    const unmet = criteria.filter(({ met }) => met === false).length;
    const unsaid = criteria.filter(({ met }) => met === undefined).length;
    return [
      ...(standing > 0 ? [say("{standing, plural, one {# blocker} other {# blockers}}", { standing })] : []),
      ...(unmet > 0 ? [say("{unmet, plural, one {# criterion} other {# criteria}} not met", { unmet })] : []),
      ...(unsaid > 0 ? [say("{unsaid, plural, one {# criterion} other {# criteria}} not judged", { unsaid })] : []),
    ];
  }
  if (result === "REJECTED") return [];
  const isNamed = waived > 0 || criteria.some(({ met }) => met !== true);
  const isNobody = teammates > 0 && current === 0;
  return isNobody && !isNamed ? [say("no ACK of the current version, and no condition named")] : [];
}

/** Whether what was tried did what it should. */
export const OUTCOMES = ["pass", "fail"] as const;

type Outcome = (typeof OUTCOMES)[number];

/** What a role says of a run of tests or another trial. */
interface ReportedResult {
  by: string;
  outcome: Outcome;
  /** What was run, and how it went. */
  text: string;
  /** The context version it was run for; null where nobody said. */
  version: string | null;
}

/** A result in words, the same in every place: `tester-1 reported pass for GC-v3: npm test, 72 of 72` */
export function renderResult({ by, outcome, text, version }: ReportedResult): string {
  const about = version === null ? "" : ` for ${version}`;
  return `${by} reported ${outcome}${about}: ${text}`;
}

/** The result that an event holds. */
export function readResult(by: string, payload: Record<string, unknown>): ReportedResult {
  const { outcome, text, version } = payload;
  return {
    by,
    outcome: outcome === "fail" ? "fail" : "pass",
    text: typeof text === "string" ? text : "",
    version: typeof version === "string" ? version : null,
  };
}

/** A gate begins: where it stands and what is asked of the phase. Every door, page and inbox says the same words. */
export function wordOpened(phase: number, version: string, criteria: readonly string[]): string {
  const asked = criteria.length === 0 ? "" : ` Asked: ${criteria.join("; ")}.`;
  return `Phase ${phase} gate open at ${version}.${asked}`;
}

/** So many blockers are named in a line; the rest is a number. */
const NAMED_BLOCKERS = 3;

/** Whether anything stands against the gate now, and what. */
export function wordReadiness(phase: number, blockers: readonly string[]): string {
  if (blockers.length === 0) return `Phase ${phase} gate is ready: nothing stands against it.`;
  const more = blockers.length - NAMED_BLOCKERS;
  const rest = more > 0 ? `; and ${more} more` : "";
  return `Phase ${phase} gate is blocked: ${blockers.slice(0, NAMED_BLOCKERS).join("; ")}${rest}`;
}

/** A gate ended without a result. */
export function wordAbandoned(phase: number): string {
  return `Phase ${phase} gate abandoned.`;
}

/** What a gate decided, as the memory and every inbox say it: a gate that is approved in its record is passed. Source: team memory §4. */
export function wordVerdict(phase: number, result: GateResult): string {
  return `Phase ${phase} ${result === "APPROVED" ? "PASSED" : result}`;
}

/** The verdict with what was asked of the phase, for everybody's inbox. */
export function wordConclusion(phase: number, result: GateResult, criteria: readonly RecordedCriterion[]): string {
  const named = (wanted: boolean | undefined) => criteria.filter(({ met }) => met === wanted).map(({ name }) => name);
  const parts = [
    ["Met", named(true)],
    ["Not met", named(false)],
    ["Asked", named(undefined)],
  ] as const;
  const told = parts.flatMap(([word, names]) => (names.length === 0 ? [] : [`${word}: ${names.join("; ")}.`]));
  return [`${wordVerdict(phase, result)}.`, ...told].join(" ");
}

/** Files that changed after a result was reported, as far as their times say. */
interface ChangedFiles {
  /** The first of them, by name. */
  files: readonly string[];
  /** How many there are besides. */
  more: number;
  /** Whether all files were looked at. */
  whole: boolean;
}

/** What blocks no gate and is worth knowing before it is concluded: the last result, and what it says nothing about. */
export function wordNotes(reported: ReportedResult | null, changed: ChangedFiles | null, version: string): string[] {
  return notesOf(reported, changed, version).map(({ text }) => text);
}

/** What stands against a result, a sentence each: blockers that nobody waived, and of the notes those that speak against it. */
export function wordAgainst(
  blockers: readonly { message: string; waived: string | null }[],
  { reported, changed, version }: { reported: ReportedResult | null; changed: ChangedFiles | null; version: string },
): string[] {
  const standing = blockers.flatMap(({ message, waived }) => (waived === null ? [message] : []));
  return [
    ...standing,
    ...notesOf(reported, changed, version).flatMap(({ text, isAgainst }) => (isAgainst ? text : [])),
  ];
}

/** So many decisions that were replaced are named. */
const NAMED_REPLACED = 5;

/** The decisions that another line took the place of, the newest last, each with what holds now. */
export function wordReplaced(pairs: readonly JudgedPair[]): string[] {
  const lost = pairs.flatMap(({ item, other, judgement, settled }) => {
    if (judgement === "see" || judgement === "answers" || settled === null || settled === "both") return [];
    return settled === "item" ? [other] : [item];
  });
  const decisions = lost.filter(({ tag, state }) => tag === "Decision" && state === "archived").slice(-NAMED_REPLACED);
  const chains = chainsOf(pairs);
  return decisions.flatMap(({ id, role, text }) => {
    const now = chains.after(id).at(-1);
    return now === undefined ? [] : [`Decision of ${role} replaced: ${text} Now ${now.role}: ${now.text}`];
  });
}

/** Said of a gate before anybody reported. */
export const NO_RESULT = "Nobody reported a result.";

function notesOf(reported: ReportedResult | null, changed: ChangedFiles | null, version: string) {
  if (reported === null) return [{ text: NO_RESULT, isAgainst: true }];
  const last = { text: `Last result: ${renderResult(reported)}.`, isAgainst: reported.outcome === "fail" };
  const isOlder = reported.version !== null && reported.version !== version;
  const behind = `The result is for ${reported.version ?? ""}; the current version is ${version}.`;
  const older = isOlder ? [{ text: behind, isAgainst: true }] : [];
  if (changed === null) return [last, ...older];
  const { files, more, whole } = changed;
  const rest = more === 0 ? "" : ` and ${more} more`;
  const seen = whole ? "" : " Not all files were looked at.";
  const since =
    files.length === 0
      ? `By their times no files changed after it.${seen}`
      : `By their times these files changed after it: ${files.join(", ")}${rest}.${seen}`;
  return [last, ...older, { text: since, isAgainst: files.length > 0 || !whole }];
}
