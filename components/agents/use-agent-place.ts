import { parseAsInteger, parseAsStringLiteral, useQueryStates } from "nuqs";

export const AGENT_VIEWS = ["memory", "sessions", "brief", "file"] as const;
export type AgentViewName = (typeof AGENT_VIEWS)[number];

const PLACE = {
  view: parseAsStringLiteral(AGENT_VIEWS).withDefault("memory"),
  /** The line of the file that is shown first. */
  line: parseAsInteger,
};

/** Which view of an agent is open, and at which line of its file: part of the address, so that a citation leads there. */
export function useAgentPlace() {
  return useQueryStates(PLACE);
}
