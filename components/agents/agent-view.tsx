"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { FileProblems } from "@/components/faults/file-problems";
import { FileLines } from "@/components/memory/file-view";
import { Reading } from "@/components/shell/reading";
import { StaleBar } from "@/components/shell/stale-bar";
import { deedsOf, useActions } from "@/components/ui/action-registry";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyDialog } from "@/components/ui/lazy-part";
import { PlainText } from "@/components/ui/plain-text";
import { SectionHead } from "@/components/ui/section-head";
import { useKeptScroll } from "@/components/ui/use-kept-place";
import { agentMemoryQuery, agentsQuery, claudeMemoryQuery } from "@/lib/client/agents";
import type { AgentScope } from "@/lib/client/paths";
import type {
  Agent,
  AgentMemory,
  ClaudeMemoryList,
  AgentEntry,
  AgentMemorySection,
  AgentSection,
} from "@/lib/contracts/agents";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence } from "@/lib/core/i18n/say";
import type { AgentQuestion } from "./agent-dialog";
import { BriefPanel, SessionLog } from "./agent-panels";
import { useAgentActs } from "./use-agent-acts";
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from "nuqs";
import { Pencil, Plus, Trash } from "@/components/ui/icons";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import { useFirst } from "@/components/ui/show-more";
import { type ViewWords, ViewBar } from "@/components/shell/view-bar";
import { RareAction } from "@/components/ui/more-menu";
import { ActionButton } from "@/components/ui/action-button";

const AGENT_VIEWS = ["memory", "sessions", "brief", "file"] as const;

/** Which view of an agent is open, and at which line of its file: part of the address, so that a citation leads there. */
const PLACE = {
  view: parseAsStringLiteral(AGENT_VIEWS).withDefault("memory"),
  /** The line of the file that is shown first. */
  line: parseAsInteger,
};

const AgentDialog = lazyDialog(() => import("./agent-dialog").then((module) => module.AgentDialog));

const VIEWS: ViewWords<(typeof AGENT_VIEWS)[number]> = {
  memory: { name: sentence("Memory"), label: sentence("Show the memory by section"), keys: "v m" },
  sessions: { name: sentence("Sessions"), label: sentence("Show the sessions"), keys: "v s" },
  brief: { name: sentence("Brief"), label: sentence("Show the brief"), keys: "v b" },
  file: { name: sentence("File"), label: sentence("Show the file"), keys: "v f" },
};

/** One agent: what it has learned by section, its sessions, what it should know from others, and its file. */
export function AgentView({ workspace, agent: name }: AgentScope) {
  const scope = useMemo(() => ({ workspace, agent: name }), [workspace, name]);
  const { data: list } = useQuery(agentsQuery(workspace));
  const { data: memory, error, refetch } = useQuery(agentMemoryQuery(scope));
  const { data: claude } = useQuery(claudeMemoryQuery(scope));
  const [{ view, line }, setPlace] = useQueryStates(PLACE);
  const [question, setQuestion] = useState<AgentQuestion>();
  const scroller = useKeptScroll<HTMLDivElement>();
  const acts = useAgentActs(scope);
  const agent = list?.items.find((each) => each.name === name);
  const shown = memory ?? undefined;

  const enabled = agent?.memory === "enabled";
  const oldest = agent?.openSessions.at(-1);
  useActions(
    deedsOf(true, "Page", {
      "agent.start": {
        label: say("Start a session"),
        keys: "s",
        enabled: enabled && !acts.busy,
        run: () => void acts.start(),
      },
      "agent.close": {
        label: say("Close the open session…"),
        keys: "c",
        enabled: oldest !== undefined,
        run: () => oldest && setQuestion({ kind: "close", session: oldest }),
      },
      "agent.init": {
        label: say("Create its memory"),
        enabled: enabled && !agent.exists && !acts.busy,
        run: () => void acts.init(),
      },
      "agent.add": {
        label: say("Add a finding"),
        keys: "a",
        enabled: shown !== undefined,
        run: () => setQuestion({ kind: "add", section: "Accumulated Findings" }),
      },
      "agent.clear": {
        label: say("Clear the memory…"),
        enabled: shown !== undefined,
        run: () => setQuestion({ kind: "clear" }),
      },
    }),
  );

  return (
    <main id="content" tabIndex={-1} className="relative flex min-h-0 flex-1 flex-col outline-none">
      <ViewBar
        id="agent.view"
        words={VIEWS}
        value={view}
        onChange={(each) => void setPlace({ view: each, line: null })}
      >
        {agent && <About agent={agent} memory={shown} />}
      </ViewBar>
      {error !== null && memory !== undefined && <StaleBar error={error} onRetry={() => void refetch()} />}
      {shown && (
        <FileProblems
          workspace={scope.workspace}
          path={shown.path}
          text={shown.text}
          diagnostics={shown.diagnostics}
          keys
          className="px-4 py-1.5"
        />
      )}
      {view === "file" && shown ? (
        <FileLines text={shown.text} diagnostics={shown.diagnostics} line={line} label={shown.path} />
      ) : (
        <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
          {view === "brief" && <BriefPanel scope={scope} />}
          {view === "sessions" && (
            <SessionLog
              scope={scope}
              memory={shown ?? null}
              onClose={(session) => setQuestion({ kind: "close", session })}
            />
          )}
          {(view === "memory" || view === "file") &&
            (shown ? (
              <MemorySections
                memory={shown}
                onAdd={(section) => setQuestion({ kind: "add", section })}
                onEdit={(entry) => setQuestion({ kind: "edit", entry })}
                onRemove={(entry) => void acts.edit({ entry: entry.id, text: null }, shown.etag, say("Removed"))}
              />
            ) : memory === null ? (
              <NoMemory agent={agent} name={name} onInit={() => void acts.init()} />
            ) : (
              <Reading what={say("The memory")} error={error} onRetry={() => void refetch()} />
            ))}
          {view === "memory" && claude && <ClaudeMemories list={claude} />}
        </div>
      )}
      {question && (
        <AgentDialog
          scope={scope}
          memory={shown}
          question={question}
          acts={acts}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </main>
  );
}

function About({ agent, memory }: { agent: Agent; memory: AgentMemory | undefined }) {
  const about = agent.definitions.find((each) => each.description !== null)?.description;
  const facts = memory && [
    memory.sessionCount === null
      ? null
      : say("{sessionCount, plural, one {# session} other {# sessions}}", { sessionCount: memory.sessionCount }),
    memory.lastUpdated,
    say("{lines, plural, one {# line} other {# lines}}", { lines: memory.lines }),
  ];
  return (
    <>
      {agent.memory === "disabled" && <Badge>{say("opted out of memory")}</Badge>}
      <span dir="auto" className="text-fg-2 min-w-0 flex-1 truncate max-md:hidden">
        {about}
      </span>
      {facts && (
        <span className="text-fg-3 text-xs tabular-nums">{facts.filter((each) => each !== null).join(" · ")}</span>
      )}
    </>
  );
}

function NoMemory({ agent, name, onInit }: { agent: Agent | undefined; name: string; onInit: () => void }) {
  if (agent?.memory === "disabled") {
    return (
      <EmptyState title={say("{name} keeps no memory", { name })}>
        {sayParts("Its definition says <code>memory: disabled</code>{isKnown, select, true { in {path}} other {}}.", {
          code: (inside) => <code className="font-mono text-xs">{inside}</code>,
          isKnown: String(agent.definitions[0] !== undefined),
          path: agent.definitions[0]?.path ?? "",
        })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={say("{name} has no memory yet", { name })}
      command={`wardroom memory init ${name}`}
      actions={
        <Changes>
          <Button look="primary" onClick={onInit}>
            {say("Create its memory")}
          </Button>
        </Changes>
      }
    >
      {say("Read when a session starts. The first close creates it.")}
    </EmptyState>
  );
}

/** What Claude Code keeps for this agent by itself: shown beside its memory, never changed. */
function ClaudeMemories({ list }: { list: ClaudeMemoryList }) {
  if (list.items.length === 0) return null;
  return (
    <section aria-label={say("Claude Code’s own memory")} className="border-line border-t pb-4">
      <SectionHead title={say("Claude Code’s own memory")} note={say("read-only here")} />
      {list.items.map((memory) => (
        <details key={memory.path} className="px-4 py-1">
          <summary className="text-fg-2 select-none">
            <code className="font-mono text-xs">{memory.path}</code>{" "}
            <span className="text-fg-3 text-xs">
              {say("{lines, plural, one {# line} other {# lines}}", { lines: memory.lines })}
            </span>
          </summary>
          <div className="mt-1.5">
            <PlainText text={memory.text} label={memory.path} />
          </div>
        </details>
      ))}
    </section>
  );
}

interface MemorySectionsProps {
  memory: AgentMemory;
  onAdd: (section: AgentSection) => void;
  onEdit: (entry: AgentEntry) => void;
  onRemove: (entry: AgentEntry) => void;
}

/** An agent's memory by section; the log has a page of its own. */
function MemorySections({ memory, onAdd, onEdit, onRemove }: MemorySectionsProps) {
  const sections = useFirst(
    memory.sections.filter((section) => section.name !== "Session Log"),
    say("sections"),
  );
  return (
    <>
      {sections.first.map((section) => (
        <Section
          key={`${section.heading} ${section.line}`}
          section={section}
          onAdd={onAdd}
          onEdit={onEdit}
          onRemove={onRemove}
        />
      ))}
      {sections.more}
      {memory.missing
        .filter((name) => name !== "Session Log")
        .map((name) => (
          <section key={name} aria-label={name} className="border-line border-t">
            <SectionHead title={name} note={say("not in the file; adding to it makes it")}>
              <AddButton name={name} onAdd={onAdd} />
            </SectionHead>
          </section>
        ))}
    </>
  );
}

interface SectionProps extends Omit<MemorySectionsProps, "memory"> {
  section: AgentMemorySection;
}

function Section({ section, onAdd, onEdit, onRemove }: SectionProps) {
  const { name, heading, comment, entries, notes } = section;
  const [listed, noted] = [useFirst(entries, say("entries")), useFirst(notes, say("paragraphs"))];
  const empty = entries.length === 0 && notes.length === 0;
  return (
    <section aria-label={heading} className="border-line border-t pb-2 first:border-t-0">
      <SectionHead
        title={<bdi>{heading}</bdi>}
        note={
          <span className="max-sm:hidden">
            {name === null ? say("a section of its own; kept as it is") : comment?.trim()}
          </span>
        }
      >
        <span className="text-fg-3 text-xs tabular-nums">{entries.length > 0 && entries.length}</span>
        {name !== null && <AddButton name={name} onAdd={onAdd} />}
      </SectionHead>
      {empty && <p className="text-fg-3 px-4 pb-1.5 text-xs">{say("Nothing yet.")}</p>}
      {noted.first.map((note) => (
        <div key={note.line} className="max-w-[96ch] px-4 py-1">
          <LazyMarkdown text={note.text} />
        </div>
      ))}
      {noted.more}
      <ul>
        {listed.first.map((entry) => (
          <li key={entry.id} className="hover:bg-hover focus-within:bg-hover group flex items-start gap-3 px-4 py-1">
            <span className="text-fg-3 w-9 shrink-0 pt-0.5 text-end font-mono text-xs tabular-nums select-none">
              {entry.line}
            </span>
            <div className="max-w-[96ch] min-w-0 flex-1">
              <LazyMarkdown text={entry.body === "" ? entry.text : `${entry.text}\n\n${entry.body}`} />
            </div>
            {name !== null && (
              <Changes>
                <span className="flex gap-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-md:opacity-100">
                  <IconButton
                    icon={Pencil}
                    iconSize={13}
                    label={say("Edit line {line}", { line: entry.line })}
                    onClick={() => onEdit(entry)}
                  />
                  <IconButton
                    icon={Trash}
                    iconSize={13}
                    label={say("Remove line {line}", { line: entry.line })}
                    onClick={() => onRemove(entry)}
                  />
                </span>
              </Changes>
            )}
          </li>
        ))}
      </ul>
      {listed.more}
    </section>
  );
}

function AddButton({ name, onAdd }: { name: AgentSection; onAdd: (section: AgentSection) => void }) {
  return (
    <Changes>
      <IconButton
        icon={Plus}
        iconSize={15}
        label={say("Add to {name}", { name })}
        title={say("Add to {name}", { name })}
        onClick={() => onAdd(name)}
      />
    </Changes>
  );
}

export function AgentHeaderActions({ workspace, agent: name }: AgentScope) {
  const { data } = useQuery(agentsQuery(workspace));
  const agent = data?.items.find((each) => each.name === name);
  if (agent?.memory !== "enabled") return null;
  return (
    <Changes>
      {agent.exists && <RareAction action="agent.clear" label={say("Clear…")} />}
      {agent.openSessions.length > 0 ? (
        <ActionButton action="agent.close" label={say("Close the session…")} keys="c" look="primary" />
      ) : (
        <ActionButton action="agent.start" label={say("Start a session")} keys="s" look="primary" />
      )}
    </Changes>
  );
}
