import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TeamSessionActions, TeamSessionView } from "@/components/knowledge/team-session-view";
import { Header } from "@/components/shell/header";
import { pageCaller } from "@/lib/api/page-caller";
import { pages } from "@/lib/client/paths";
import { createQueryClient } from "@/lib/client/query-client";
import { checkpointsQuery, teamSessionQuery, teamSessionsQuery } from "@/lib/client/team-sessions";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { orNotFound } from "../../../../../../or-not-found";
import { segmentsOf } from "../../../../../../segments-of";

interface PageProps {
  params: Promise<{ workspace: string; team: string; session: string }>;
}

function scopeOf({ params }: PageProps) {
  return segmentsOf(params);
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { team, session } = await scopeOf(props);
  return { title: `${session} · ${team}` };
}

export default async function TeamSessionPage(props: PageProps) {
  const scope = await scopeOf(props);
  const caller = await pageCaller(scope.workspace);
  const { services } = await runtime();
  const client = createQueryClient();
  const session = await orNotFound(services.teams.get(caller, scope));
  const list = await orNotFound(services.teams.sessions(caller, scope));
  const checkpoints = await orNotFound(services.teams.checkpoints.list(caller, scope));
  const written = list?.items.some(({ id }) => id === scope.session) ?? false;
  if (!session && !written && (checkpoints?.items.length ?? 0) === 0) notFound();
  if (list) client.setQueryData(teamSessionsQuery(scope).queryKey, list);
  if (session) client.setQueryData(teamSessionQuery(scope).queryKey, session);
  if (checkpoints) client.setQueryData(checkpointsQuery(scope).queryKey, checkpoints);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Header
        crumbs={[
          { label: say("Knowledge"), href: pages.knowledge(scope.workspace) },
          { label: scope.team, href: pages.team(scope.workspace, scope.team) },
          { label: scope.session },
        ]}
      >
        <TeamSessionActions {...scope} />
      </Header>
      <TeamSessionView key={`${scope.workspace}/${scope.team}/${scope.session}`} {...scope} />
    </HydrationBoundary>
  );
}
