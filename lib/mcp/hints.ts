import type { Problem } from "@/lib/contracts/primitives";

/** What the services' hints name as addresses, and the tool that does the same; the longest address first. */
const TOOLS: readonly (readonly [pattern: RegExp, tool: string])[] = [
  [/POST …\/memory\/items(?: \{[^}]*\})?/g, "the tool `say`"], // POST …/memory/items {tag, text}
  [/POST …\/memory\/edit/g, "the tool `edit`"],
  [/GET …\/context\/updates(?:\?\S*)?/g, "the tool `updates`"], // GET …/context/updates?role=x
  [/POST …\/context\/acks/g, "the tool `ack`"],
  [/POST …\/context\/status/g, "the tool `lost`"],
  [/GET …\/relays/g, "the tool `relays`"],
  [/GET …\/memory\b(?!\/)/g, "the tool `memory`"],
  [/\?role=/g, "`role`"],
];

/** The problem with its hint in the words of tools where it names an address that one of them stands for. */
export function forTools(problem: Problem): Problem {
  if (problem.hint === undefined) return problem;
  return { ...problem, hint: TOOLS.reduce((hint, [pattern, tool]) => hint.replace(pattern, tool), problem.hint) };
}
