"use client";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { NotRead } from "@/components/shell/not-read";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { WhenSeen } from "@/components/ui/when-seen";
import { insightAddress, insightsQuery } from "@/lib/client/insights";
import type { SessionScope } from "@/lib/client/paths";

const GatesFigure = lazyPart(() => import("@/components/insights/gates-figure").then((module) => module.GatesFigure));

/** Of the figure, about. Pixels. */
const HEIGHT = 280;

/** How the blockers of the session's gates came and went; read and drawn once it is seen. */
export function GateBurnDown({ scope }: { scope: SessionScope }) {
  return (
    <WhenSeen height={HEIGHT}>
      <Suspense fallback={<Skeleton className="m-4 h-60" />}>
        <BurnDown scope={scope} />
      </Suspense>
    </WhenSeen>
  );
}

function BurnDown({ scope }: { scope: SessionScope }) {
  const { data, error, refetch } = useQuery(insightsQuery(scope, { show: "gates" }));
  if (data?.gates) {
    const query = insightAddress(scope, { show: "gates" });
    return <GatesFigure gates={data.gates} query={query} until={Date.parse(data.until)} />;
  }
  if (error) return <NotRead what="The burn-down" error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="m-4 h-60" />;
}
