import { notFound } from "next/navigation";
import { AgentHeaderActions, AgentView } from "@/components/agents/agent-view";
import { Header } from "@/components/shell/header";
import { agentMemoryQuery, agentSessionsQuery, agentsQuery, claudeMemoryQuery } from "@/lib/client/agents";
import { pages, type AgentScope } from "@/lib/client/paths";
import { say } from "@/lib/core/i18n/say";
import { found, orNotFound, pageOf, titled } from "../../../page-of";

/**
 * Characters of a memory that is part of the page. In there it stands several times over, and is put together at a stretch: the
 * browser asks for a larger one by itself.
 */
const LARGEST_IN_PAGE = 200_000;

export const generateMetadata = titled<AgentScope>(({ agent }) => say("{agent} · Agents", { agent }));

export default pageOf<AgentScope>(async ({ scope, caller, services, keep }) => {
  const list = await found(services.agents.list(caller, scope));
  if (!list.items.some((agent) => agent.name === scope.agent)) notFound();
  const [memory, sessions, claude] = await Promise.all([
    orNotFound(services.agents.read(caller, scope)),
    services.agents.sessions.list(caller, scope, { limit: 200 }),
    services.agents.readClaude(caller, scope),
  ]);
  keep(agentsQuery(scope.workspace), list);
  if (memory === undefined || memory.text.length <= LARGEST_IN_PAGE) keep(agentMemoryQuery(scope), memory ?? null);
  keep(agentSessionsQuery(scope), sessions);
  keep(claudeMemoryQuery(scope), claude);
  return (
    <>
      <Header crumbs={[{ label: say("Agents"), href: pages.agents(scope.workspace) }, { label: scope.agent }]}>
        <AgentHeaderActions {...scope} />
      </Header>
      <AgentView key={`${scope.workspace}/${scope.agent}`} {...scope} />
    </>
  );
});
