import {
  chooseCandidates,
  type Candidate,
  type Choice,
  type KnowledgeWarning,
  type Reason,
  type Request,
} from "@/lib/core/knowledge/choose-candidates";
import { driftOf, type Drift } from "@/lib/core/knowledge/drift";
import type { KnowledgeIndex, Priority, Registry } from "@/lib/core/knowledge/knowledge-model";
import { chooseBudget, nearBudget, type Budget } from "@/lib/core/knowledge/token-budget";

/** A file as somebody looked at it: its counted tokens, or why there are none. */
export type CountedFile =
  { state: "read"; tokens: number } | { state: "missing" } | { state: "refused" | "unreadable"; why: string };

/** Counted files by their path below the workspace. What is not in it is missing. */
export type CountedFiles = ReadonlyMap<string, CountedFile>;

/** An entry that is loaded. */
export interface LoadedKnowledge {
  id: string;
  /** The file that is read: the entry's own, or its summary. */
  path: string;
  tokens: number;
  why: string;
  reasons: Reason[];
  priority: Priority;
  /** Whether the summary is loaded instead of the full text. */
  summary: boolean;
  /** Counted tokens of the full text. */
  fullTokens: number;
  tokensEstimate: number | null;
  drift: Drift | null;
}

/** Why an entry that was asked for is not loaded. */
export type SkipCode = "budget" | "missing" | "unreadable" | "unknown" | "outside" | "team" | "same_file";

/** An entry that was asked for and is not loaded. */
export interface SkippedKnowledge {
  id: string;
  why: string;
  code: SkipCode;
  path: string | null;
  /** Counted tokens of the full text; null where nothing could be counted. */
  tokens: number | null;
  priority: Priority;
  reasons: Reason[];
}

/** What mode, topic and budget come to. Every candidate is in `loaded` or in `skipped`, with its reason. */
export interface Resolution {
  loaded: LoadedKnowledge[];
  skipped: SkippedKnowledge[];
  warnings: KnowledgeWarning[];
  tokens: number;
  budget: Budget;
  /** Whether nothing matched, so that the persona is all there is. */
  personaOnly: boolean;
}

/**
 * What is loaded for a mode and topic words: candidates in the order of priority, then of the index, each while its counted
 * tokens fit; one that does not fit gives way to its summary or is skipped, and the next is tried. Pure. Throws invalid_input
 * for a budget of 0 or less. Source: knowledge §2, §4, §6, formats §3 (Resolve).
 */
export function resolveKnowledge(
  index: KnowledgeIndex,
  registry: Registry,
  request: Request & { budget: number | null },
  files: CountedFiles,
): Resolution {
  const budget = chooseBudget(request.budget, index.budget, registry.budget);
  return fitCandidates(chooseCandidates(index, registry, request), files, budget);
}

/** The second half of `resolveKnowledge`: what of a choice fits the budget. */
export function fitCandidates(choice: Choice, files: CountedFiles, budget: Budget): Resolution {
  const resolution: Resolution = {
    loaded: [],
    skipped: [],
    warnings: [...choice.warnings],
    tokens: 0,
    budget,
    personaOnly: choice.candidates.length === 0,
  };
  for (const candidate of choice.candidates) place(candidate, files, resolution);
  const near = nearBudget(resolution.tokens, budget);
  if (near !== null) resolution.warnings.push({ code: "near_budget", message: near, id: null });
  if (resolution.personaOnly) {
    const message = "Neither mode nor topic matches anything: the agent persona alone is loaded.";
    resolution.warnings.push({ code: "no_match", message, id: null });
  }
  return resolution;
}

function place(candidate: Candidate, files: CountedFiles, resolution: Resolution): void {
  const { id, path, priority, reasons, refused } = candidate;
  const skip = (code: SkipCode, why: string, tokens: number | null = null) => {
    resolution.skipped.push({ id, why, code, path, tokens, priority, reasons });
  };
  if (refused !== null || path === null) {
    skip(refused?.code ?? "unknown", refused?.why ?? "It names no file.");
    return;
  }
  const file = files.get(path) ?? { state: "missing" };
  if (file.state === "missing") {
    skip("missing", `There is no file ${path}.`);
    resolution.warnings.push({ code: "missing_file", message: `${id} refers to ${path}, which does not exist.`, id });
    return;
  }
  if (file.state !== "read") {
    const outside = file.state === "refused";
    skip(outside ? "outside" : "unreadable", file.why);
    resolution.warnings.push({ code: outside ? "path_outside" : "unreadable_file", message: file.why, id });
    return;
  }
  const left = resolution.budget.tokens - resolution.tokens;
  const load = (from: string, tokens: number, why: string) => {
    const { tokensEstimate } = candidate;
    const drift = driftOf(file.tokens, tokensEstimate);
    const summary = from !== path;
    const counted = { tokens, fullTokens: file.tokens, tokensEstimate, drift };
    resolution.loaded.push({ id, path: from, why, reasons, priority, summary, ...counted });
    resolution.tokens += tokens;
  };
  if (file.tokens <= left) {
    load(path, file.tokens, sayReasons(reasons));
    return;
  }
  const lack = `${file.tokens} tokens do not fit in the ${left} left of ${resolution.budget.tokens}`;
  const summary = findSummary(candidate, files);
  if (summary === null) {
    skip("budget", `${lack}.`, file.tokens);
    return;
  }
  if (summary.tokens > left) {
    skip("budget", `${lack}, nor do the ${summary.tokens} of its summary.`, file.tokens);
    return;
  }
  load(summary.path, summary.tokens, `${sayReasons(reasons)}; its summary, because ${lack}`);
}

function findSummary({ summaries }: Candidate, files: CountedFiles): { path: string; tokens: number } | null {
  for (const path of summaries) {
    const file = files.get(path);
    if (file?.state === "read") return { path, tokens: file.tokens };
  }
  return null;
}

/** The reasons in words, such as `always loaded, mode review, keyword injection`. */
export function sayReasons(reasons: readonly Reason[]): string {
  return reasons.map(({ kind, name }) => (kind === "core" ? "always loaded" : `${kind} ${name}`)).join(", ");
}
