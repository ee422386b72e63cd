"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { sayCount, sayNumber } from "@/components/ui/say-count";
import { pages } from "@/lib/client/paths";
import { teamsQuery } from "@/lib/client/queries/knowledge";
import type { Team } from "@/lib/contracts/knowledge";
import { Reading } from "./reading";

/** The teams with what their indexes list, and how that compares with their budgets. */
export function TeamList({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(teamsQuery(workspace));
  if (data === undefined) return <Reading what="The teams" error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) {
    return (
      <EmptyState title="No team yet">
        A team is a folder in <code className="font-mono text-xs">.microai/agents/teams/</code>.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Teams">
      {data.items.map((team) => (
        <TeamRow key={team.id} workspace={workspace} team={team} />
      ))}
    </ul>
  );
}

function TeamRow({ workspace, team }: { workspace: string; team: Team }) {
  const broken = team.warnings.some((each) => each.severity === "error");
  return (
    <li className="border-line border-b">
      <Link
        href={pages.team(workspace, team.id)}
        className="hover:bg-hover grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_320px] items-center gap-x-4 gap-y-0.5 px-4 py-2.5 max-md:grid-cols-1"
      >
        <span className="flex min-w-0 items-center gap-2">
          <b dir="auto" className="truncate font-semibold">
            {team.id}
          </b>
          {broken && <Badge tone="bad">broken file</Badge>}
          {!broken && team.warnings.length > 0 && (
            <Badge tone="warn">{sayCount(team.warnings.length, "warning")}</Badge>
          )}
        </span>
        <span dir="auto" className="text-fg-2 truncate text-xs">
          {team.modes.length === 0 ? "no modes" : team.modes.join(", ")}
        </span>
        <span className="text-fg-3 text-xs tabular-nums md:text-end">
          {sayCount(team.entries, "entry", "entries")}, {team.shared} shared · {sayCount(team.tokens, "token")}, budget{" "}
          {sayNumber(team.budget.tokens)}
        </span>
      </Link>
    </li>
  );
}
