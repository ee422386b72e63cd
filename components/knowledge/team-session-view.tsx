"use client";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { SectionHead } from "@/components/context/section-head";
import { useActions } from "@/components/ui/action-registry";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { RelativeTime } from "@/components/ui/relative-time";
import { saveCheckpoint } from "@/lib/client/mutations/team-sessions";
import type { TeamSessionScope } from "@/lib/client/paths";
import { teamSessionQuery } from "@/lib/client/queries/team-sessions";
import { RequestError } from "@/lib/client/request-error";
import type { TeamSession } from "@/lib/contracts/team-sessions";
import { BudgetBar } from "./budget-bar";
import { Checkpoints } from "./checkpoints";
import { CommandLine } from "./command-line";
import { Reading } from "./reading";
import { useKnowledgeChange } from "./use-knowledge-change";
import { useTeamCommand } from "./use-team-command";

const EndDialog = lazyPart(() => import("./end-dialog").then((module) => module.EndDialog));

/** A session of a team: what it has loaded within its budget, its commands, where it stands, and its checkpoints. */
export function TeamSessionView({ workspace, team, session: id }: TeamSessionScope) {
  const scope = { workspace, team, session: id };
  const { data: session, error, refetch } = useQuery(teamSessionQuery(scope));
  const [ending, setEnding] = useState(false);
  const { run } = useKnowledgeChange(workspace);
  const active = session?.status === "active";

  useActions([
    {
      id: "checkpoint.save",
      changes: true,
      label: "Save a checkpoint",
      group: "Page",
      keys: "s",
      enabled: active,
      run: () =>
        void run(async () => {
          const { file, kept } = await saveCheckpoint(scope, {});
          return { title: `Saved ${file}`, ...(kept !== null && { detail: `The one before is kept as ${kept}.` }) };
        }, "No checkpoint was saved"),
    },
    {
      id: "team-session.end",
      changes: true,
      label: "End the session…",
      group: "Page",
      enabled: active,
      run: () => setEnding(true),
    },
  ]);

  const onlyOnDisk = error instanceof RequestError && error.code === "not_found";
  return (
    <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
      {session === undefined ? (
        onlyOnDisk ? (
          <>
            <EmptyState title="Not open here">
              Its files say it was; resume it from one of its checkpoints to go on with it.
            </EmptyState>
            <Checkpoints scope={scope} />
          </>
        ) : (
          <Reading what="The session" error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <About session={session} />
          <CommandLine scope={scope} session={session} />
          <Loaded scope={scope} session={session} />
          <Standing session={session} />
          <Checkpoints scope={scope} />
        </>
      )}
      <Suspense>{ending && <EndDialog scope={scope} onClose={() => setEnding(false)} />}</Suspense>
    </main>
  );
}

function About({ session }: { session: TeamSession }) {
  const { mode, topic, status, turns, startedAt, startedBy, currentSpeaker, lastCheckpoint } = session;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
      <Badge tone={status === "active" ? "accent" : status === "completed" ? "ok" : "neutral"}>{status}</Badge>
      {mode !== null && <Badge>{mode}</Badge>}
      <span dir="auto" className="min-w-0 flex-1">
        {topic}
      </span>
      <span className="text-fg-3 text-xs tabular-nums">
        started <RelativeTime at={startedAt} ago /> by {startedBy} · {turns === 1 ? "1 turn" : `${turns} turns`}
        {currentSpeaker !== null && ` · ${currentSpeaker} speaks`}
        {lastCheckpoint !== null && ` · checkpoint at turn ${lastCheckpoint.turn}`}
      </span>
    </div>
  );
}

function Loaded({ scope, session }: { scope: TeamSessionScope; session: TeamSession }) {
  const { loaded, tokens, budget } = session;
  return (
    <section aria-label="Loaded knowledge" className="border-line border-t pb-2">
      <SectionHead title="Loaded" note={loaded.length === 1 ? "1 file" : `${loaded.length} files`} />
      <BudgetBar tokens={tokens} budget={budget.limit} warnAt={budget.warnAt} className="px-4 pb-2" />
      {budget.warning !== null && <p className="text-warn px-4 pb-1 text-xs">{budget.warning}</p>}
      <ul>
        {loaded.map((entry) => (
          <LoadedRow key={entry.id} scope={scope} session={session} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

interface LoadedRowProps {
  scope: TeamSessionScope;
  session: TeamSession;
  entry: TeamSession["loaded"][number];
}

function LoadedRow({ scope, session, entry }: LoadedRowProps) {
  const { busy, command } = useTeamCommand(scope);
  return (
    <li className="hover:bg-hover flex flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-1">
      <b className="font-semibold">{entry.id}</b>
      {entry.summary && <Badge tone="accent">summary</Badge>}
      {entry.forced && <Badge tone="warn">forced</Badge>}
      <span className="text-fg-2 min-w-[min(200px,100%)] flex-1 text-xs">{entry.why}</span>
      <span className="text-fg-2 text-xs tabular-nums">{entry.tokens.toLocaleString("en")}</span>
      {session.status === "active" && (
        <Changes>
          <Button size="small" look="ghost" busy={busy} onClick={() => void command(`*unload: ${entry.id}`)}>
            Unload
          </Button>
        </Changes>
      )}
    </li>
  );
}

function Standing({ session }: { session: TeamSession }) {
  const { agreements, openIssues, nextAction, dialogueSummary } = session;
  if (agreements.length + openIssues.length + dialogueSummary.length === 0 && nextAction === null) return null;
  return (
    <section aria-label="Where it stands" className="border-line border-t pb-3">
      <SectionHead title="Where it stands" />
      <div className="grid grid-cols-2 gap-x-6 gap-y-3 px-4 max-md:grid-cols-1">
        {nextAction !== null && (
          <p className="col-span-full">
            <span className="text-fg-3 text-xs">Next</span> <span className="written">{nextAction}</span>
          </p>
        )}
        <Lines title="Agreements" lines={agreements} />
        <Lines title="Open issues" lines={openIssues} />
        <Lines
          title="Dialogue"
          lines={dialogueSummary.map(({ turn, speaker, summary }) => `${turn} · ${speaker}: ${summary}`)}
        />
      </div>
    </section>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <h3 className="text-fg-2 text-xs font-semibold">{title}</h3>
      <ul className="list-disc ps-5">
        {lines.map((line, index) => (
          <li key={index} className="written">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
