import { readQuery } from "@/lib/client/read-query";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { useState } from "react";
import { ReadFailure } from "@/components/shell/read-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { sayRun } from "@/lib/client/runs";
import { RelativeTime } from "@/components/ui/relative-time";
import { sayParts } from "@/components/ui/say-parts";
import type { MomentRun } from "@/lib/contracts/context";
import { pages, query, type SessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/words/say";

/** What each run in a seat had been shown and had confirmed at a moment. */
export function RunsThen({ runs }: { runs: readonly MomentRun[] }) {
  if (runs.length === 0) return null;
  return (
    <ul className="text-fg-3 w-full text-xs">
      {runs.map(({ id, shown, confirmed, ended }) => (
        <li key={id} className="flex flex-wrap gap-x-3">
          <span className="font-mono" title={id}>
            {sayRun(id)}
          </span>
          <span>
            {say("shown {shown} · confirmed {confirmed}", { shown: shown ?? "–", confirmed: confirmed ?? "–" })}
          </span>
          {ended !== null && <span>{sayParts("ended {when}", { when: <RelativeTime at={ended} ago /> })}</span>}
        </li>
      ))}
    </ul>
  );
}

export function KnewThen({ scope, at }: { scope: SessionScope; at: string }) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    ...readQuery("GET /sessions/{session}/moment", { params: scope, query: { at } }),
    enabled: open,
  });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="text-fg-2 cursor-pointer select-none">{say("Who knew what")}</summary>
      {data === undefined ? (
        error ? (
          <ReadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="mt-2 h-16" />
        )
      ) : data.roles.length === 0 ? (
        <p className="text-fg-3 pt-2">{say("No roles had joined yet.")}</p>
      ) : (
        <ul aria-label={say("Who knew what")} className="pt-2">
          {data.roles.map(({ role, version, behind, read, runs }) => (
            <li key={role} className="border-line flex flex-wrap gap-x-3 border-b py-1">
              <Link
                href={`${pages.context(scope.workspace, scope.session)}${query({ knower: role, at })}`}
                className="hover:text-accent w-40 shrink-0 truncate"
                title={role}
                prefetch={false}
              >
                {role}
              </Link>
              <span>{version ?? <span className="text-fg-3">{say("Nothing confirmed")}</span>}</span>
              {behind > 0 && (
                <span className="text-warn text-xs">
                  {say("{behind, plural, one {# version} other {# versions}} behind", { behind })}
                </span>
              )}
              {read !== null && (
                <span className="text-fg-3 ms-auto text-xs">
                  {say("Memory read at revision {revision}", { revision: read.revision })}
                </span>
              )}
              <RunsThen runs={runs} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
