"use client";
import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { FileProblems } from "@/components/faults/file-problems";
import { Content } from "@/components/shell/content";
import { useActions } from "@/components/ui/action-registry";
import { ViewSwitch } from "@/components/ui/view-switch";
import { teamKnowledgeQuery } from "@/lib/client/knowledge";
import type { TeamScope } from "@/lib/client/paths";
import { say, sentence, type Sentence } from "@/lib/core/words/say";
import { Reading } from "./reading";
import { TeamEntries } from "./team-entries";
import { TeamMemoryPanel } from "./team-memory-panel";
import { TeamSessions } from "./team-sessions";
import { TryIt } from "./try-it";

const VIEWS = ["try", "entries", "sessions", "memory"] as const;
type View = (typeof VIEWS)[number];
const WORDS: Record<View, Sentence> = {
  try: sentence("Try it"),
  entries: sentence("Index"),
  sessions: sentence("Sessions"),
  memory: sentence("Memory"),
};
const KEYS: Record<View, string> = { try: "v t", entries: "v i", sessions: "v s", memory: "v m" };

/** One team: what a mode and a topic load within its budget, its index, its sessions, and what it remembers. */
export function TeamView({ workspace, team }: TeamScope) {
  const scope = { workspace, team };
  const { data, error, refetch } = useQuery(teamKnowledgeQuery(scope));
  const [view, setView] = useQueryState("view", parseAsStringLiteral(VIEWS).withDefault("try"));

  useActions(
    VIEWS.map((each) => ({
      id: `team.view.${each}`,
      label: say("Show: {view}", { view: say(WORDS[each]) }),
      group: "View" as const,
      keys: KEYS[each],
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
          name={(each) => say(WORDS[each])}
        />
        {data && (
          <span className="text-fg-3 min-w-0 truncate text-xs">
            {data.personas.length === 0 ? say("no personas") : data.personas.map(fileName).join(", ")}
          </span>
        )}
      </div>
      {data === undefined ? (
        <Reading what={say("The team")} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <FileProblems
            workspace={scope.workspace}
            path={data.path}
            diagnostics={data.diagnostics}
            keys
            className="px-4 py-1.5"
          />
          {view === "try" && <TryIt scope={scope} knowledge={data} />}
          {view === "entries" && <TeamEntries scope={scope} knowledge={data} />}
          {view === "sessions" && <TeamSessions scope={scope} />}
          {view === "memory" && <TeamMemoryPanel scope={scope} />}
        </>
      )}
    </Content>
  );
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, ""); // agents/reviewer.md
}
