import { deedsOf, useActions } from "@/components/ui/action-registry";
import type { Agent, AgentMemory } from "@/lib/contracts/agents";
import { say, sentence, type Sentence } from "@/lib/core/words/say";
import type { AgentQuestion } from "./agent-dialog";
import type { AgentActs } from "./use-agent-acts";
import { AGENT_VIEWS, type AgentViewName } from "./use-agent-place";

interface AgentActions {
  agent: Agent | undefined;
  memory: AgentMemory | undefined;
  view: AgentViewName;
  acts: AgentActs;
  show: (view: AgentViewName) => void;
  ask: (question: AgentQuestion) => void;
}

const VIEWS: Record<AgentViewName, { label: Sentence; keys: string }> = {
  memory: { label: sentence("Show the memory by section"), keys: "v m" },
  sessions: { label: sentence("Show the sessions"), keys: "v s" },
  brief: { label: sentence("Show the brief"), keys: "v b" },
  file: { label: sentence("Show the file"), keys: "v f" },
};

/** Everything that can be done on the page of an agent, offered to keys, palette, sheet and buttons alike. */
export function useAgentActions({ agent, memory, view, acts, show, ask }: AgentActions): void {
  const enabled = agent?.memory === "enabled";
  const oldest = agent?.openSessions.at(-1);
  useActions([
    ...deedsOf(true, "Page", {
      "agent.start": {
        label: say("Start a session"),
        keys: "s",
        enabled: enabled && !acts.busy,
        run: () => void acts.start(),
      },
      "agent.close": {
        label: say("Close the open session…"),
        keys: "c",
        enabled: oldest !== undefined,
        run: () => oldest && ask({ kind: "close", session: oldest }),
      },
      "agent.init": {
        label: say("Create its memory"),
        enabled: enabled && !agent.exists && !acts.busy,
        run: () => void acts.init(),
      },
      "agent.add": {
        label: say("Add a finding"),
        keys: "a",
        enabled: memory !== undefined,
        run: () => ask({ kind: "add", section: "Accumulated Findings" }),
      },
      "agent.clear": {
        label: say("Clear the memory…"),
        enabled: memory !== undefined,
        run: () => ask({ kind: "clear" }),
      },
    }),
    ...AGENT_VIEWS.map((each) => ({
      id: `agent.view.${each}`,
      label: say(VIEWS[each].label),
      keys: VIEWS[each].keys,
      group: "View" as const,
      enabled: each !== view,
      run: () => show(each),
    })),
  ]);
}
