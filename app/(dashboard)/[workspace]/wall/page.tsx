import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ON_WALL, sessionsAtWork } from "@/components/overview/at-work";
import { Wall } from "@/components/overview/wall";
import { Header } from "@/components/shell/header";
import { pageCaller } from "@/lib/api/page-caller";
import { pages } from "@/lib/client/paths";
import { presenceQuery } from "@/lib/client/sessions";
import { createQueryClient } from "@/lib/client/query-client";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { found } from "../../or-not-found";
import { segmentsOf } from "../../segments-of";

export function generateMetadata(): Metadata {
  return { title: say("Wall") };
}

export default async function WallPage({ params }: { params: Promise<{ workspace: string }> }) {
  const workspace = (await segmentsOf(params)).workspace;
  const caller = await pageCaller(workspace);
  const { services } = await runtime();
  const sessions = await found(services.sessions.list(caller, { workspace }));
  const client = createQueryClient();
  const now = new Date().toISOString();
  // A session deleted meanwhile is no reason to show nothing.
  await Promise.allSettled(
    sessionsAtWork(sessions.items, now, ON_WALL).map(async ({ id }) => {
      const session = { workspace, session: id };
      client.setQueryData(presenceQuery(session).queryKey, await services.presence.team(caller, session));
    }),
  );
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Header crumbs={[{ label: say("Overview"), href: pages.overview(workspace) }, { label: say("Wall") }]} />
      <Wall workspace={workspace} now={now} />
    </HydrationBoundary>
  );
}
