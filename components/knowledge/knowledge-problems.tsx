"use client";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { knowledgeProblemsQuery } from "@/lib/client/queries/knowledge";
import { Reading } from "./reading";

/** What is wrong with knowledge beyond one file: broken references, entries nothing loads, files no index lists. */
export function KnowledgeProblems({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(knowledgeProblemsQuery(workspace));
  if (data === undefined) return <Reading what="The problems" error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) {
    return <EmptyState title="Nothing is wrong">Every reference leads to a file, and every file is listed.</EmptyState>;
  }
  return (
    <ul aria-label="Problems">
      {data.items.map((problem, index) => (
        <li key={index} className="border-line flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b px-4 py-2">
          <Badge tone={/broken|missing|cycle/.test(problem.kind) ? "bad" : "warn"}>
            {problem.kind.replaceAll("_", " ")}
          </Badge>
          <span className="written min-w-[min(280px,100%)] flex-1">{problem.message}</span>
          <code className="text-fg-3 font-mono text-xs wrap-anywhere">
            {problem.path}
            {problem.line !== null && `:${problem.line}`}
          </code>
        </li>
      ))}
    </ul>
  );
}
