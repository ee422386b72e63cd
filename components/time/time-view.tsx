"use client";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { NotRead } from "@/components/shell/not-read";
import { StaleBar } from "@/components/shell/stale-bar";
import { cx } from "@/components/ui/cx";
import { Skeleton } from "@/components/ui/skeleton";
import { useDebounced } from "@/components/ui/use-debounced";
import { changesQuery, momentQuery } from "@/lib/client/moments";
import type { SessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/words/say";
import { ChangedSince } from "./changed-since";
import { KnownTable } from "./known-table";
import { MomentContext, MomentMemory } from "./moment-texts";
import { TimeBar } from "./time-bar";
import { useSteps } from "./use-steps";
import { useTimePlace } from "./use-time-place";

/** While the slider moves, no moment is asked for that is only passed by. Milliseconds. */
const PAUSE_MS = 120;
const NO_CHANGES = { items: [], total: 0 };

/** A session as it was at any moment, what had changed by then, and who knew what. */
export function TimeView(scope: SessionScope) {
  const { at, since, change } = useTimePlace();
  const move = useCallback((next: string | null) => void change({ at: next }), [change]);
  const changes = useQuery(changesQuery(scope)).data ?? NO_CHANGES;
  const steps = useSteps(changes.items, at, move);
  const still = useDebounced(at, PAUSE_MS);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    momentQuery(scope, still ?? undefined, since ?? undefined),
  );
  return (
    <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none">
      {data !== undefined && error && <StaleBar error={error} onRetry={() => void refetch()} />}
      <TimeBar changes={changes} steps={steps} at={at} onMove={move} />
      {data === undefined ? (
        error ? (
          <NotRead what={say("The session")} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="m-4 h-40" />
        )
      ) : (
        <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && "opacity-60")}>
          <ChangedSince scope={scope} moment={data} since={since} onSince={(next) => void change({ since: next })} />
          <KnownTable scope={scope} moment={data} />
          <MomentContext moment={data} />
          <MomentMemory scope={scope} moment={data} />
        </div>
      )}
    </main>
  );
}
