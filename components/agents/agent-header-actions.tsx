"use client";
import { useQuery } from "@tanstack/react-query";
import { ActionButton } from "@/components/ui/action-button";
import { Changes } from "@/components/ui/changes";
import { agentsQuery } from "@/lib/client/agents";
import type { AgentScope } from "@/lib/client/paths";
import { say } from "@/lib/core/words/say";
import { RareAction } from "@/components/ui/more-menu";

export function AgentHeaderActions({ workspace, agent: name }: AgentScope) {
  const { data } = useQuery(agentsQuery(workspace));
  const agent = data?.items.find((each) => each.name === name);
  if (agent?.memory !== "enabled") return null;
  return (
    <Changes>
      {agent.exists && <RareAction action="agent.clear" label={say("Clear…")} />}
      {agent.openSessions.length > 0 ? (
        <ActionButton action="agent.close" label={say("Close the session…")} keys="c" look="primary" />
      ) : (
        <ActionButton action="agent.start" label={say("Start a session")} keys="s" look="primary" />
      )}
    </Changes>
  );
}
