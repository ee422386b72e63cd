import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AgentHeaderActions } from "@/components/agents/agent-header-actions";
import { AgentView } from "@/components/agents/agent-view";
import { Header } from "@/components/shell/header";
import { pageCaller } from "@/lib/api/page-caller";
import { agentMemoryQuery, agentSessionsQuery, agentsQuery, claudeMemoryQuery } from "@/lib/client/agents";
import { pages } from "@/lib/client/paths";
import { createQueryClient } from "@/lib/client/query-client";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { found, orNotFound } from "../../../or-not-found";
import { segmentsOf } from "../../../segments-of";

/**
 * Characters of a memory that is part of the page. In there it stands several times over, and is put together at a stretch: the
 * browser asks for a larger one by itself.
 */
const LARGEST_IN_PAGE = 200_000;

interface PageProps {
  params: Promise<{ workspace: string; agent: string }>;
}

function scopeOf({ params }: PageProps) {
  return segmentsOf(params);
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  return { title: say("{agent} · Agents", { agent: (await scopeOf(props)).agent }) };
}

export default async function AgentPage(props: PageProps) {
  const scope = await scopeOf(props);
  const caller = await pageCaller(scope.workspace);
  const { services } = await runtime();
  const list = await found(services.agents.list(caller, scope));
  if (!list.items.some((agent) => agent.name === scope.agent)) notFound();
  const [memory, sessions, claude] = await Promise.all([
    orNotFound(services.agents.read(caller, scope)),
    services.agents.sessions.list(caller, scope, { limit: 200 }),
    services.agents.readClaude(caller, scope),
  ]);
  const client = createQueryClient();
  client.setQueryData(agentsQuery(scope.workspace).queryKey, list);
  if (memory === undefined || memory.text.length <= LARGEST_IN_PAGE)
    client.setQueryData(agentMemoryQuery(scope).queryKey, memory ?? null);
  client.setQueryData(agentSessionsQuery(scope).queryKey, sessions);
  client.setQueryData(claudeMemoryQuery(scope).queryKey, claude);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Header crumbs={[{ label: say("Agents"), href: pages.agents(scope.workspace) }, { label: scope.agent }]}>
        <AgentHeaderActions {...scope} />
      </Header>
      <AgentView key={`${scope.workspace}/${scope.agent}`} {...scope} />
    </HydrationBoundary>
  );
}
