"use client";

import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode, useId, type SubmitEvent, useRef } from "react";
import { Content } from "@/components/shell/content";
import { ActionButton } from "@/components/ui/action-button";
import { deedsOf, useActions } from "@/components/ui/action-registry";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { lazyDialog } from "@/components/ui/lazy-part";
import { RelativeTime, sayDate } from "@/components/ui/relative-time";
import { SectionHead } from "@/components/ui/section-head";
import type { TeamSessionScope } from "@/lib/client/paths";
import { RequestError, wordsOf } from "@/lib/client/request-error";
import { teamSessionQuery, teamSessionsQuery, teamKnowledgeQuery, knowledgeKey } from "@/lib/client/knowledge";
import type { TeamSession, TeamSessionSummary } from "@/lib/contracts/team-sessions";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { BudgetBar } from "./budget-bar";
import { Checkpoints } from "./checkpoints";
import { Reading } from "@/components/shell/reading";
import { TeamSessionStatus } from "./team-session-status";
import { useKnowledgeChange } from "./use-knowledge-change";
import { CONTROL } from "@/components/ui/control";
import { cx } from "@/components/ui/cx";
import { useChange } from "@/components/shell/use-change";

const EndDialog = lazyDialog(() => import("./knowledge-dialogs").then((module) => module.EndDialog));

export function TeamSessionView({ workspace, team, session: id }: TeamSessionScope) {
  const scope = { workspace, team, session: id };
  const { data: list } = useQuery(teamSessionsQuery(scope));
  const summary = list?.items.find((each) => each.id === id);
  // One that only its files know is not asked for: it becomes known once it is resumed.
  const { data: session, error, refetch } = useQuery({ ...teamSessionQuery(scope), enabled: summary?.known !== false });
  const onlyOnDisk = summary?.known === false || (error instanceof RequestError && error.code === "not_found");
  const commands = useTeamCommand(scope);
  const [ending, setEnding] = useState(false);
  const { run } = useKnowledgeChange(workspace);
  const active = session?.status === "active";

  useActions(
    deedsOf(true, "Page", {
      "checkpoint.save": {
        label: say("Save a checkpoint"),
        keys: "s",
        enabled: active,
        run: () =>
          void run({
            send: () => call("POST /teams/{team}/sessions/{session}/checkpoints", { params: scope, body: {} }),
            done: ({ file, kept }) => ({
              title: say("Saved {file}", { file }),
              ...(kept !== null && { detail: say("The one before is kept as {kept}.", { kept }) }),
            }),
            failed: say("No checkpoint was saved"),
          }),
      },
      "team-session.end": { label: say("End the session…"), enabled: active, run: () => setEnding(true) },
    }),
  );

  return (
    <Content>
      {session === undefined ? (
        onlyOnDisk ? (
          <>
            {summary && <OnDisk summary={summary} />}
            <Checkpoints scope={scope} active={false} />
          </>
        ) : (
          <Reading what={say("The session")} error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <About {...session}>
            {sayParts("started {when} by {startedBy} · {turns, plural, one {# turn} other {# turns}}", {
              when: <RelativeTime at={session.startedAt} ago />,
              startedBy: session.startedBy,
              turns: session.turns,
            })}
            {session.currentSpeaker !== null &&
              say(" · {currentSpeaker} speaks", { currentSpeaker: session.currentSpeaker })}
            {session.lastCheckpoint !== null &&
              say(" · checkpoint at turn {turn}", { turn: session.lastCheckpoint.turn })}
          </About>
          <CommandLine scope={scope} session={session} commands={commands} />
          <Loaded session={session} commands={commands} />
          <Standing session={session} />
          <Checkpoints scope={scope} active={active} />
        </>
      )}
      {ending && <EndDialog scope={scope} onClose={() => setEnding(false)} />}
    </Content>
  );
}

function OnDisk({ summary }: { summary: TeamSessionSummary }) {
  const { status, mode, topic, turns, date, loaded, outcome, checkpoints } = summary;
  return (
    <>
      <About {...{ status, mode, topic }}>
        {date !== null && `${sayDate(date)} · `}
        {say("{turns, plural, one {# turn} other {# turns}}", { turns })}
      </About>
      <p className="bg-hover text-fg-2 mx-4 mb-3 rounded-md px-3 py-2 text-xs">
        {say(
          "Imported from files. {checkpoints, select, true {It has no checkpoint to resume.} other {Resume a checkpoint to reload its knowledge and continue.}}",
          { checkpoints: String(checkpoints === 0) },
        )}
      </p>
      {(outcome !== null || loaded.length > 0) && (
        <section aria-label={say("State")} className="border-line border-t pb-3">
          <SectionHead title={say("State")} />
          <div className="flex flex-col gap-1 px-4">
            {outcome !== null && <p className="written">{outcome}</p>}
            {loaded.length > 0 && (
              <p className="text-fg-3 text-xs">{say("It had loaded {list}.", { list: loaded.join(", ") })}</p>
            )}
          </div>
        </section>
      )}
    </>
  );
}

interface AboutProps extends Pick<TeamSessionSummary, "status" | "mode" | "topic"> {
  children: ReactNode;
}

function About({ status, mode, topic, children }: AboutProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
      <TeamSessionStatus status={status} />
      {mode !== null && <Badge>{mode}</Badge>}
      <span dir="auto" className="min-w-0 max-sm:order-last max-sm:w-full sm:flex-1">
        {topic}
      </span>
      <span className="text-fg-3 text-xs tabular-nums max-sm:ml-auto">{children}</span>
    </div>
  );
}

function Loaded({ session, commands }: { session: TeamSession; commands: TeamCommands }) {
  const { loaded, tokens, budget } = session;
  return (
    <section aria-label={say("Loaded knowledge")} className="border-line border-t pb-2">
      <SectionHead
        title={say("Loaded")}
        note={say("{loaded, plural, one {# file} other {# files}}", { loaded: loaded.length })}
      />
      <BudgetBar tokens={tokens} budget={budget.limit} warnAt={budget.warnAt} className="px-4 pb-2" />
      <ul>
        {loaded.map((entry) => (
          <LoadedRow key={entry.id} session={session} entry={entry} commands={commands} />
        ))}
      </ul>
    </section>
  );
}

interface LoadedRowProps {
  session: TeamSession;
  commands: TeamCommands;
  entry: TeamSession["loaded"][number];
}

function LoadedRow({ session, entry, commands: { busy, command } }: LoadedRowProps) {
  return (
    <li className="hover:bg-hover flex flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-1">
      <b className="font-semibold">{entry.id}</b>
      {entry.summary && <Badge tone="accent">{say("summary")}</Badge>}
      {entry.forced && <Badge tone="warn">{say("forced")}</Badge>}
      <span className="text-fg-2 min-w-[min(200px,100%)] flex-1 text-xs">{entry.why}</span>
      <span className="text-fg-2 text-xs tabular-nums">
        {say("{tokens, plural, one {# token} other {# tokens}}", { tokens: entry.tokens })}
      </span>
      {session.status === "active" && (
        <Changes>
          <Button size="small" look="ghost" busy={busy} onClick={() => command(`*unload: ${entry.id}`)}>
            {say("Unload")}
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
    <section aria-label={say("State")} className="border-line border-t pb-3">
      <SectionHead title={say("State")} />
      <div className="grid grid-cols-2 gap-x-6 gap-y-3 px-4 max-md:grid-cols-1">
        {nextAction !== null && (
          <p className="col-span-full">
            <span className="text-fg-3 text-xs">{say("Next")}</span> <span className="written">{nextAction}</span>
          </p>
        )}
        <Lines title={say("Agreements")} lines={agreements} />
        <Lines title={say("Open issues")} lines={openIssues} />
        <Lines
          title={say("Dialogue")}
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

export function TeamSessionActions(scope: TeamSessionScope) {
  const { data } = useQuery({ ...teamSessionQuery(scope), enabled: false });
  if (data?.status !== "active") return null;
  return (
    <Changes>
      <ActionButton action="team-session.end" label={say("End the session…")} />
    </Changes>
  );
}

interface CommandLineProps {
  scope: TeamSessionScope;
  session: TeamSession;
  commands: TeamCommands;
}

/** Where an observer's commands are typed: `*load:`, `*unload:`, `*knowledge`, `*reload`, `*resume`; with what they answered. */
function CommandLine({ scope, session, commands }: CommandLineProps) {
  const [text, setText] = useState("");
  const list = useId();
  const { answers, command } = commands;
  const { data: knowledge } = useQuery(teamKnowledgeQuery(scope));
  const loaded = new Set(session.loaded.map(({ id }) => id));
  const suggestions = [
    "*knowledge",
    "*reload",
    "*resume",
    ...(knowledge?.entries ?? []).filter(({ id }) => !loaded.has(id)).map(({ id }) => `*load: ${id}`),
    ...session.loaded.map(({ id }) => `*unload: ${id}`),
  ];

  function send(event: SubmitEvent) {
    event.preventDefault();
    if (text.trim() === "") return;
    command(text.trim());
    setText("");
  }

  if (session.status !== "active") return null;
  return (
    <Changes deed="take part in the session of a team">
      <section aria-label={say("Commands")} className="border-line flex flex-col gap-1.5 border-t px-4 py-3">
        {answers.length > 0 && (
          <div role="log" aria-label={say("Answers")}>
            <ol className="flex flex-col gap-1 font-mono text-xs">
              {answers.map((answer, index) => (
                <li key={index}>
                  <span className="text-fg-3">{answer.command}</span>
                  {answer.lines.map((line) => (
                    <p key={line} className={cx("written ps-3", answer.bad && "text-bad")}>
                      {line}
                    </p>
                  ))}
                  {answer.mayForce && index === answers.length - 1 && (
                    <Button size="small" className="ms-3 mt-1" onClick={() => command(answer.command, true)}>
                      {say("Load it beyond the budget")}
                    </Button>
                  )}
                </li>
              ))}
            </ol>
          </div>
        )}
        <form onSubmit={send} className="flex gap-2">
          <input
            aria-label={say("Command")}
            list={list}
            value={text}
            spellCheck={false}
            autoComplete="off"
            placeholder="*load: owasp-top-10"
            onChange={(event) => setText(event.target.value)}
            className={cx(CONTROL, "h-8 flex-1 font-mono text-xs")}
          />
          <datalist id={list}>
            {suggestions.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          <Button type="submit" className="h-8" disabled={text.trim() === ""}>
            {say("Send")}
          </Button>
        </form>
      </section>
    </Changes>
  );
}

/** What a command came to: the lines of its answer, or why it was refused. */
interface CommandAnswer {
  command: string;
  lines: string[];
  bad: boolean;
  /** It was refused for the budget alone: a person may load it all the same. */
  mayForce: boolean;
}

/** Carries out the commands of a team session, one after the other, and keeps what they answered, the newest last. */
function useTeamCommand(scope: TeamSessionScope) {
  const { busy, run } = useChange([knowledgeKey(scope.workspace)]);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const [answers, setAnswers] = useState<readonly CommandAnswer[]>([]);
  const tell = (answer: CommandAnswer) => setAnswers((before) => [...before, answer].slice(-20));

  const send = (text: string, force: boolean) =>
    run({
      send: () =>
        call("POST /teams/{team}/sessions/{session}/commands", { params: scope, body: { command: text, force } }),
      // What changed on disk is part of the message.
      done: ({ message, warnings }) => {
        tell({ command: text, lines: [...new Set([message, ...warnings])], bad: false, mayForce: false });
        return undefined;
      },
      failed: (error) => {
        const { message, hint } = wordsOf(error);
        const mayForce = error instanceof RequestError && error.code === "over_budget";
        tell({ command: text, lines: hint ? [message, hint] : [message], bad: true, mayForce });
      },
    });

  // A command that is typed while another is carried out is never dropped: it waits for it.
  const command = (text: string, force = false) => {
    before.current = before.current.then(() => send(text, force));
  };

  return { busy, answers, command };
}

type TeamCommands = ReturnType<typeof useTeamCommand>;
