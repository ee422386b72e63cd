"use client";
import { useQuery } from "@tanstack/react-query";
import { fileQuery } from "@/lib/client/files";
import { say } from "@/lib/core/i18n/say";
import { FileLines } from "@/components/memory/file-view";
import { Reading } from "@/components/shell/reading";
import type { FileText } from "@/lib/contracts/files";

interface DocumentViewProps {
  workspace: string;
  path: string;
  /** The line to show first. */
  line: number | null;
}

export function DocumentView({ workspace, path, line }: DocumentViewProps) {
  const { data, error, refetch } = useQuery(fileQuery(workspace, path));
  return (
    <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      {data === undefined ? (
        <Reading what={say("The file")} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {noteOf(data) !== null && (
            <p role="status" className="border-line bg-warn-soft border-b px-4 py-2">
              {noteOf(data)}
            </p>
          )}
          {data.problem === null && <FileLines text={data.text} diagnostics={[]} line={line} label={path} />}
        </>
      )}
    </main>
  );
}

/** What keeps the text from saying all that the file holds; null where nothing does. */
function noteOf({ problem, isUtf8, text }: FileText): string | null {
  if (problem !== null) return problem;
  if (!isUtf8) return say("This file is not UTF-8. Undecodable bytes show as �.");
  return text.trim() === "" ? say("This file is empty.") : null;
}
