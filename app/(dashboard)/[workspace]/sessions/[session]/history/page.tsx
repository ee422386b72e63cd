import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SessionHistory } from "@/components/history/session-history";
import { SessionHeader } from "@/components/shell/session-header";
import { pageCaller } from "@/lib/api/page-caller";
import { eventsQuery } from "@/lib/client/history";
import { headOf, memoryHeadQuery } from "@/lib/client/memory";
import { createQueryClient } from "@/lib/client/query-client";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { found } from "../../../../or-not-found";
import { segmentsOf } from "../../../../segments-of";

interface PageProps {
  params: Promise<{ workspace: string; session: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: say("{session} · History", { session: (await segmentsOf(params)).session }) };
}

export default async function SessionHistoryPage({ params }: PageProps) {
  const { workspace, session } = await segmentsOf(params);
  const caller = await pageCaller(workspace);
  const { services } = await runtime();
  const scope = { workspace, session };
  await found(services.sessions.get(caller, scope));
  const [events, memory] = await Promise.all([
    services.events.list(caller, { workspace }, { session, limit: 100, format: "json" }),
    // The history is there even where the file cannot be read; the browser asks again and says why.
    services.memory.read(caller, scope).catch(() => undefined),
  ]);
  const client = createQueryClient();
  client.setQueryData(eventsQuery(workspace, { session }).queryKey, { pages: [events], pageParams: [null] });
  if (memory) client.setQueryData(memoryHeadQuery(scope).queryKey, headOf(memory));
  return (
    <>
      <SessionHeader {...scope} current="history" />
      <HydrationBoundary state={dehydrate(client)}>
        <SessionHistory {...scope} />
      </HydrationBoundary>
    </>
  );
}
