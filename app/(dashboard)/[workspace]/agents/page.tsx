import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AgentsView } from "@/components/agents/agents-view";
import { Header } from "@/components/shell/header";
import { pageCaller } from "@/lib/api/page-caller";
import { agentsQuery } from "@/lib/client/agents";
import { createQueryClient } from "@/lib/client/query-client";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { found } from "../../or-not-found";
import { segmentsOf } from "../../segments-of";

export function generateMetadata(): Metadata {
  return { title: say("Agents") };
}

export default async function AgentsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const workspace = (await segmentsOf(params)).workspace;
  const caller = await pageCaller(workspace);
  const { services } = await runtime();
  const client = createQueryClient();
  client.setQueryData(agentsQuery(workspace).queryKey, await found(services.agents.list(caller, { workspace })));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Header crumbs={[{ label: say("Agents") }]} />
      <AgentsView key={workspace} workspace={workspace} />
    </HydrationBoundary>
  );
}
