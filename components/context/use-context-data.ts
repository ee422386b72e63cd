"use client";
import { useQuery } from "@tanstack/react-query";
import type { SessionScope } from "@/lib/client/paths";
import { ackMatrixQuery } from "@/lib/client/queries/ack-matrix";
import { contextQuery } from "@/lib/client/queries/context";
import { contextVersionsQuery } from "@/lib/client/queries/context-versions";
import { gatesQuery } from "@/lib/client/queries/gates";
import { savingsQuery } from "@/lib/client/queries/savings";

/** Everything the page of a context reads, kept current by the stream. */
export function useContextData(scope: SessionScope) {
  const context = useQuery(contextQuery(scope));
  const versions = useQuery(contextVersionsQuery(scope));
  const matrix = useQuery(ackMatrixQuery(scope));
  const savings = useQuery(savingsQuery(scope));
  const gates = useQuery(gatesQuery(scope));
  const all = [context, versions, matrix, savings, gates];
  return {
    context: context.data,
    versions: versions.data?.items,
    matrix: matrix.data,
    savings: savings.data,
    gate: gates.data?.items.find((gate) => gate.state === "open"),
    error: all.find((each) => each.error !== null)?.error ?? null,
    retry: () => {
      for (const each of all) if (each.isError) void each.refetch();
    },
  };
}
