import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Changes } from "@/components/ui/changes";
import { activityStart } from "@/components/overview/activity";
import { ON_OVERVIEW, sessionsAtWork } from "@/components/overview/at-work";
import { Overview } from "@/components/overview/overview";
import { Header } from "@/components/shell/header";
import { ActionButton } from "@/components/ui/action-button";
import { pageCaller } from "@/lib/api/page-caller";
import { ACTIVITY_EVENTS, activityQuery } from "@/lib/client/history";
import { needsQuery } from "@/lib/client/needs";
import { presenceQuery } from "@/lib/client/sessions";
import { createQueryClient } from "@/lib/client/query-client";
import { trashQuery } from "@/lib/client/sessions";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { orForbidden } from "../or-forbidden";
import { found } from "../or-not-found";
import { segmentsOf } from "../segments-of";

export function generateMetadata(): Metadata {
  return { title: say("Overview") };
}

export default async function OverviewPage({ params }: { params: Promise<{ workspace: string }> }) {
  const workspace = (await segmentsOf(params)).workspace;
  const caller = await pageCaller(workspace);
  const { services } = await runtime();
  const sessions = await found(services.sessions.list(caller, { workspace }));
  const client = createQueryClient();

  const now = new Date();
  const since = activityStart(now);
  const scope = { workspace };
  // A caller that may not see what waits for the Lead sees the sessions alone.
  const needs = orForbidden(services.needs.list(caller, scope));
  const activity = services.events.list(caller, scope, { from: since, limit: ACTIVITY_EVENTS, format: "json" });
  const trash = orForbidden(services.sessions.listDeleted(caller, scope));
  const waiting: Promise<unknown>[] = [];
  for (const { id } of sessionsAtWork(sessions.items, now.toISOString(), ON_OVERVIEW)) {
    const session = { workspace, session: id };
    const present = services.presence.team(caller, session);
    waiting.push(present.then((read) => client.setQueryData(presenceQuery(session).queryKey, read)));
  }
  client.setQueryData(needsQuery(workspace).queryKey, (await needs) ?? { items: [], nextCursor: null });
  client.setQueryData(activityQuery(workspace, since).queryKey, await activity);
  // Who may not restore has no trash to see.
  client.setQueryData(trashQuery(workspace).queryKey, (await trash) ?? { items: [], nextCursor: null });
  // A session deleted meanwhile is no reason to show nothing: the page reads again what is missing here.
  await Promise.allSettled(waiting);

  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Header crumbs={[{ label: say("Overview") }]}>
        <Changes>
          <span className="max-sm:hidden">
            <ActionButton action="team.join" label={say("Add agents…")} look="ghost" />
          </span>
          <ActionButton action="session.create" label={say("New session…")} keys="c" />
        </Changes>
      </Header>
      <Overview workspace={workspace} since={since} now={now.toISOString()} />
    </HydrationBoundary>
  );
}
