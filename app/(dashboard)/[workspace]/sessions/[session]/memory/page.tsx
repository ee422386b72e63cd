import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { MemoryHeaderActions } from "@/components/memory/memory-header-actions";
import { MemoryView } from "@/components/memory/memory-view";
import { SessionHeader } from "@/components/shell/session-header";
import { pageCaller } from "@/lib/api/page-caller";
import { memoryQuery, relaysQuery } from "@/lib/client/memory";
import { createQueryClient } from "@/lib/client/query-client";
import { proposedRepairsQuery } from "@/lib/client/repairs";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { found } from "../../../../or-not-found";
import { segmentsOf } from "../../../../segments-of";

interface MemoryPageProps {
  params: Promise<{ workspace: string; session: string }>;
}

function scopeOf({ params }: MemoryPageProps) {
  return segmentsOf(params);
}

export async function generateMetadata(props: MemoryPageProps): Promise<Metadata> {
  return { title: say("{session} · Memory", { session: (await scopeOf(props)).session }) };
}

export default async function MemoryPage(props: MemoryPageProps) {
  const scope = await scopeOf(props);
  const caller = await pageCaller(scope.workspace);
  const { services } = await runtime();
  const read = await found(
    Promise.all([services.memory.read(caller, scope), services.relays.listToDecide(caller, scope)]),
  );
  const client = createQueryClient();
  const repairs = await services.repairs.list(caller, scope, { state: "proposed" });
  client.setQueryData(proposedRepairsQuery(scope.workspace).queryKey, repairs);
  client.setQueryData(memoryQuery(scope).queryKey, read[0]);
  client.setQueryData(relaysQuery(scope).queryKey, read[1]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <SessionHeader {...scope} current="memory">
        <MemoryHeaderActions {...scope} />
      </SessionHeader>
      <MemoryView key={`${scope.workspace}/${scope.session}`} {...scope} />
    </HydrationBoundary>
  );
}
