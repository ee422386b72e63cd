"use client";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Content } from "@/components/shell/content";
import { useMay } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { sayNumber } from "@/lib/core/text/say-count";
import { useActions } from "@/components/ui/action-registry";
import { activityQuery } from "@/lib/client/history";
import { LiveStrip } from "./live-strip";
import { FinishedSessions } from "./finished-sessions";
import { NeedsList } from "./needs-list";
import { SessionTable } from "./session-table";
import { Trash } from "./trash";
import { useNeeds } from "./use-needs";

const CreateDialog = lazyPart(() => import("./create-dialog").then((module) => module.CreateDialog));
const FirstRun = lazyPart(() => import("./first-run").then((module) => module.FirstRun));

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
  const { data: activity } = useQuery(activityQuery(workspace, since));
  const [creating, setCreating] = useState(false);
  // The first run goes on after its session is there: the agents have yet to join.
  const [beginning, setBeginning] = useState(false);
  const empty = sessions.length + finished.length === 0 && !loading && !error;

  useActions([
    {
      id: "session.create",
      changes: true,
      label: "New session…",
      group: "Page",
      keys: "c",
      enabled: !empty && !beginning,
      run: () => setCreating(true),
    },
  ]);

  return (
    <Content>
      {empty || beginning ? (
        !may("create sessions") ? (
          <EmptyState title="No session yet">The Lead creates the first one; it shows here at once.</EmptyState>
        ) : (
          <Suspense>
            <FirstRun workspace={workspace} onCreated={() => setBeginning(true)} onDone={() => setBeginning(false)} />
          </Suspense>
        )
      ) : (
        <>
          <LiveStrip workspace={workspace} sessions={sessions} now={now} />
          <NeedsList workspace={workspace} needs={needs} loading={loading} error={error} onRetry={retry} see={see} />
          <section aria-labelledby="sessions" className="border-line border-t pb-4">
            <h2 id="sessions" className="flex h-10 items-center gap-2 px-4 font-semibold">
              Sessions <span className="text-fg-3 text-xs font-normal">{sessions.length}</span>
            </h2>
            <SessionTable workspace={workspace} sessions={sessions} events={activity?.items} since={since} />
            {more && (
              <p className="text-fg-3 px-4 pt-3 text-xs">
                Listed are the {sayNumber(sessions.length + finished.length)} that changed last, and what waits in them.
                Search finds the others as soon as it has read them.
              </p>
            )}
          </section>
          <FinishedSessions workspace={workspace} sessions={finished} />
        </>
      )}
      <Trash workspace={workspace} />
      <Suspense>
        {creating && (
          <CreateDialog
            workspace={workspace}
            taken={[...sessions, ...finished].map((session) => session.id)}
            onClose={() => setCreating(false)}
          />
        )}
      </Suspense>
    </Content>
  );
}
