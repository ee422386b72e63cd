import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { InsightsView } from "@/components/insights/insights-view";
import { SessionHeader } from "@/components/shell/session-header";
import { pageCaller } from "@/lib/api/page-caller";
import { insightsQuery } from "@/lib/client/insights";
import { createQueryClient } from "@/lib/client/query-client";
import { InsightsQuery } from "@/lib/contracts/insights";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { found } from "../../../../or-not-found";
import { segmentsOf } from "../../../../segments-of";

interface PageProps {
  params: Promise<{ workspace: string; session: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: say("{session} · Insights", { session: (await segmentsOf(params)).session }) };
}

export default async function InsightsPage({ params, searchParams }: PageProps) {
  const scope = await segmentsOf(params);
  // An address that asks for no days there are shows the whole session.
  const { days } = InsightsQuery.safeParse({ days: (await searchParams)["days"] }).data ?? {};
  const caller = await pageCaller(scope.workspace);
  const { services } = await runtime();
  const insights = await found(services.insights.read(caller, scope, { days }));
  const client = createQueryClient();
  client.setQueryData(insightsQuery(scope, { days }).queryKey, insights);
  return (
    <>
      <SessionHeader {...scope} current="insights" />
      <HydrationBoundary state={dehydrate(client)}>
        <InsightsView key={`${scope.workspace}/${scope.session}`} {...scope} />
      </HydrationBoundary>
    </>
  );
}
