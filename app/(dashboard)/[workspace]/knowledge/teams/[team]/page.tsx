import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { TeamView } from "@/components/knowledge/team-view";
import { Header } from "@/components/shell/header";
import { pageCaller } from "@/lib/api/page-caller";
import { teamKnowledgeQuery } from "@/lib/client/knowledge";
import { pages } from "@/lib/client/paths";
import { createQueryClient } from "@/lib/client/query-client";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { found } from "../../../../or-not-found";
import { segmentsOf } from "../../../../segments-of";

interface PageProps {
  params: Promise<{ workspace: string; team: string }>;
}

function scopeOf({ params }: PageProps) {
  return segmentsOf(params);
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  return { title: say("{team} · Knowledge", { team: (await scopeOf(props)).team }) };
}

export default async function TeamPage(props: PageProps) {
  const scope = await scopeOf(props);
  const caller = await pageCaller(scope.workspace);
  const { services } = await runtime();
  const team = await found(services.knowledge.team(caller, scope));
  const client = createQueryClient();
  client.setQueryData(teamKnowledgeQuery(scope).queryKey, team);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Header crumbs={[{ label: say("Knowledge"), href: pages.knowledge(scope.workspace) }, { label: scope.team }]} />
      <TeamView key={`${scope.workspace}/${scope.team}`} {...scope} />
    </HydrationBoundary>
  );
}
