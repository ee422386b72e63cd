import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ContextHeaderActions } from "@/components/context/context-header-actions";
import { ContextView } from "@/components/context/context-view";
import { SessionHeader } from "@/components/shell/session-header";
import { pageCaller } from "@/lib/api/page-caller";
import {
  ackMatrixQuery,
  contextDeltaQuery,
  contextQuery,
  contextVersionsQuery,
  savingsQuery,
} from "@/lib/client/context";
import { gatesQuery } from "@/lib/client/gates";
import { createQueryClient } from "@/lib/client/query-client";
import { versionNumber } from "@/lib/core/context/version-number";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { found, orNotFound } from "../../../../or-not-found";
import { segmentsOf } from "../../../../segments-of";

interface ContextPageProps {
  params: Promise<{ workspace: string; session: string }>;
}

function scopeOf({ params }: ContextPageProps) {
  return segmentsOf(params);
}

export async function generateMetadata(props: ContextPageProps): Promise<Metadata> {
  return { title: say("{session} · Context", { session: (await scopeOf(props)).session }) };
}

export default async function ContextPage(props: ContextPageProps) {
  const scope = await scopeOf(props);
  const caller = await pageCaller(scope.workspace);
  const { services } = await runtime();
  await found(services.sessions.get(caller, scope));
  // First alone: a file seen for the first time is taken note of by whoever reads it.
  const context = await orNotFound(services.context.read(caller, scope));
  const [versions, matrix, savings, gates] = await Promise.all([
    services.context.list(caller, scope),
    services.context.matrix(caller, scope),
    services.context.savings(caller, scope),
    services.gates.list(caller, scope),
  ]);
  const client = createQueryClient();
  client.setQueryData(contextQuery(scope).queryKey, context ?? null);
  client.setQueryData(contextVersionsQuery(scope).queryKey, versions);
  client.setQueryData(ackMatrixQuery(scope).queryKey, matrix);
  client.setQueryData(savingsQuery(scope).queryKey, savings);
  client.setQueryData(gatesQuery(scope).queryKey, gates);
  const [to = 0, from = 0] = versions.items.slice(0, 2).map((each) => versionNumber(each.version) ?? 0);
  if (from > 0) {
    const delta = await services.context.delta(caller, scope, { from: String(from), to: String(to) });
    client.setQueryData(contextDeltaQuery(scope, from, to).queryKey, delta);
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <SessionHeader {...scope} current="context">
        <ContextHeaderActions {...scope} />
      </SessionHeader>
      <ContextView key={`${scope.workspace}/${scope.session}`} {...scope} />
    </HydrationBoundary>
  );
}
