import { readQuery } from "@/lib/client/read-query";
import { useQuery } from "@tanstack/react-query";
import { parseAsInteger, parseAsString, useQueryState } from "nuqs";
import { NotRead } from "@/components/shell/not-read";
import { CopyText } from "@/components/ui/copy-text";
import { Badge, type Tone } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useDebounced } from "@/components/ui/use-debounced";
import type { AgentScope } from "@/lib/client/paths";
import type { AgentBrief, BriefKind } from "@/lib/contracts/briefs";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import { Citations } from "./citation-link";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { SectionHead } from "@/components/ui/section-head";
import { useFirst } from "@/components/ui/show-more";
import { agentSessionsQuery } from "@/lib/client/agents";
import type { AgentLogLine, AgentMemory, AgentSession } from "@/lib/contracts/agents";
import { sayParts } from "@/components/ui/say-parts";

const BUDGETS = [500, 1500, 4000] as const;

/** How long typing rests before the brief is asked for, in milliseconds. */
const PAUSE_MS = 300;
/** No longer task is taken. UTF-16 code units. */
const LONGEST_TASK = 2000;

const KINDS: Record<BriefKind, { label: Sentence; tone: Tone }> = {
  risk: { label: sentence("Risk"), tone: "warn" },
  watch: { label: sentence("Watch point"), tone: "warn" },
  team: { label: sentence("Team"), tone: "accent" },
  thread: { label: sentence("Open thread"), tone: "neutral" },
  worked: { label: sentence("Worked"), tone: "ok" },
  finding: { label: sentence("Finding"), tone: "neutral" },
  project: { label: sentence("Project"), tone: "neutral" },
};

const REASONS = {
  budget: sentence("no room"),
  known: sentence("already known"),
  unrelated: sentence("unrelated"),
} as const;

/** What this agent should know before it is deployed, from all others; every sentence leads to the line it rests on. */
export function BriefPanel({ scope }: { scope: AgentScope }) {
  const [budget, setBudget] = useQueryState("budget", parseAsInteger.withDefault(1500));
  const [task, setTask] = useQueryState("task", parseAsString.withDefault(""));
  const asked = useDebounced(task.trim().slice(0, LONGEST_TASK), PAUSE_MS);
  const { data, error, refetch, isPending } = useQuery(
    readQuery("GET /agents/{agent}/brief", { params: scope, query: { budget, task: asked } }),
  );
  if (error !== null && data === undefined) {
    return <NotRead what={say("The brief")} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <div className="pb-6">
      <div className="flex flex-wrap items-end gap-3 px-4 py-3">
        <Select
          label={say("Budget")}
          value={String(budget)}
          onChange={(value) => void setBudget(Number(value))}
          options={[...new Set([...BUDGETS, budget])].map((each) => ({
            value: String(each),
            label: say("{each, plural, one {# token} other {# tokens}}", { each }),
          }))}
          className="w-40"
        />
        <TextField
          label={say("Task")}
          className="max-w-[60ch] min-w-48 grow"
          value={task}
          onValue={(value) => void setTask(value)}
          maxLength={LONGEST_TASK}
          dir="auto"
          autoComplete="off"
          placeholder={say("What it is about to do")}
        />
        {data && <p className="text-fg-3 pb-1.5 text-xs tabular-nums">{saySources(data)}</p>}
      </div>
      {isPending ? (
        <SkeletonRows height="h-14" />
      ) : data.sentences.length === 0 ? (
        <EmptyState title={say("No brief yet")}>
          {say("Nothing new for it in other agents’ or teams’ memories.")}
        </EmptyState>
      ) : (
        <Sentences scope={scope} brief={data} />
      )}
    </div>
  );
}

function Sentences({ scope, brief }: { scope: AgentScope; brief: AgentBrief }) {
  return (
    <>
      <ul className="border-line border-t">
        {brief.sentences.map(({ kind, text, citations, matched }, index) => (
          <li
            key={index}
            className="border-line grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-1 border-b px-4 py-2 max-sm:grid-cols-1"
          >
            <span>
              <Badge tone={KINDS[kind].tone}>{say(KINDS[kind].label)}</Badge>
            </span>
            <span className="max-w-[96ch] min-w-0">
              <LazyMarkdown text={text} />
              <span className="flex flex-wrap gap-x-3">
                <Citations workspace={scope.workspace} citations={citations} />
                {matched.length > 0 && (
                  <span className="text-fg-3 text-xs">
                    {say("because of {list}", { list: matched.slice(0, 4).join(", ") })}
                  </span>
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {brief.leftOut.length > 0 && (
        <p className="text-fg-3 px-4 py-2 text-xs">
          {say("Left out: {list}", {
            list: brief.leftOut
              .map(({ kind, count, reason }) => `${count} ${kind} (${say(REASONS[reason])})`)
              .join(", "),
          })}
        </p>
      )}
      <details className="px-4 py-2">
        <summary className="text-fg-2 select-none">{say("As the agent receives it")}</summary>
        <div className="mt-2 max-w-[96ch]">
          <CopyText text={brief.text} label={say("Copy the brief")} />
        </div>
      </details>
    </>
  );
}

function saySources({ tokens, sources }: AgentBrief): string {
  const agents = say("{agents, plural, one {# agent} other {# agents}}", { agents: sources.agents });
  const sessions = say("{sessions, plural, one {# session} other {# sessions}}", { sessions: sources.sessions });
  return say(
    "{tokens, plural, one {# token} other {# tokens}}, from {entries, plural, one {# entry} other {# entries}} of {agents} and {sessions}",
    { tokens, entries: sources.entries, agents, sessions },
  );
}

interface SessionLogProps {
  scope: AgentScope;
  memory: AgentMemory | null;
  onClose: (session: AgentSession) => void;
}

/** Which sessions an agent had: those still open, and the lines the others left in its log, the newest first. */
export function SessionLog({ scope, memory, onClose }: SessionLogProps) {
  const { data } = useQuery(agentSessionsQuery(scope));
  const open = data?.items.filter((session) => session.state === "open") ?? [];
  const lines = memory?.log.toReversed() ?? [];
  const shown = useFirst(lines, say("lines"));
  return (
    <>
      {open.length > 0 && (
        <section aria-label={say("Open sessions")} className="pb-2">
          <SectionHead
            title={say("Open")}
            note={say("started and not closed; what they learned is not recorded yet")}
          />
          <ul>
            {open.map((session) => (
              <li
                key={session.id}
                className="border-line flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-4 py-2"
              >
                <Mark tone="accent" shape="ring" />
                <span className="min-w-0 flex-1">
                  {sayParts("Started {when} by {actor}{revision}", {
                    when: <RelativeTime at={session.startedAt} ago />,
                    actor: <bdi>{session.startedBy}</bdi>,
                    revision: (
                      <span className="text-fg-3 ms-2 text-xs">
                        {session.revision === 0
                          ? say("without a memory")
                          : say("with revision {revision}", { revision: session.revision })}
                      </span>
                    ),
                  })}
                </span>
                <Changes>
                  <Button size="small" onClick={() => onClose(session)}>
                    {say("Close…")}
                  </Button>
                </Changes>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label={say("Session log")} className="border-line border-t pb-4 first:border-t-0">
        <SectionHead title={say("Session log")} note={say("one line for each closed session")} />
        {lines.length === 0 ? (
          <p className="text-fg-3 px-4 text-xs">{say("No closed sessions yet.")}</p>
        ) : (
          <ol className="ms-[19px]">
            {shown.first.map((line) => (
              <LogLine key={line.line} line={line} />
            ))}
          </ol>
        )}
        {shown.more}
      </section>
    </>
  );
}

function LogLine({ line }: { line: AgentLogLine }) {
  return (
    <li className="border-line relative flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-s py-2 ps-4 pe-4">
      <Mark shape="dot" tone={line.date === null ? "warn" : "neutral"} className="absolute -start-1 top-[15px]" />
      <span className="text-fg-3 w-[76px] shrink-0 text-xs tabular-nums">{line.date ?? say("no date")}</span>
      <span className="written max-w-[96ch] min-w-0 max-sm:basis-full">{line.summary}</span>
      {line.outcome !== null && <Badge className="h-auto! min-h-5 py-0.5 whitespace-normal!">{line.outcome}</Badge>}
    </li>
  );
}
