import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GatesHeaderActions } from "@/components/gates/gates-header-actions";
import { GatesView } from "@/components/gates/gates-view";
import { SessionHeader } from "@/components/shell/session-header";
import { pageCaller } from "@/lib/api/page-caller";
import { gatesQuery } from "@/lib/client/gates";
import { memoryQuery } from "@/lib/client/memory";
import { createQueryClient } from "@/lib/client/query-client";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { found } from "../../../../or-not-found";
import { segmentsOf } from "../../../../segments-of";

interface GatesPageProps {
  params: Promise<{ workspace: string; session: string }>;
}

function scopeOf({ params }: GatesPageProps) {
  return segmentsOf(params);
}

export async function generateMetadata(props: GatesPageProps): Promise<Metadata> {
  return { title: say("{session} · Gates", { session: (await scopeOf(props)).session }) };
}

export default async function GatesPage(props: GatesPageProps) {
  const scope = await scopeOf(props);
  const caller = await pageCaller(scope.workspace);
  const { services } = await runtime();
  const gates = await found(services.gates.list(caller, scope));
  const client = createQueryClient();
  client.setQueryData(gatesQuery(scope).queryKey, gates);
  // The words of stale items; without any, the memory need not be sent along.
  if (gates.items.some((gate) => gate.stale.length > 0)) {
    client.setQueryData(memoryQuery(scope).queryKey, await services.memory.read(caller, scope));
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <SessionHeader {...scope} current="gates">
        <GatesHeaderActions {...scope} />
      </SessionHeader>
      <GatesView key={`${scope.workspace}/${scope.session}`} {...scope} />
    </HydrationBoundary>
  );
}
