"use client";

import { readQuery } from "@/lib/client/read-query";
import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { FileProblems } from "@/components/faults/file-problems";
import { Content } from "@/components/shell/content";
import { useActions } from "@/components/ui/action-registry";
import { teamKnowledgeQuery, teamSessionsQuery } from "@/lib/client/knowledge";
import { type TeamScope, pages } from "@/lib/client/paths";
import { say, sentence } from "@/lib/core/i18n/say";
import { Reading } from "@/components/shell/reading";
import { TryIt } from "./try-it";
import { Link } from "@/components/ui/link";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { sayDate } from "@/components/ui/relative-time";
import type { TeamSessionSummary } from "@/lib/contracts/team-sessions";
import { TeamSessionStatus } from "./team-session-status";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import { PlainText } from "@/components/ui/plain-text";
import { SectionHead } from "@/components/ui/section-head";
import { useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { Changes } from "@/components/ui/changes";
import { lazyDialog } from "@/components/ui/lazy-part";
import type { TeamEntry, TeamKnowledge } from "@/lib/contracts/knowledge";
import { EntryRow } from "./entry-row";
import { type ViewWords, ViewBar } from "@/components/shell/view-bar";

const TeamEntryDialog = lazyDialog(() => import("./knowledge-dialogs").then((module) => module.TeamEntryDialog));

function TeamEntries({ scope, knowledge }: { scope: TeamScope; knowledge: TeamKnowledge }) {
  const [asked, setAsked] = useState<{ entry: TeamEntry | null }>();
  useActions([
    {
      id: "team.add-entry",
      changes: "change the knowledge of the workspace",
      label: say("Add to the index…"),
      group: "Page",
      keys: "c",
      run: () => setAsked({ entry: null }),
    },
  ]);
  return (
    <>
      {knowledge.entries.length === 0 && (
        <EmptyState title={say("The index lists nothing")}>
          {knowledge.exists
            ? knowledge.path
            : say("{path} does not exist; adding an entry makes it.", { path: knowledge.path })}
        </EmptyState>
      )}
      <ul aria-label={say("Entries")}>
        {knowledge.entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onOpen={() => setAsked({ entry })}>
            <Badge tone={entry.priority === "high" ? "accent" : "neutral"}>{entry.priority}</Badge>
            {entry.kind === "shared" && <Badge>{say("shared")}</Badge>}
            {entry.core && <Badge tone="ok">{say("always")}</Badge>}
            <LoadedBy entry={entry} />
            {!entry.applicable && <Badge tone="warn">{say("not for this team")}</Badge>}
          </EntryRow>
        ))}
      </ul>
      <Changes deed="change the knowledge of the workspace">
        <div className="px-4 py-2.5">
          <ActionButton action="team.add-entry" label={say("Add to the index…")} keys="c" size="small" />
        </div>
      </Changes>
      {asked && (
        <TeamEntryDialog scope={scope} entry={asked.entry} etag={knowledge.etag} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

function LoadedBy({ entry: { modes, keywords, core } }: { entry: TeamEntry }) {
  if (modes.length + keywords.length === 0) {
    return core ? null : <span className="text-fg-3 text-xs">{say("on request only")}</span>;
  }
  return (
    <span className="text-fg-2 text-xs">
      {modes.join(", ")}
      {modes.length > 0 && keywords.length > 0 && " · "}
      <span className="text-fg-3">{keywords.map((word) => `“${word}”`).join(" ")}</span>
    </span>
  );
}

const VIEWS = ["try", "entries", "sessions", "memory"] as const;
type View = (typeof VIEWS)[number];
const label = sentence("Show: {view}");
const WORDS: ViewWords<View> = {
  try: { name: sentence("Try it"), label, keys: "v t" },
  entries: { name: sentence("Index"), label, keys: "v i" },
  sessions: { name: sentence("Sessions"), label, keys: "v s" },
  memory: { name: sentence("Memory"), label, keys: "v m" },
};

export function TeamView({ workspace, team }: TeamScope) {
  const scope = { workspace, team };
  const { data, error, refetch } = useQuery(teamKnowledgeQuery(scope));
  const [view, setView] = useQueryState("view", parseAsStringLiteral(VIEWS).withDefault("try"));

  return (
    <Content>
      <ViewBar id="team.view" words={WORDS} value={view} onChange={(each) => void setView(each)}>
        {data && (
          <span className="text-fg-3 min-w-0 truncate text-xs">
            {data.personas.length === 0 ? say("no personas") : data.personas.map(fileName).join(", ")}
          </span>
        )}
      </ViewBar>
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

/** The sessions of a team, those that only its files know of included. */
function TeamSessions({ scope }: { scope: TeamScope }) {
  const { data, error, refetch } = useQuery(teamSessionsQuery(scope));
  if (data === undefined) return <Reading what={say("The sessions")} error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) {
    return (
      <EmptyState title={say("No session yet")}>{say("Try a mode and topic, then start with what loads.")}</EmptyState>
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

function TeamMemoryPanel({ scope }: { scope: TeamScope }) {
  const { data, error, refetch } = useQuery(readQuery("GET /teams/{team}/memory", { params: scope }));
  if (data === undefined) return <Reading what={say("The memory")} error={error} onRetry={() => void refetch()} />;
  const { context, learnings, sessions, olderSessions } = data;
  return (
    <div className="pb-6">
      {data.warnings.map((warning) => (
        <p key={warning} role="alert" className="text-warn px-4 py-1 text-xs">
          {warning}
        </p>
      ))}
      <SectionHead title={say("State")} note={<code className="font-mono">{context.path}</code>} />
      {context.sections.length === 0 && <p className="text-fg-3 px-4 text-xs">{say("No session was started yet.")}</p>}
      {context.sections.map((section) => (
        <section key={section.name} aria-label={section.name} className="px-4 py-1">
          <h3 className="text-fg-2 text-xs font-semibold">{section.name}</h3>
          <div className="max-w-[96ch]">
            <LazyMarkdown text={section.text} />
          </div>
        </section>
      ))}
      <SectionHead title={say("Learned")} note={<code className="font-mono">{learnings.path}</code>} />
      {learnings.months.length === 0 && <p className="text-fg-3 px-4 text-xs">{say("Nothing yet.")}</p>}
      {learnings.months.map(({ month, items }) => (
        <section key={month} aria-label={month} className="px-4 py-1">
          <h3 className="text-fg-2 text-xs font-semibold">{month}</h3>
          <ul className="max-w-[96ch] list-disc ps-5">
            {items.map((item, index) => (
              <li key={index} className="written">
                {item}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <FileProblems
        workspace={scope.workspace}
        path={sessions.path}
        text={sessions.text ?? ""}
        diagnostics={sessions.diagnostics}
        className="px-4 py-1.5"
      />
      {olderSessions !== null && (
        <details className="px-4 py-2">
          <summary className="text-fg-2 select-none">{say("An older sessions.md, kept as it is")}</summary>
          <div className="mt-1.5">
            <PlainText text={olderSessions} label={say("sessions.md")} />
          </div>
        </details>
      )}
    </div>
  );
}
