"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { parseAsString, useQueryState } from "nuqs";
import { ReadFailure } from "@/components/shell/read-failure";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { TextInput } from "@/components/ui/field";
import { useDebounced } from "@/components/ui/use-debounced";
import { filesQuery, fileQuery } from "@/lib/client/files";
import { pages } from "@/lib/client/paths";
import { say } from "@/lib/core/words/say";
import { FileLines } from "@/components/memory/file-view";
import { MemorySkeleton } from "@/components/memory/list-states";
import { NotRead } from "@/components/shell/not-read";
import type { FileText } from "@/lib/contracts/files";

const PAUSE_MS = 150;

export function FilesView({ workspace }: { workspace: string }) {
  const [q, setQ] = useQueryState("q", parseAsString.withDefault(""));
  const still = useDebounced(q.trim(), PAUSE_MS);
  const { data, error, refetch } = useQuery({ ...filesQuery(workspace, still), placeholderData: keepPreviousData });
  const { items = [], total = 0 } = data ?? {};
  return (
    <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      <div className="border-line flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <div className="max-w-[420px] min-w-[200px] flex-1">
          <TextInput
            type="search"
            aria-label={say("Filter by path")}
            placeholder={say("Part of a path")}
            dir="auto"
            value={q}
            onChange={(event) => void setQ(event.target.value)}
          />
        </div>
        <p role="status" className="text-fg-3 ms-auto text-xs">
          {items.length < total
            ? say("First {items, number} of {total, number}; type to narrow", { items: items.length, total })
            : say("{total, plural, one {# file} other {# files}}", { total })}
        </p>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
        {error && <ReadFailure error={error} onRetry={() => void refetch()} className="px-2 py-2" />}
        {items.length > 0 ? (
          <ul aria-label={say("Files")}>
            {items.map(({ path, foreign }) => (
              <li key={path}>
                <Link
                  href={pages.file(workspace, path)}
                  prefetch={false}
                  className="hover:bg-hover flex min-h-7 items-center gap-2 rounded-md px-2 py-1"
                >
                  <code dir="auto" className="min-w-0 font-mono text-xs wrap-anywhere">
                    {path}
                  </code>
                  {foreign !== undefined && <Badge className="shrink-0">{say("not kept in step")}</Badge>}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          data &&
          !error && (
            <EmptyState title={still === "" ? say("No documents yet") : say("No file with that path")}>
              {still === ""
                ? say("Sessions, agents, teams and knowledge appear here once they have files.")
                : say("Try a shorter part of the path.")}
            </EmptyState>
          )
        )}
      </div>
    </main>
  );
}

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
        error ? (
          <NotRead what={say("The file")} error={error} onRetry={() => void refetch()} />
        ) : (
          <MemorySkeleton />
        )
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
  if (!isUtf8) return say("This file is not UTF-8. Bytes that cannot be decoded are shown as �.");
  return text.trim() === "" ? say("This file is empty.") : null;
}
