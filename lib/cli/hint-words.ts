import { asWord } from "@/lib/cli/command-chain";
import { decideAccess } from "@/lib/core/access/decide-access";
import type { Problem } from "@/lib/contracts/primitives";
import type { NextStep } from "@/lib/operations/next-steps";

/** What a contract's refusal hints: the page of the API says nothing of options. */
const SHAPES = "Correct what `errors` names; /docs/api shows every shape.";

/**
 * The hint of a problem for who sits at a terminal: next steps are named by the commands that take them, where there are any.
 * `usage` is how the command that was run is written, `by` who ran it. Undefined where there is no hint.
 */
export async function hintForTerminal(
  { code, hint, next = [] }: Pick<Problem, "code" | "hint" | "next">,
  usage = "wardroom help",
  by: { role: string | null; words: string } = { role: null, words: "" },
): Promise<string | undefined> {
  if (code === "unauthenticated")
    return "Give a token with --token or WARDROOM_TOKEN: a role's from the Lead, or the owner's.";
  if (hint === SHAPES) return usage;
  if (hint === undefined || next.length === 0) return hint;
  // Only a refusal needs the table, and most commands meet none.
  const { rewordHint } = await import("@/lib/operations/next-steps");
  return rewordHint(hint, next, (step) => (mayTake(by.role, step) ? commandFor(step) + by.words : "the Lead"));
}

/** Whether the role may take it; the server knows of whoever has a credential of their own. */
function mayTake(role: string | null, { operation: { deed }, arguments: given }: NextStep): boolean {
  if (role === null || deed === undefined) return true;
  return decideAccess({ kind: "role", role, sessionKey: null, workspace: null }, deed, given) === null;
}

/** How the next step is taken in a terminal: what no command does is done in the dashboard. */
export function commandFor({ operation, arguments: given }: NextStep): string {
  const [usage] = operation.commands ?? [];
  if (usage === undefined) return "the dashboard";
  const words = usage.split(" ").flatMap((word) => {
    const [, bracket, name = ""] = /^([<[])([\w-]+)/.exec(word) ?? []; // <relay>, [topic...]
    return given[name] === undefined ? (bracket === "[" ? [] : word) : asWord(given[name]);
  });
  const isTeams = operation.params !== undefined && "team" in operation.params.shape;
  const options = [
    ...(isTeams && given.team !== undefined ? [`--team ${asWord(given.team)}`] : []),
    ...(given.session !== undefined && !usage.includes("<session>")
      ? [`${isTeams ? "--team-session" : "--session"} ${asWord(given.session)}`]
      : []),
  ];
  return ["wardroom", ...words, ...options].join(" ");
}
