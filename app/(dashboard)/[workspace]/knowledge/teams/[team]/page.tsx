import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TeamView } from "@/components/knowledge/team-view";
import { Header } from "@/components/shell/header";
import { pageCaller } from "@/lib/api/page-caller";
import { pages } from "@/lib/client/paths";
import { teamKnowledgeQuery } from "@/lib/client/queries/knowledge";
import { createQueryClient } from "@/lib/client/query-client";
import { runtime } from "@/lib/runtime";
import { orNotFound } from "../../../../or-not-found";

interface PageProps {
  params: Promise<{ workspace: string; team: string }>;
}

async function scopeOf({ params }: PageProps) {
  const { workspace, team } = await params;
  return { workspace: decodeURIComponent(workspace), team: decodeURIComponent(team) };
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  return { title: `${(await scopeOf(props)).team} · Knowledge` };
}

export default async function TeamPage(props: PageProps) {
  const scope = await scopeOf(props);
  const caller = await pageCaller();
  const { services } = await runtime();
  const team = await orNotFound(services.knowledge.team(caller, scope));
  if (!team) notFound();
  const client = createQueryClient();
  client.setQueryData(teamKnowledgeQuery(scope).queryKey, team);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Header crumbs={[{ label: "Knowledge", href: pages.knowledge(scope.workspace) }, { label: scope.team }]} />
      <TeamView key={`${scope.workspace}/${scope.team}`} {...scope} />
    </HydrationBoundary>
  );
}
