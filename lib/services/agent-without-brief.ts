import type { AgentBrief } from "@/lib/contracts/briefs";

/** The brief of an agent nobody has anything to tell. */
export function withoutBrief(agent: string): AgentBrief {
  const sources = { agents: 0, sessions: 0, entries: 0 };
  return {
    agent,
    sentences: [],
    sources,
    text: "",
    tokens: 0,
    budget: 0,
    tokenMethod: "none",
    leftOut: [],
    unread: [],
  };
}
