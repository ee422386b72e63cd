import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SessionHeader } from "@/components/shell/session-header";
import { TimeView } from "@/components/time/time-view";
import { pageCaller } from "@/lib/api/page-caller";
import { changesQuery, momentQuery } from "@/lib/client/moments";
import { createQueryClient } from "@/lib/client/query-client";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { found } from "../../../../or-not-found";
import { segmentsOf } from "../../../../segments-of";

interface PageProps {
  params: Promise<{ workspace: string; session: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: say("{session} · Time", { session: (await segmentsOf(params)).session }) };
}

export default async function TimePage({ params }: PageProps) {
  const scope = await segmentsOf(params);
  const caller = await pageCaller(scope.workspace);
  const { services } = await runtime();
  const [moment, changes] = await found(
    Promise.all([services.moments.read(caller, scope, {}), services.moments.list(caller, scope)]),
  );
  const client = createQueryClient();
  client.setQueryData(momentQuery(scope, undefined, undefined).queryKey, moment);
  client.setQueryData(changesQuery(scope).queryKey, changes);
  return (
    <>
      <SessionHeader {...scope} current="time" />
      <HydrationBoundary state={dehydrate(client)}>
        <TimeView key={`${scope.workspace}/${scope.session}`} {...scope} />
      </HydrationBoundary>
    </>
  );
}
