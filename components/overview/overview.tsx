"use client";
import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo, useRef, useState } from "react";
import { Content } from "@/components/shell/content";
import { SessionFilter } from "@/components/shell/session-filter";
import { usePins } from "@/components/shell/use-pins";
import { useMay } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { useActions } from "@/components/ui/action-registry";
import { activityQuery } from "@/lib/client/history";
import { pages } from "@/lib/client/paths";
import { matchingSessions, pinnedFirst } from "@/lib/client/matching-sessions";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";
import { ON_OVERVIEW } from "./at-work";
import { LiveStrip } from "./live-strip";
import { FinishedSessions } from "./finished-sessions";
import { NeedsList } from "./needs-list";
import { SessionTable } from "./session-table";
import { Trash } from "./trash";
import { useNeeds } from "./use-needs";

const CreateDialog = lazyPart(() => import("./create-dialog").then((module) => module.CreateDialog));
const FirstRun = lazyPart(() => import("./first-run").then((module) => module.FirstRun));

/** So many sessions are found by looking. */
const FEW_SESSIONS = 8;

interface OverviewProps {
  workspace: string;
  /** When the shown activity begins. */
  since: string;
  /** When the page was made, ISO 8601. */
  now: string;
}

/** What needs a person now, over all sessions, and how the sessions are. */
export function Overview({ workspace, since, now }: OverviewProps) {
  const { sessions, finished, more, needs, loading, error, retry, see } = useNeeds(workspace);
  const may = useMay();
  const { pins } = usePins(workspace);
  const [text, setText] = useQueryState("sessions", parseAsString.withDefault(""));
  const field = useRef<HTMLInputElement>(null);
  const shown = useMemo(() => pinnedFirst(matchingSessions(sessions, text), pins), [sessions, text, pins]);
  const over = useMemo(() => matchingSessions(finished, text), [finished, text]);
  const { data: activity } = useQuery(activityQuery(workspace, since));
  const [creating, setCreating] = useState(false);
  // The first run goes on after its session is there: the agents have yet to join.
  const [beginning, setBeginning] = useState(false);
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

  return (
    <Content>
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
          <LiveStrip
            workspace={workspace}
            sessions={sessions}
            now={now}
            most={ON_OVERVIEW}
            wall={pages.wall(workspace)}
          />
          <NeedsList workspace={workspace} needs={needs} loading={loading} error={error} onRetry={retry} see={see} />
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
            <SessionTable workspace={workspace} sessions={shown} events={activity?.items} since={since} />
            {more && (
              <p className="text-fg-3 px-4 pt-3 text-xs">
                {say(
                  "Listed are the {sessions, number} that changed last, and what waits in them. Search finds the others as soon as it has read them.",
                  { sessions: sessions.length + finished.length },
                )}
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
