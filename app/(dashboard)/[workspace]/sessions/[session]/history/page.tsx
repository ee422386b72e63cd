import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SessionHistory } from "@/components/history/session-history";
import { SessionHeader } from "@/components/shell/session-header";
import { pageCaller } from "@/lib/api/page-caller";
import { eventsQuery } from "@/lib/client/queries/events";
import { createQueryClient } from "@/lib/client/query-client";
import { runtime } from "@/lib/runtime";
import { orNotFound } from "../../../../or-not-found";

interface PageProps {
  params: Promise<{ workspace: string; session: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { session } = await params;
  return { title: `${decodeURIComponent(session)} · History` };
}

export default async function SessionHistoryPage({ params }: PageProps) {
  const segments = await params;
  const workspace = decodeURIComponent(segments.workspace);
  const session = decodeURIComponent(segments.session);
  const caller = await pageCaller();
  const { services } = await runtime();
  if (!(await orNotFound(services.sessions.get(caller, { workspace, session })))) notFound();
  const events = await services.events.list(caller, { workspace }, { session, limit: 100, format: "json" });
  const client = createQueryClient();
  client.setQueryData(eventsQuery(workspace, { session }).queryKey, { pages: [events], pageParams: [null] });
  return (
    <>
      <SessionHeader workspace={workspace} session={session} current="history" />
      <HydrationBoundary state={dehydrate(client)}>
        <SessionHistory workspace={workspace} session={session} />
      </HydrationBoundary>
    </>
  );
}
