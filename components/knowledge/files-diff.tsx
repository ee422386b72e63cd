"use client";
import { useQuery } from "@tanstack/react-query";
import { LineDiff } from "@/components/ui/line-diff";
import { knowledgeDiffQuery } from "@/lib/client/queries/knowledge";
import { wordsOf } from "@/lib/client/request-error";

/** What is different between two files of knowledge. */
export function FilesDiff({ workspace, from, to }: { workspace: string; from: string; to: string }) {
  const { data, error } = useQuery(knowledgeDiffQuery(workspace, from, to));
  return (
    <div className="px-4 py-2">
      {data && <LineDiff diff={data} label={`From ${from} to ${to}`} />}
      {error && <p role="alert">{wordsOf(error).message}</p>}
    </div>
  );
}
