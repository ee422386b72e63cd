"use client";
import { useQuery } from "@tanstack/react-query";
import { PlainText } from "@/components/ui/plain-text";
import type { SessionScope } from "@/lib/client/paths";
import { revisionQuery } from "@/lib/client/queries/revision";
import { ReadFailure } from "@/components/shell/read-failure";
import { DiffSkeleton } from "./revision-diff";

/** The whole file as it was at a revision, with line numbers. */
export function RevisionText({ scope, revision }: { scope: SessionScope; revision: number }) {
  const { data, error, refetch } = useQuery({ ...revisionQuery(scope, revision), enabled: revision > 0 });
  if (revision === 0) return <p className="text-fg-2">Before the first revision there was no file.</p>;
  if (!data) return error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <DiffSkeleton />;
  return <PlainText text={data.text} label={`The file at revision ${revision}`} />;
}
