"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Diff } from "@/components/ui/diff";
import { Skeleton } from "@/components/ui/skeleton";
import type { SessionScope } from "@/lib/client/paths";
import { diffQuery } from "@/lib/client/queries/diff";
import { wordsOf } from "@/lib/client/request-error";

/** More lines than these take a moment to draw, so they are drawn when asked for. */
const LINES = 1200;

interface RevisionDiffProps {
  scope: SessionScope;
  from: number;
  to: number;
  split: boolean;
}

/** What changed from one revision to another, with how much in a line above. */
export function RevisionDiff({ scope, from, to, split }: RevisionDiffProps) {
  const { data, error, refetch } = useQuery(diffQuery(scope, from, to));
  const [all, setAll] = useState(false);
  if (!data) return error ? <DiffFailure error={error} onRetry={() => void refetch()} /> : <DiffSkeleton />;
  if (data.hunks.length === 0) {
    return <p className="text-fg-2">Both revisions hold the same text.</p>;
  }
  const { hunks, left } = all ? { hunks: data.hunks, left: 0 } : firstLines(data.hunks);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-fg-3 text-xs">
        {data.added > 0 && <span className="text-ok">+{data.added} </span>}
        {data.removed > 0 && <span className="text-bad">−{data.removed} </span>}
        {data.added + data.removed === 1 ? "line" : "lines"}
      </p>
      <Diff hunks={hunks} split={split} label={`Changes from revision ${from} to ${to}`} />
      {left > 0 && (
        <Button className="self-start" onClick={() => setAll(true)}>
          Show the other {left} lines
        </Button>
      )}
    </div>
  );
}

type Hunks = { lines: React.ComponentProps<typeof Diff>["hunks"][number]["lines"] }[];

function firstLines(hunks: Hunks): { hunks: Hunks; left: number } {
  let room = LINES;
  let left = 0;
  const shown: Hunks = [];
  for (const { lines } of hunks) {
    if (room > 0) shown.push({ lines: lines.slice(0, room) });
    left += Math.max(0, lines.length - room);
    room = Math.max(0, room - lines.length);
  }
  return { hunks: shown, left };
}

/** Why a text or a difference is not shown, with another try. */
export function DiffFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message, hint } = wordsOf(error);
  return (
    <div role="alert" className="flex flex-col items-start gap-2">
      <p>{message}</p>
      {hint && <p className="text-fg-2">{hint}</p>}
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}

/** The shape of a difference while it is read. */
export function DiffSkeleton() {
  return (
    <div className="border-line flex flex-col gap-2.5 rounded-lg border p-3">
      {["w-3/5", "w-4/5", "w-2/3", "w-1/2", "w-3/4"].map((width) => (
        <Skeleton key={width} className={`h-3 ${width}`} />
      ))}
    </div>
  );
}
