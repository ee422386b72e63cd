import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { HistoryHeaderActions } from "@/components/history/history-header-actions";
import { WorkspaceHistory } from "@/components/history/workspace-history";
import { Header } from "@/components/shell/header";
import { pageCaller } from "@/lib/api/page-caller";
import { eventsQuery } from "@/lib/client/history";
import { createQueryClient } from "@/lib/client/query-client";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { found } from "../../or-not-found";
import { segmentsOf } from "../../segments-of";

interface PageProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export function generateMetadata(): Metadata {
  return { title: say("History") };
}

/** What narrows the history; with any of these in the address the browser asks by itself. */
const FILTERS = ["actor", "action", "target", "session", "from", "to"];

export default async function HistoryPage({ params, searchParams }: PageProps) {
  const workspace = (await segmentsOf(params)).workspace;
  const asked = await searchParams;
  const client = createQueryClient();
  const caller = await pageCaller(workspace);
  if (FILTERS.every((name) => asked[name] === undefined)) {
    const { services } = await runtime();
    const events = await found(services.events.list(caller, { workspace }, { limit: 100, format: "json" }));
    client.setQueryData(eventsQuery(workspace).queryKey, { pages: [events], pageParams: [null] });
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Header crumbs={[{ label: say("History") }]}>
        <HistoryHeaderActions workspace={workspace} />
      </Header>
      <WorkspaceHistory workspace={workspace} />
    </HydrationBoundary>
  );
}
