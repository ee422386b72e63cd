import type { Problem } from "@/lib/contracts/primitives";

/** The page on which the operations of a thing are done, by the first word of their ids. */
const PAGES: Readonly<Record<string, string>> = {
  item: "Memory",
  memory: "Memory",
  relay: "Memory",
  context: "Context",
  ack: "Context",
  delivery: "Context",
  gate: "Gates",
  agent: "Agents",
  brief: "Agents",
  knowledge: "Knowledge",
  team: "Knowledge",
  "team-session": "Knowledge",
  checkpoint: "Knowledge",
  learning: "Knowledge",
  history: "History",
  repair: "Overview",
};

/** What is done in the settings: sessions, roles, tokens, and who may look. */
const ELSEWHERE = "Settings";

/** The hint of a problem for a person at the dashboard: each next step is named by the page on which it is taken. */
export function hintForPage({ hint, next = [] }: Pick<Problem, "hint" | "next">): string | undefined {
  return next.reduce((text, { operation, call }) => text?.replace(call, pageOf(operation)), hint);
}

function pageOf(operation: string): string {
  const [thing = ""] = operation.split(".");
  return `the ${PAGES[thing] ?? ELSEWHERE} page`;
}
