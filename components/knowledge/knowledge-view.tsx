"use client";
import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Content } from "@/components/shell/content";
import { useActions } from "@/components/ui/action-registry";
import { EmptyState } from "@/components/ui/empty-state";
import { ViewSwitch } from "@/components/ui/view-switch";
import { knowledgeProblemsQuery, registryQuery, teamsQuery } from "@/lib/client/queries/knowledge";
import { Duplicates } from "./duplicates";
import { KnowledgeProblems } from "./knowledge-problems";
import { Registry } from "./registry";
import { TeamList } from "./team-list";

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
