"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { sayDate } from "@/components/ui/relative-time";
import { pages, type TeamScope } from "@/lib/client/paths";
import { teamSessionsQuery } from "@/lib/client/team-sessions";
import type { TeamSessionSummary } from "@/lib/contracts/team-sessions";
import { say } from "@/lib/core/words/say";
import { Reading } from "./reading";
import { TeamSessionStatus } from "./team-session-status";

/** The sessions of a team, those that only its files know of included. */
export function TeamSessions({ scope }: { scope: TeamScope }) {
  const { data, error, refetch } = useQuery(teamSessionsQuery(scope));
  if (data === undefined) return <Reading what={say("The sessions")} error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) {
    return (
      <EmptyState title={say("No session yet")}>
        {say("Try a mode and a topic, and start one with what they load.")}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={say("Sessions")}>
      {data.items.map((session) => (
        <li key={session.id} className="border-line border-b">
          <Row scope={scope} session={session} />
        </li>
      ))}
    </ul>
  );
}

function Row({ scope, session }: { scope: TeamScope; session: TeamSessionSummary }) {
  const { id, known, mode, topic, status, date, turns, checkpoints, outcome } = session;
  const facts = [
    mode,
    say("{turns, plural, one {# turn} other {# turns}}", { turns }),
    checkpoints === 0 ? null : say("{checkpoints, plural, one {# checkpoint} other {# checkpoints}}", { checkpoints }),
    date === null ? null : sayDate(date),
  ];
  const content = (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <b dir="auto" className="truncate font-semibold">
          {id}
        </b>
        <TeamSessionStatus status={status} />
        {!known && <Badge>{say("from its files")}</Badge>}
      </span>
      <span dir="auto" className="text-fg-2 truncate">
        {outcome ?? topic}
      </span>
      <span className="text-fg-3 text-xs tabular-nums md:text-end">
        {facts.filter((each) => each !== null).join(" · ")}
      </span>
    </>
  );
  const shape =
    "grid grid-cols-[minmax(0,1.2fr)_minmax(0,1.6fr)_290px] items-center gap-x-4 gap-y-0.5 px-4 py-2 max-md:grid-cols-1";
  return (
    <Link href={pages.teamSession(scope.workspace, scope.team, id)} className={`hover:bg-hover ${shape}`}>
      {content}
    </Link>
  );
}
