import type { GateResult } from "@/lib/core/context/gate-result";
import type { RecordedCriterion } from "@/lib/core/context/decide-conclusion";
import { renderResult, type ReportedResult } from "@/lib/core/context/reported-result";

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
export interface ChangedFiles {
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

interface Note {
  text: string;
  isAgainst: boolean;
}

function notesOf(reported: ReportedResult | null, changed: ChangedFiles | null, version: string): Note[] {
  if (reported === null) return [{ text: "Nobody reported a result.", isAgainst: true }];
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
