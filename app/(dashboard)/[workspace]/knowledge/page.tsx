import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { KnowledgeView } from "@/components/knowledge/knowledge-view";
import { Header } from "@/components/shell/header";
import { pageCaller } from "@/lib/api/page-caller";
import { registryQuery, teamsQuery } from "@/lib/client/knowledge";
import { createQueryClient } from "@/lib/client/query-client";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { found } from "../../or-not-found";
import { segmentsOf } from "../../segments-of";

export function generateMetadata(): Metadata {
  return { title: say("Knowledge") };
}

export default async function KnowledgePage({ params }: { params: Promise<{ workspace: string }> }) {
  const workspace = (await segmentsOf(params)).workspace;
  const caller = await pageCaller(workspace);
  const { services } = await runtime();
  const client = createQueryClient();
  const [registry, teams] = await found(
    Promise.all([
      services.knowledge.list(caller, { workspace }, { limit: 500 }),
      services.knowledge.teams(caller, { workspace }),
    ]),
  );
  client.setQueryData(registryQuery(workspace).queryKey, registry);
  client.setQueryData(teamsQuery(workspace).queryKey, teams);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Header crumbs={[{ label: say("Knowledge") }]} />
      <KnowledgeView key={workspace} workspace={workspace} />
    </HydrationBoundary>
  );
}
