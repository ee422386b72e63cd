"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { FaultMark } from "@/components/faults/fault-mark";
import { Content } from "@/components/shell/content";
import { useActions } from "@/components/ui/action-registry";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { sayCount, sayNumber } from "@/lib/core/text/say-count";
import { ViewSwitch } from "@/components/ui/view-switch";
import { knowledgeProblemsQuery, registryQuery, teamsQuery } from "@/lib/client/knowledge";
import { teamFolder, teamName } from "@/lib/core/knowledge/team-place";
import { pages } from "@/lib/client/paths";
import type { Team } from "@/lib/contracts/knowledge";
import { Duplicates } from "./duplicates";
import { Reading } from "./reading";
import { Registry } from "./registry";

const VIEWS = ["teams", "registry", "duplicates", "problems"] as const;
type View = (typeof VIEWS)[number];

const WORDS: Record<View, { label: string; keys: string; action: string }> = {
  teams: { label: "Teams", keys: "v t", action: "Show the teams" },
  registry: { label: "Shared", keys: "v r", action: "Show the shared registry" },
  duplicates: { label: "Duplicates", keys: "v d", action: "Show what is there more than once" },
  problems: { label: "Problems", keys: "v p", action: "Show what is wrong with knowledge" },
};

/** Knowledge: what teams load within their budgets, what they share, and what is there twice. */
export function KnowledgeView({ workspace }: { workspace: string }) {
  const [view, setView] = useQueryState("view", parseAsStringLiteral(VIEWS).withDefault("teams"));
  const { data: registry } = useQuery(registryQuery(workspace));
  const { data: teams } = useQuery(teamsQuery(workspace));
  const { data: problems } = useQuery(knowledgeProblemsQuery(workspace));
  const counts: Record<View, number | undefined> = {
    teams: teams?.items.length,
    registry: registry?.items.length,
    duplicates: undefined,
    problems: problems?.items.length,
  };
  const nothing = teams?.items.length === 0 && registry?.items.length === 0;

  useActions(
    VIEWS.map((each) => ({
      id: `knowledge.view.${each}`,
      label: WORDS[each].action,
      group: "View" as const,
      keys: WORDS[each].keys,
      enabled: each !== view,
      run: () => void setView(each),
    })),
  );

  return (
    <Content>
      <div className="border-line flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5">
        <ViewSwitch
          views={VIEWS}
          value={view}
          onChange={(each) => void setView(each)}
          name={(each) => (
            <>
              {WORDS[each].label}
              {counts[each] !== undefined && <span className="text-fg-3 ms-1.5 tabular-nums">{counts[each]}</span>}
            </>
          )}
        />
      </div>
      {nothing ? (
        <EmptyState title="This project has no knowledge yet" command="wardroom init --knowledge">
          Knowledge lies in <code className="font-mono text-xs">.microai/</code>: what all teams share, and an index for
          each that says what loads for which mode and topic. Lay it out:
        </EmptyState>
      ) : (
        <>
          {view === "teams" && <TeamList workspace={workspace} />}
          {view === "registry" && <Registry workspace={workspace} />}
          {view === "duplicates" && <Duplicates workspace={workspace} />}
          {view === "problems" && <KnowledgeProblems workspace={workspace} />}
        </>
      )}
    </Content>
  );
}

/** What is wrong with knowledge beyond one file: broken references, entries nothing loads, files no index lists. */
function KnowledgeProblems({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(knowledgeProblemsQuery(workspace));
  if (data === undefined) return <Reading what="The problems" error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) {
    return <EmptyState title="No problems">Every reference has its file, and every file is listed.</EmptyState>;
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

/** The teams with what their indexes list, and how that compares with their budgets. */
function TeamList({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(teamsQuery(workspace));
  if (data === undefined) return <Reading what="The teams" error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) {
    return (
      <EmptyState title="No team yet">
        A team is a folder in <code className="font-mono text-xs">.microai/agents/teams/</code> or{" "}
        <code className="font-mono text-xs">.microai/teams/</code>, or one with a folder{" "}
        <code className="font-mono text-xs">knowledge/</code> in{" "}
        <code className="font-mono text-xs">.microai/agents/</code>.
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
          <b dir="auto" className="max-w-full shrink-0 truncate font-semibold">
            {teamName(team.id)}
          </b>
          {teamName(team.id) !== team.id && (
            <span className="text-fg-3 truncate font-mono text-xs">{teamFolder(team.id)}</span>
          )}
          <FaultMark workspace={workspace} within={(path) => path.startsWith(`${teamFolder(team.id)}/`)} />
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
