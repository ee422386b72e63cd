"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { FaultMark } from "@/components/shell/fault-mark";
import { Content } from "@/components/shell/content";
import { useActions } from "@/components/ui/action-registry";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { knowledgeProblemsQuery, registryQuery, teamsQuery } from "@/lib/client/knowledge";
import { teamFolder, teamName } from "@/lib/core/knowledge/knowledge-model";
import { pages } from "@/lib/client/paths";
import { sayFault } from "@/lib/client/say-fault";
import type { Team, Knowledge } from "@/lib/contracts/knowledge";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence } from "@/lib/core/i18n/say";
import { Reading } from "@/components/shell/reading";
import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { lazyDialog } from "@/components/ui/lazy-part";
import { RelativeTime } from "@/components/ui/relative-time";
import { SectionHead } from "@/components/ui/section-head";
import type { DuplicateGroup, KnowledgeShare } from "@/lib/contracts/knowledge-duplicates";
import type { ShareQuestion } from "./knowledge-dialogs";
import { useKnowledgeChange } from "./use-knowledge-change";
import { FileProblems } from "@/components/faults/file-problems";
import { ActionButton } from "@/components/ui/action-button";
import { BudgetBar } from "./budget-bar";
import { EntryRow } from "./entry-row";
import { type ViewWords, ViewBar } from "@/components/shell/view-bar";

const EntryDialog = lazyDialog(() => import("./knowledge-dialogs").then((module) => module.EntryDialog));

function Registry({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(registryQuery(workspace));
  const [asked, setAsked] = useState<{ entry: Knowledge | null }>();
  useActions([
    {
      id: "knowledge.add",
      changes: "change the knowledge of the workspace",
      label: say("Add shared knowledge…"),
      group: "Page",
      keys: "c",
      enabled: data !== undefined,
      run: () => setAsked({ entry: null }),
    },
  ]);
  if (data === undefined) return <Reading what={say("The registry")} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <FileProblems
        workspace={workspace}
        path={data.path}
        diagnostics={data.diagnostics}
        keys
        className="px-4 py-1.5"
      />
      {data.items.length === 0 && (
        <EmptyState title={say("Nothing is shared yet")}>
          {sayParts("{code} has no entries. Add a file, or merge copies under Duplicates.", {
            code: <code className="font-mono text-xs">{data.path}</code>,
          })}
        </EmptyState>
      )}
      <ul aria-label={say("Shared knowledge")}>
        {data.items.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onOpen={() => setAsked({ entry })}>
            {entry.state !== "read" && <Badge tone="bad">{entry.state}</Badge>}
            {entry.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
            <span className="text-fg-3 text-xs">{sayUse(entry)}</span>
          </EntryRow>
        ))}
      </ul>
      <Changes deed="change the knowledge of the workspace">
        <div className="px-4 py-2.5">
          <ActionButton action="knowledge.add" label={say("Add shared knowledge…")} keys="c" size="small" />
        </div>
      </Changes>
      {asked && (
        <EntryDialog workspace={workspace} entry={asked.entry} etag={data.etag} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

function sayUse({ usedBy }: Knowledge): string {
  if (usedBy.length === 0) return say("used by no team");
  return usedBy
    .map(({ team, applicable }) => (applicable ? team : say("{team} (not automatically)", { team })))
    .join(", ");
}

const ShareDialog = lazyDialog(() => import("./knowledge-dialogs").then((module) => module.ShareDialog));

function Duplicates({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(readQuery("GET /knowledge/duplicates", { params: { workspace } }));
  const [question, setQuestion] = useState<ShareQuestion>();
  if (data === undefined) return <Reading what={say("The duplicates")} error={error} onRetry={() => void refetch()} />;
  const { groups, shares } = data;
  return (
    <>
      {shares.map((share) => (
        <ShareRow key={share.act} workspace={workspace} share={share} />
      ))}
      {groups.length === 0 && (
        <EmptyState title={say("No duplicates")}>
          {say("{files, plural, one {# file was} other {# files were}} compared.", { files: data.files })}
        </EmptyState>
      )}
      {groups.map((group) => (
        <Group
          key={group.proposedId + group.files.join()}
          group={group}
          onShare={() => setQuestion({ files: group.files, id: group.proposedId })}
        />
      ))}
      {question && <ShareDialog workspace={workspace} question={question} onClose={() => setQuestion(undefined)} />}
    </>
  );
}

function ShareRow({ workspace, share }: { workspace: string; share: KnowledgeShare }) {
  const { busy, run } = useKnowledgeChange(workspace);
  return (
    <p className="border-line bg-ok-soft flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5 text-xs">
      <span className="min-w-0 flex-1">
        {sayParts("{copies} copies are one: {b} in {code}, by {actor}, {when}", {
          copies: share.copies,
          b: <b>{share.id}</b>,
          code: <code className="font-mono">{share.path}</code>,
          actor: share.actor,
          when: <RelativeTime at={share.at} ago />,
        })}
      </span>
      <Changes deed="take a sharing back">
        <Button
          size="small"
          busy={busy}
          onClick={() =>
            void run({
              send: () => call("POST /knowledge/duplicates/undo", { params: { workspace }, body: { act: share.act } }),
              done: ({ files }) => ({
                title: say("The teams have their own {id} again", { id: share.id }),
                detail: files.join(", "),
              }),
              failed: say("Not undone"),
            })
          }
        >
          {say("Undo")}
        </Button>
      </Changes>
    </p>
  );
}

function Group({ group, onShare }: { group: DuplicateGroup; onShare: () => void }) {
  return (
    <section aria-label={group.proposedId} className="border-line border-b pb-2.5">
      <SectionHead
        title={group.proposedId}
        note={say("{words, plural, one {# word} other {# words}}", { words: group.words })}
      >
        <Badge tone="warn">{say("{files} files", { files: group.files.length })}</Badge>
        <Changes deed="share knowledge between teams">
          <Button size="small" onClick={onShare}>
            {say("Merge…")}
          </Button>
        </Changes>
      </SectionHead>
      <ul className="px-4">
        {group.files.map((path) => (
          <li key={path} className="py-0.5">
            <code className="font-mono text-xs wrap-anywhere">{path}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

const VIEWS = ["teams", "registry", "duplicates", "problems"] as const;
type View = (typeof VIEWS)[number];

const WORDS: ViewWords<View> = {
  teams: { name: sentence("Teams"), keys: "v t", label: sentence("Show the teams") },
  registry: { name: sentence("Shared"), keys: "v r", label: sentence("Show the shared registry") },
  duplicates: { name: sentence("Duplicates"), keys: "v d", label: sentence("Show what is there more than once") },
  problems: { name: sentence("Problems"), keys: "v p", label: sentence("Show what is wrong with knowledge") },
};

export function KnowledgeView({ workspace }: { workspace: string }) {
  const [view, setView] = useQueryState("view", parseAsStringLiteral(VIEWS).withDefault("teams"));
  const { data: registry } = useQuery(registryQuery(workspace));
  const { data: teams } = useQuery(teamsQuery(workspace));
  const { data: problems } = useQuery(knowledgeProblemsQuery(workspace));
  const counts = {
    teams: teams?.items.length,
    registry: registry?.items.length,
    problems: problems?.items.length,
  };
  const nothing = teams?.items.length === 0 && registry?.items.length === 0;

  return (
    <Content>
      <ViewBar id="knowledge.view" words={WORDS} value={view} onChange={(each) => void setView(each)} counts={counts} />
      {nothing ? (
        <EmptyState title={say("This project has no knowledge yet")} command="wardroom knowledge lay-out">
          {sayParts("Knowledge lies in <code>.microai/</code>: shared files, and an index per team. Create it:", {
            code: (inside) => <code className="font-mono text-xs">{inside}</code>,
          })}
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

function KnowledgeProblems({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(knowledgeProblemsQuery(workspace));
  if (data === undefined) return <Reading what={say("The problems")} error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) {
    return (
      <EmptyState title={say("No problems")}>
        {say("Every reference has its file, and every file is listed.")}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={say("Problems")}>
      {data.items.map((problem, index) => (
        <li key={index} className="border-line flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b px-4 py-2">
          <Badge tone={/broken|missing|cycle/.test(problem.kind) ? "bad" : "warn"}>
            {problem.kind.replaceAll("_", " ")}
          </Badge>
          <span className="written min-w-[min(280px,100%)] flex-1">{sayFault(problem.kind, problem.message)}</span>
          <code className="text-fg-3 font-mono text-xs wrap-anywhere">
            {problem.path}
            {problem.line !== null && `:${problem.line}`}
          </code>
        </li>
      ))}
    </ul>
  );
}

function TeamList({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(teamsQuery(workspace));
  if (data === undefined) return <Reading what={say("The teams")} error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) {
    return (
      <EmptyState title={say("No team yet")}>
        {sayParts(
          "A team is a folder in <code>.microai/agents/teams/</code> or <code>.microai/teams/</code>, or one in <code>.microai/agents/</code> with <code>knowledge/</code>.",
          { code: (inside) => <code className="font-mono text-xs">{inside}</code> },
        )}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={say("Teams")}>
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
          {broken && <Badge tone="bad">{say("broken file")}</Badge>}
          {!broken && team.warnings.length > 0 && (
            <Badge tone="warn">
              {say("{warnings, plural, one {# warning} other {# warnings}}", { warnings: team.warnings.length })}
            </Badge>
          )}
        </span>
        <span dir="auto" className="text-fg-2 truncate text-xs">
          {team.modes.length === 0 ? say("no modes") : team.modes.join(", ")}
        </span>
        <span className="text-fg-3 flex flex-col gap-1 text-xs tabular-nums">
          {say("{entries, plural, one {# entry} other {# entries}}, {shared} shared", {
            entries: team.entries,
            shared: team.shared,
          })}
          <BudgetBar tokens={team.tokens} budget={team.budget.tokens} warnAt={team.budget.warnAt} all />
        </span>
      </Link>
    </li>
  );
}
