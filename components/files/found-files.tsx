"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { filesQuery } from "@/lib/client/files";
import { pages } from "@/lib/client/paths";
import { say } from "@/lib/core/i18n/say";

interface FoundFilesProps {
  workspace: string;
  /** What their paths hold. */
  q: string;
  /** So many are listed. */
  most: number;
}

/** The documents of a workspace by a part of their paths, each leading to its page. */
export function FoundFiles({ workspace, q, most }: FoundFilesProps) {
  const { data } = useQuery({ ...filesQuery(workspace, q, most), placeholderData: keepPreviousData });
  const { items = [], total = 0 } = data ?? {};
  if (items.length === 0) return null;
  return (
    <section aria-label={say("Files")} className="border-line mb-2 border-b pb-2">
      <ul>
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
      {items.length < total && (
        <Link href={pages.search(workspace, q)} className="text-fg-3 px-2 text-xs hover:underline">
          {say("First {items, number} of {total, number}; search for the rest", { items: items.length, total })}
        </Link>
      )}
    </section>
  );
}
