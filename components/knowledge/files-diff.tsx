"use client";
import { useQuery } from "@tanstack/react-query";
import { DiffSkeleton } from "@/components/history/revision-diff";
import { ReadFailure } from "@/components/shell/read-failure";
import { LineDiff } from "@/components/ui/line-diff";
import { knowledgeDiffQuery } from "@/lib/client/knowledge";
import { say } from "@/lib/core/words/say";

/** What is different between two files of knowledge. */
export function FilesDiff({ workspace, from, to }: { workspace: string; from: string; to: string }) {
  const { data, error, refetch } = useQuery(knowledgeDiffQuery(workspace, from, to));
  return (
    <div className="px-4 py-2">
      {data ? (
        <LineDiff diff={data} label={say("From {from} to {to}", { from, to })} />
      ) : error ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <DiffSkeleton />
      )}
    </div>
  );
}
