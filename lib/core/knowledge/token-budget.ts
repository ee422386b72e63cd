import { AppError } from "@/lib/core/errors";
import type { BudgetSettings, WarningThreshold } from "@/lib/core/knowledge/knowledge-model";

/** The budget where neither caller, index nor registry names one. Source: knowledge §6 (`max_auto_load: 5000`). */
export const DEFAULT_BUDGET = 5000;

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
export function assertBudget(budget: number): number {
  if (Number.isSafeInteger(budget) && budget > 0) return budget;
  const message = `A budget is a whole number of tokens above 0, not ${budget}.`;
  throw new AppError("invalid_input", message, {
    hint: "Leave the budget out to use the team's own, or name a number such as 5000.",
    errors: [{ path: "budget", message }],
  });
}

/** Something loaded, with its counted tokens. */
export interface LoadedTokens {
  id: string;
  tokens: number;
}

/** What a set costs once something was added. */
export interface Spending {
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
