import {
  type Candidate,
  type Choice,
  type KnowledgeWarning,
  type Reason,
} from "@/lib/core/knowledge/choose-candidates";
import type { Priority, BudgetSettings, WarningThreshold } from "@/lib/core/knowledge/knowledge-model";
import { AppError, invalidField } from "@/lib/core/errors";

/** The budget where neither caller, index nor registry names one. Source: knowledge §6 (`max_auto_load: 5000`). */
const DEFAULT_BUDGET = 5000;

/** From here on a loaded set is called near its budget, where nobody says otherwise. */
const DEFAULT_WARNING: WarningThreshold = { unit: "share", value: 0.8 };

/** A budget, from where it is, and from how many tokens on it is called near. */
export interface Budget {
  tokens: number;
  from: "request" | "index" | "registry" | "default";
  warnAt: number;
}

/** The budget that counts: the caller's, else the index's, the registry's, the usual one. Throws as `assertBudget` does. */
export function chooseBudget(
  asked: number | null,
  index: BudgetSettings,
  registry: BudgetSettings = { max: null, warning: null, strategy: null },
): Budget {
  const from =
    asked !== null ? "request" : index.max !== null ? "index" : registry.max !== null ? "registry" : "default";
  const tokens = assertBudget(asked ?? index.max ?? registry.max ?? DEFAULT_BUDGET);
  const warning = index.warning ?? registry.warning ?? DEFAULT_WARNING;
  const warnAt = warning.unit === "share" ? Math.ceil(tokens * warning.value) : Math.min(warning.value, tokens);
  return { tokens, from, warnAt };
}

/** The budget itself; invalid_input unless it is a whole number of tokens above zero. */
function assertBudget(budget: number): number {
  if (Number.isSafeInteger(budget) && budget > 0) return budget;
  const message = `A budget is a whole number of tokens above 0, not ${budget}.`;
  throw invalidField("budget", message, "Leave the budget out to use the team's own, or name a number such as 5000.");
}

interface LoadedTokens {
  id: string;
  tokens: number;
}

/** What a set costs once something was added. */
interface Spending {
  tokens: number;
  left: number;
  /** A sentence when the set is near its budget or beyond it; null otherwise. */
  warning: string | null;
}

/**
 * What the loaded set costs with the addition. Throws `over_budget` when that is more than the budget, unless a person forces
 * it; the error names what could be unloaded, and the fewest that would make room. Adding what is loaded already replaces it.
 * Source: knowledge §6, formats §3 (Commands).
 */
export function assertWithinBudget(
  loaded: readonly LoadedTokens[],
  addition: LoadedTokens,
  budget: Pick<Budget, "tokens" | "warnAt">,
  forced = false,
): Spending {
  const others = loaded.filter((each) => each.id !== addition.id);
  const tokens = sum(others) + addition.tokens;
  const left = budget.tokens - tokens;
  if (left >= 0) return { tokens, left, warning: nearBudget(tokens, budget) };
  if (forced) {
    return { tokens, left, warning: `${-left} tokens over the budget of ${budget.tokens}, forced by a person.` };
  }
  const enough = fewestThatFree(others, -left);
  const how =
    enough === null
      ? `Even alone it does not fit; ask for a larger budget, or load it with force, as a person.`
      : `Unload ${enough.map(({ id }) => id).join(", ")} first, or load it with force, as a person.`;
  throw new AppError(
    "over_budget",
    `${addition.id} has ${addition.tokens} tokens, and ${Math.max(0, budget.tokens - sum(others))} of ${budget.tokens} are left.`,
    {
      hint: how,
      current: {
        budget: budget.tokens,
        tokens: sum(others),
        needed: addition.tokens,
        over: -left,
        couldUnload: [...others].sort((a, b) => b.tokens - a.tokens),
        enough: enough?.map(({ id }) => id) ?? null,
      },
    },
  );
}

/** A sentence when a set is at the warning threshold or above it; null below. */
export function nearBudget(tokens: number, budget: Pick<Budget, "tokens" | "warnAt">): string | null {
  if (tokens < budget.warnAt || tokens === 0) return null;
  return `${tokens} of ${budget.tokens} tokens are loaded, which is at the warning threshold of ${budget.warnAt}.`;
}

/** The smallest one that frees enough, else the largest ones together; null when all would not do. */
function fewestThatFree(loaded: readonly LoadedTokens[], needed: number): LoadedTokens[] | null {
  const rising = [...loaded].sort((a, b) => a.tokens - b.tokens);
  const single = rising.find((each) => each.tokens >= needed);
  if (single !== undefined) return [single];
  const chosen: LoadedTokens[] = [];
  for (const each of rising.reverse()) {
    chosen.push(each);
    if (sum(chosen) >= needed) return chosen;
  }
  return null;
}

function sum(loaded: readonly LoadedTokens[]): number {
  return loaded.reduce((total, { tokens }) => total + tokens, 0);
}

/** Beyond this share an estimate misleads. Source: formats §3 ("a drift over 20 % is flagged"). */
const TOLERATED = 0.2;

/** How far the counted tokens are from an estimate, as a share of the estimate; null where nothing can be compared. */
interface Drift {
  /** 0.5 when the count is half as much again as the estimate, -0.5 when it is half of it. */
  share: number;
  flagged: boolean;
}

/** The drift of an estimate, flagged above 20 % either way; null without an estimate or a count. */
export function driftOf(counted: number | null, estimate: number | null): Drift | null {
  if (counted === null || estimate === null) return null;
  if (estimate === 0) return counted === 0 ? { share: 0, flagged: false } : { share: 1, flagged: true };
  const share = (counted - estimate) / estimate;
  // Compared as whole numbers: a fifth is no exact fraction in binary.
  return { share, flagged: Math.abs(counted - estimate) > Math.abs(estimate) * TOLERATED };
}

/** A file as somebody looked at it: its counted tokens, or why there are none. */
export type CountedFile =
  | { state: "read"; tokens: number }
  | { state: "missing" }
  | { state: "refused" | "unreadable"; why: string };

/** Counted files by their path below the workspace. What is not in it is missing. */
type CountedFiles = ReadonlyMap<string, CountedFile>;

interface LoadedKnowledge {
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
type SkipCode = "budget" | "missing" | "unreadable" | "unknown" | "outside" | "team" | "same_file";

interface SkippedKnowledge {
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
function sayReasons(reasons: readonly Reason[]): string {
  return reasons.map(({ kind, name }) => (kind === "core" ? "always loaded" : `${kind} ${name}`)).join(", ");
}
