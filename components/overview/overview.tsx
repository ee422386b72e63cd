"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo, useRef, useState, useCallback } from "react";
import { Content } from "@/components/shell/content";
import { SessionFilter } from "@/components/shell/session-filter";
import { usePins } from "@/components/shell/use-pins";
import { useMay, Changes } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyDialog, lazyPart } from "@/components/ui/lazy-part";
import { useActions } from "@/components/ui/action-registry";
import { eventsQuery, OUTSIDE } from "@/lib/client/history";
import { pages } from "@/lib/client/paths";
import { matchingSessions, pinnedFirst, atWork, workOver } from "@/lib/client/session-lists";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { ON_OVERVIEW, ON_WALL } from "./at-work";
import { LiveStrip } from "./live-strip";
import { NeedsList } from "./needs-list";
import { SessionTable } from "./session-table";
import { Trash } from "./trash";
import { Link } from "@/components/ui/link";
import { Button } from "@/components/ui/button";
import { useFinishedShown } from "@/components/shell/use-finished-shown";
import { FoldArrow } from "@/components/ui/fold-arrow";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Session } from "@/lib/contracts/sessions";
import { useSessionActs } from "@/components/joining/use-session-acts";
import { markSeen, readInbox, needsKey, needsQuery } from "@/lib/client/needs";
import { sessionsQuery } from "@/lib/client/sessions";
import type { Need } from "@/lib/contracts/needs";

interface Needs {
  /** Those at work, and those that were finished. */
  sessions: readonly Session[];
  finished: readonly Session[];
  /** Whether there are sessions that changed longer ago than all of these. */
  more: boolean;
  /** The most urgent first. */
  needs: readonly Need[];
  /** Some of what waits is still being read. */
  loading: boolean;
  /** What could not be read. */
  error: Error | null;
  retry: () => void;
  /** Moves the person's mark to what happened last in a session; gives how to move it back. */
  see: (session: string) => Promise<() => Promise<void>>;
}

const NO_SESSIONS: readonly Session[] = [];

const NO_NEEDS: readonly Need[] = [];

function useNeeds(workspace: string): Needs {
  const client = useQueryClient();
  const list = useQuery(sessionsQuery(workspace));
  const needs = useQuery(needsQuery(workspace));
  // In an order that does not change with every item somebody writes.
  const sessions = useMemo(() => (list.data ? atWork(list.data.items) : NO_SESSIONS), [list.data]);
  const finished = useMemo(() => workOver(list.data?.items ?? []), [list.data]);

  const see = useCallback(
    async (session: string) => {
      const scope = { workspace, session };
      const { mark } = await readInbox(scope);
      if (mark === null) return () => Promise.resolve();
      const send = async (undo?: boolean) => {
        await markSeen(scope, mark, undo);
        await client.invalidateQueries({ queryKey: needsKey(workspace) });
        await client.invalidateQueries({ queryKey: eventsQuery(workspace, OUTSIDE).queryKey });
      };
      await send();
      return () => send(true);
    },
    [client, workspace],
  );

  return {
    sessions,
    finished,
    more: list.data !== undefined && list.data.nextCursor !== null,
    needs: needs.data?.items ?? NO_NEEDS,
    loading: list.isLoading || needs.isLoading,
    error: needs.error ?? list.error,
    retry: () =>
      void client.refetchQueries({
        predicate: ({ queryKey: [about, of], state }) =>
          about === "workspace" && of === workspace && state.error !== null,
      }),
    see,
  };
}

const CreateDialog = lazyDialog(() => import("./session-dialogs").then((module) => module.CreateDialog));
const FirstRun = lazyPart(() => import("./session-dialogs").then((module) => module.FirstRun));

/** So many sessions are found by looking. */
const FEW_SESSIONS = 8;

interface OverviewProps {
  workspace: string;
  /** When the page was made, ISO 8601. */
  now: string;
  /** Only who is at work, as on a screen on a wall. */
  isWall: boolean;
}

export function Overview({ workspace, now, isWall }: OverviewProps) {
  const { sessions, finished, more, needs, loading, error, retry, see } = useNeeds(workspace);
  const may = useMay();
  const { pins } = usePins(workspace);
  const [text, setText] = useQueryState("sessions", parseAsString.withDefault(""));
  const field = useRef<HTMLInputElement>(null);
  const shown = useMemo(() => pinnedFirst(matchingSessions(sessions, text), pins), [sessions, text, pins]);
  const over = useMemo(() => matchingSessions(finished, text), [finished, text]);
  const [creating, setCreating] = useState(false);
  // The first run goes on after its session is there: the agents have yet to join.
  const [beginning, setBeginning] = useState(false);
  const [triaging, setTriaging] = useState(false);
  const empty = sessions.length + finished.length === 0 && !loading && !error;

  useActions([
    {
      id: "session.create",
      changes: true,
      label: say("New session…"),
      group: "Page",
      keys: "c",
      enabled: !empty && !beginning,
      run: () => setCreating(true),
    },
    {
      id: "overview.filter",
      label: say("Filter the sessions listed"),
      group: "Filter",
      keys: "/",
      enabled: sessions.length > FEW_SESSIONS,
      run: () => field.current?.focus(),
    },
  ]);

  const inbox = (
    <NeedsList
      workspace={workspace}
      needs={needs}
      loading={loading}
      error={error}
      onRetry={retry}
      see={see}
      onTriage={setTriaging}
    />
  );
  if (isWall) {
    return (
      <Content className="lg:[zoom:1.5]">
        <p className="px-4 pt-3 font-semibold">
          {say("{waiting, plural, =0 {Nothing needs you} one {# thing needs you} other {# things need you}}", {
            waiting: needs.length,
          })}
        </p>
        <LiveStrip
          {...{ workspace, sessions, now, isWall }}
          most={ON_WALL}
          nobody={
            <EmptyState title={say("Nobody is at work")}>
              {say("Sessions show here for an hour after their last change.")}
            </EmptyState>
          }
        />
      </Content>
    );
  }
  return (
    <Content>
      {empty && needs.length > 0 && inbox}
      {empty || beginning ? (
        !may("create sessions") ? (
          <EmptyState title={say("No session yet")}>
            {say("The Lead creates the first one; it shows here at once.")}
          </EmptyState>
        ) : (
          <FirstRun workspace={workspace} onCreated={() => setBeginning(true)} onDone={() => setBeginning(false)} />
        )
      ) : (
        <>
          <LiveStrip workspace={workspace} sessions={sessions} now={now} most={ON_OVERVIEW} isHeld={triaging} />
          {inbox}
          <section aria-labelledby="sessions" className="border-line border-t pb-4">
            <h2 id="sessions" className="flex h-10 items-center gap-2 px-4 font-semibold">
              {sayParts("Sessions {count}", {
                count: <span className="text-fg-3 text-xs font-normal">{sessions.length}</span>,
              })}
              {sessions.length > FEW_SESSIONS && (
                <SessionFilter
                  value={text}
                  onChange={(said) => void setText(said === "" ? null : said)}
                  field={field}
                  onEnter={() => undefined}
                  className="ms-auto w-56 max-w-[60%] font-normal"
                />
              )}
            </h2>
            {shown.length + over.length === 0 && sessions.length > 0 && (
              <p role="status" className="text-fg-3 px-4 pb-2 text-xs">
                {say("No session matches.")}
              </p>
            )}
            <SessionTable workspace={workspace} sessions={shown} />
            {more && (
              <p className="text-fg-3 px-4 pt-3 text-xs">
                {say("Showing the {sessions, number} changed last. Search finds the others.", {
                  sessions: sessions.length + finished.length,
                })}
              </p>
            )}
          </section>
          <FinishedSessions workspace={workspace} sessions={over} found={text !== ""} />
        </>
      )}
      <Trash workspace={workspace} />
      {creating && (
        <CreateDialog
          workspace={workspace}
          taken={[...sessions, ...finished].map((session) => session.id)}
          onClose={() => setCreating(false)}
        />
      )}
    </Content>
  );
}

interface FinishedSessionsProps {
  workspace: string;
  sessions: readonly Session[];
  /** They are what was looked for: shown, even where they are folded otherwise. */
  found: boolean;
}

/** The sessions whose work is over: folded, kept to be read, and to be reopened. */
function FinishedSessions({ workspace, sessions, found }: FinishedSessionsProps) {
  const { busy, reopen } = useSessionActs(workspace);
  const [shown, show] = useFinishedShown(sessions.length);
  if (sessions.length === 0) return null;
  return (
    <details open={shown || found} className="border-line group border-t">
      <summary
        onClick={(event) => {
          event.preventDefault();
          show(!shown);
        }}
        className="hover:bg-hover flex h-10 cursor-default items-center gap-2 px-4 select-none"
      >
        <h2 id="finished-sessions" className="flex items-center gap-2 font-semibold">
          {sayParts("Finished {count}", {
            count: <span className="text-fg-3 text-xs font-normal">{sessions.length}</span>,
          })}
        </h2>
        <FoldArrow />
      </summary>
      <ul aria-labelledby="finished-sessions" className="pb-4">
        {sessions.map(({ id, feature, finished, counts }) => (
          <li key={id} className="border-line flex items-center gap-3 border-t px-4 py-1.5">
            <Link prefetch={false} href={pages.memory(workspace, id)} className="flex min-w-0 flex-1 flex-col">
              <b dir="auto" className="max-w-full self-start truncate font-semibold">
                {id}
              </b>
              <span dir="auto" className="text-fg-3 max-w-full self-start truncate text-xs">
                {feature} · {say("{items, plural, one {# item} other {# items}}", { items: counts.items })}
              </span>
            </Link>
            <Finished at={finished} />
            <Changes>
              <Button look="ghost" busy={busy} onClick={() => void reopen(id)} aria-label={say("Reopen {id}", { id })}>
                {say("Reopen")}
              </Button>
            </Changes>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Wardroom writes a time; a hand may have written any words. */
function Finished({ at }: { at: string | null }) {
  if (at === null) return null;
  return (
    <span className="text-fg-3 shrink-0 text-xs">
      {Number.isNaN(Date.parse(at)) ? at : <RelativeTime at={at} ago />}
    </span>
  );
}
