"use client";

import { FaultMark } from "@/components/shell/fault-mark";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { Reading } from "@/components/shell/reading";
import { Content } from "@/components/shell/content";
import { StaleBar } from "@/components/shell/stale-bar";
import { listMoves } from "@/components/shell/list-moves";
import { useActions } from "@/components/ui/action-registry";
import { Badge, type Tone } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { agentsQuery } from "@/lib/client/agents";
import { pages } from "@/lib/client/paths";
import type { Agent, AgentReport } from "@/lib/contracts/agents";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { readQuery } from "@/lib/client/read-query";
import { ReadFailure } from "@/components/shell/read-failure";
import { Button } from "@/components/ui/button";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import { SectionHead } from "@/components/ui/section-head";
import type { BriefCitation, ProjectBrief as Brief } from "@/lib/contracts/briefs";
import { Citations } from "./citation-link";
import { Judge } from "./judge";

/** Rows of a list that are shown before it is unfolded. */
const SHOWN = 6;

interface Row {
  key: string;
  /** What it is about, before the sentence. */
  label: ReactNode;
  text: string;
  citations: readonly BriefCitation[];
}

function ProjectBrief({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(readQuery("GET /agents/brief", { params: { workspace } }));
  if (data === undefined) {
    return error && <ReadFailure error={error} onRetry={() => void refetch()} className="px-4 py-3" />;
  }
  return (
    <>
      <Part
        workspace={workspace}
        title={say("Cross-agent risks")}
        note={say("watch points and warnings about what other agents work on")}
        rows={risks(data)}
      />
      <Part workspace={workspace} title={say("Open threads")} note={say("oldest first")} rows={threads(data)} />
      <Part
        workspace={workspace}
        title={say("Themes")}
        note={say("what several agents write about")}
        rows={themes(data)}
      />
      <Part
        workspace={workspace}
        title={say("Near lines that nobody has judged")}
        note={say("lines of two roles about the same subject")}
        rows={near(data)}
      />
      {data.judge !== null && <Judge workspace={workspace} judge={data.judge} />}
      {data.unread.length > 0 && (
        <p role="note" className="text-warn px-4 py-2 text-xs">
          {say("Not read: {list}", { list: data.unread.map(({ path, reason }) => `${path} (${reason})`).join(", ") })}
        </p>
      )}
    </>
  );
}

function risks({ risks: found }: Brief): Row[] {
  return found.map(({ subject, text, citations }, index) => ({
    key: `${subject} ${index}`,
    label: <Subject tone="warn" subject={subject} />,
    text,
    citations,
  }));
}

function threads({ threads: found }: Brief): Row[] {
  return found.map(({ agent, text, citations, days }, index) => ({
    key: `${agent} ${index}`,
    label: (
      <Badge tone={days !== null && days > 30 ? "warn" : "neutral"}>
        {days === null ? say("no date") : say("{days, plural, one {# day} other {# days}}", { days })}
      </Badge>
    ),
    text,
    citations,
  }));
}

function themes({ themes: found }: Brief): Row[] {
  return found.map(({ subject, agents, text, citations }) => ({
    key: subject,
    label: (
      <>
        <Subject subject={subject} />{" "}
        <span className="text-fg-3 text-xs">{say("{agents} agents", { agents: agents.length })}</span>
      </>
    ),
    text,
    citations,
  }));
}

function near({ pairs }: Brief): Row[] {
  return pairs.map(({ session, item, other, text, citations }) => ({
    key: `${item.id} ${other.id}`,
    label: <Subject subject={session} />,
    text,
    citations,
  }));
}

/** What it is about: a name in code is shown without its quotes. */
function Subject({ subject, tone = "neutral" }: { subject: string; tone?: Tone }) {
  const name = /^`(.+)`$/.exec(subject)?.[1]; // `src/queue`
  return (
    <Badge tone={tone} className="h-auto! min-h-5 max-w-full">
      <bdi className={cx("truncate", name !== undefined && "font-mono")} title={name ?? subject}>
        {name ?? subject}
      </bdi>
    </Badge>
  );
}

interface PartProps {
  workspace: string;
  title: string;
  note: string;
  rows: readonly Row[];
}

function Part({ workspace, title, note, rows }: PartProps) {
  const [all, setAll] = useState(false);
  if (rows.length === 0) return null;
  const shown = all ? rows : rows.slice(0, SHOWN);
  return (
    <section aria-label={title} className="border-line border-t pb-2">
      <SectionHead title={title} note={note}>
        <span className="text-fg-3 text-xs tabular-nums">{rows.length}</span>
      </SectionHead>
      <ul>
        {shown.map((row) => (
          <li
            key={row.key}
            className="grid grid-cols-[190px_minmax(0,1fr)] items-baseline gap-x-3 gap-y-0.5 px-4 py-1.5 max-md:grid-cols-1"
          >
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">{row.label}</span>
            <span className="max-w-[96ch] min-w-0">
              <LazyMarkdown text={row.text} />
              <Citations workspace={workspace} citations={row.citations} />
            </span>
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <Button look="ghost" size="small" className="ms-2.5" onClick={() => setAll(true)}>
          {say("Show {rows} more", { rows: rows.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

export function AgentsView({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(agentsQuery(workspace));
  const agents = data?.items ?? [];
  const [cursor, setCursor] = useState<string>();
  const router = useRouter();

  function move(step: 1 | -1) {
    const at = agents.findIndex((agent) => agent.name === cursor);
    const next = agents[Math.max(0, Math.min(agents.length - 1, at + step))];
    if (!next) return;
    setCursor(next.name);
    document.getElementById(rowId(next.name))?.scrollIntoView({ block: "nearest" });
  }

  useActions([
    ...listMoves(say("agent"), move),
    {
      id: "list.open",
      label: cursor === undefined ? say("Open the agent") : say("Open {cursor}", { cursor }),
      group: "Selection",
      keys: "enter",
      otherKeys: ["o"],
      enabled: cursor !== undefined,
      run: () => cursor !== undefined && router.push(pages.agent(workspace, cursor)),
    },
  ]);

  return (
    <Content>
      {error !== null && data && <StaleBar error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        <Reading what={say("The agents")} error={error} onRetry={() => void refetch()} height="h-10" />
      ) : agents.length === 0 ? (
        <>
          <EmptyState title={say("No agent has a memory here yet")} command="wardroom memory init tester">
            {sayParts(
              "Agents are found by definition (<code>.claude/agents/</code>, <code>agents/</code>) or memory (<code>.kaizen/agents/</code>). Create one:",
              { code: (inside) => <code className="font-mono text-xs">{inside}</code> },
            )}
          </EmptyState>
          <ProjectBrief workspace={workspace} />
        </>
      ) : (
        <>
          <ul aria-label={say("Agents")}>
            {agents.map((agent) => (
              <AgentRow key={agent.name} workspace={workspace} agent={agent} current={agent.name === cursor} />
            ))}
          </ul>
          <ProjectBrief workspace={workspace} />
        </>
      )}
      {data !== undefined && data.reports.length > 0 && <Reports workspace={workspace} reports={data.reports} />}
    </Content>
  );
}

/** What teammates left of their work in the phases of sessions. */
function Reports({ workspace, reports }: { workspace: string; reports: readonly AgentReport[] }) {
  return (
    <section aria-label={say("Reports of teammates")} className="px-4 py-3">
      <h2 className="text-fg-2 mb-1 font-semibold">{say("Reports of teammates")}</h2>
      <ul>
        {reports.map(({ agent, session, phase, path }) => (
          <li key={path} className="flex min-w-0 flex-wrap gap-x-3 py-0.5">
            <b dir="auto">{agent}</b>
            <Link href={pages.memory(workspace, session)} className="text-accent hover:underline">
              {session} · {phase}
            </Link>
            <Link href={pages.file(workspace, path)} className="hover:underline">
              <code className="text-fg-3 min-w-0 font-mono text-xs break-all">{path}</code>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function rowId(name: string): string {
  return say("agent {name}", { name });
}

function AgentRow({ workspace, agent, current }: { workspace: string; agent: Agent; current: boolean }) {
  const about = agent.definitions.find((each) => each.description !== null)?.description;
  return (
    <li id={rowId(agent.name)} className="border-line border-b">
      <Link
        href={pages.agent(workspace, agent.name)}
        aria-current={current || undefined}
        className={cx(
          "hover:bg-hover grid grid-cols-[minmax(0,1.1fr)_minmax(0,1.6fr)_310px] items-center gap-x-4 gap-y-0.5 px-4 py-2 max-md:grid-cols-1",
          current && "bg-accent-soft",
        )}
      >
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <b dir="auto" className="truncate font-semibold">
            {agent.name}
          </b>
          <State agent={agent} />
          <FaultMark workspace={workspace} within={(path) => path === agent.path || isDefinition(agent, path)} />
        </span>
        <span dir="auto" className="text-fg-2 truncate">
          {about ?? <span className="text-fg-3">{say("no definition")}</span>}
        </span>
        <span className="text-fg-3 text-xs tabular-nums md:text-end">{sayNumbers(agent)}</span>
      </Link>
    </li>
  );
}

function isDefinition({ definitions }: Agent, path: string): boolean {
  return definitions.some((each) => each.path === path);
}

function State({ agent }: { agent: Agent }) {
  const errors = agent.warnings.filter((each) => each.severity === "error").length;
  return (
    <>
      {agent.memory === "disabled" && <Badge>{say("opted out")}</Badge>}
      {agent.memory === "enabled" && !agent.exists && <Badge>{say("no memory yet")}</Badge>}
      {errors > 0 && <Badge tone="bad">{say("broken file")}</Badge>}
      {agent.openSessions.map((session) => (
        <Badge key={session.id} tone="accent">
          {sayParts("active for {when}", { when: <RelativeTime at={session.startedAt} /> })}
        </Badge>
      ))}
    </>
  );
}

function sayNumbers({ exists, sessionCount, openThreads, entries, lastUpdated }: Agent): string {
  if (!exists) return "";
  const sessions =
    sessionCount === null ? null : say("{sessionCount, plural, one {# session} other {# sessions}}", { sessionCount });
  const threads =
    openThreads === 0
      ? null
      : say("{openThreads, plural, one {# open thread} other {# open threads}}", { openThreads });
  const learned = say("{entries, plural, one {# entry} other {# entries}}", { entries });
  return [sessions, threads, learned, lastUpdated].filter((each) => each !== null).join(" · ");
}
