"use client";
import { useQuery } from "@tanstack/react-query";
import type { SessionScope } from "@/lib/client/paths";
import { revisionQuery } from "@/lib/client/queries/revision";
import { DiffFailure, DiffSkeleton } from "./revision-diff";

/** The whole file as it was at a revision, with line numbers. */
export function RevisionText({ scope, revision }: { scope: SessionScope; revision: number }) {
  const { data, error, refetch } = useQuery({ ...revisionQuery(scope, revision), enabled: revision > 0 });
  if (revision === 0) return <p className="text-fg-2">Before the first revision there was no file.</p>;
  if (!data) return error ? <DiffFailure error={error} onRetry={() => void refetch()} /> : <DiffSkeleton />;
  const lines = data.text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return (
    <div
      role="group"
      aria-label={`The file at revision ${revision}`}
      className="border-line bg-raised flex overflow-hidden rounded-lg border py-1 font-mono text-xs leading-[18px]"
    >
      {lines.length <= PLAIN ? (
        <ol className="min-w-0 flex-1">
          {lines.map((line, index) => (
            <li key={index} className="grid grid-cols-[44px_1fr]">
              <span aria-hidden className="text-fg-3 pe-2 text-end select-none">
                {index + 1}
              </span>
              <span className="written pe-2 whitespace-pre-wrap">{line}</span>
            </li>
          ))}
        </ol>
      ) : (
        <pre className="min-w-0 flex-1 overflow-x-auto px-3">{data.text}</pre>
      )}
    </div>
  );
}

/** Numbering more lines than these would make the page slow; the text is then shown as it is. */
const PLAIN = 3000;
