"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Reading } from "@/components/shell/reading";
import { StaleBar } from "@/components/shell/stale-bar";
import { useActions } from "@/components/ui/action-registry";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { useAwake } from "@/components/ui/use-awake";
import { ackMatrixQuery, contextQuery, contextVersionsQuery, savingsQuery } from "@/lib/client/context";
import { runsQuery } from "@/lib/client/runs";
import { gatesQuery } from "@/lib/client/sessions";
import { addressOf } from "@/lib/client/call";
import type { AckMatrix, Context, Version } from "@/lib/contracts/context";
import type { SessionScope } from "@/lib/client/paths";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { SkeletonRows } from "@/components/ui/skeleton";
import { ContextWorkbench } from "./context-workbench";
import { useContextPlace } from "./use-context-place";
import { ActionButton } from "@/components/ui/action-button";
import { versionName, versionNumberOf } from "./version-name";

const PublishView = lazyPart(
  () => import("./publish-view").then((module) => module.PublishView),
  <SkeletonRows height="h-8" />,
);

export function ContextView({ workspace, session }: SessionScope) {
  const scope = useMemo(() => ({ workspace, session }), [workspace, session]);
  const data = useContextData(scope);
  const [{ edit }, setPlace] = useContextPlace();
  // Only the browser knows what was begun and not published.
  const awake = useAwake();
  const { context, versions, matrix, error, retry, gate } = data;
  const write = () => void setPlace({ edit: true }, { history: "push" });
  const frozen =
    gate &&
    say("Publishing is paused: the phase {phase} gate is open.", {
      phase: gate.phase,
    });

  return (
    <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      {error !== null && context !== undefined && <StaleBar error={error} onRetry={retry} />}
      {context === undefined || (edit && !awake) ? (
        <Reading what={say("The context")} error={error} onRetry={retry} height="h-8" />
      ) : edit ? (
        <PublishView
          scope={scope}
          context={context}
          frozen={frozen}
          onClose={() => void setPlace({ edit: null, from: null, to: null })}
        />
      ) : context === null ? (
        <>
          <WriteAction onWrite={write} />
          <NoContext scope={scope} onWrite={write} />
        </>
      ) : versions === undefined || matrix === undefined ? (
        <Reading what={say("The context")} error={error} onRetry={retry} height="h-8" />
      ) : (
        <ContextWorkbench
          scope={scope}
          context={context}
          versions={versions}
          matrix={matrix}
          runs={data.runs}
          savings={data.savings}
          gate={gate}
          frozen={frozen}
          onEdit={write}
        />
      )}
    </main>
  );
}

function WriteAction({ onWrite }: { onWrite: () => void }) {
  useActions([
    {
      id: "context.publish",
      changes: true,
      label: say("Write the first version"),
      group: "Page",
      keys: "p",
      run: onWrite,
    },
  ]);
  return null;
}

function useContextData(scope: SessionScope) {
  const context = useQuery(contextQuery(scope));
  const versions = useQuery(contextVersionsQuery(scope));
  const matrix = useQuery(ackMatrixQuery(scope));
  const savings = useQuery(savingsQuery(scope));
  const gates = useQuery(gatesQuery(scope));
  const runs = useQuery(runsQuery(scope));
  const all = [context, versions, matrix, savings, gates, runs];
  const shown = useTogether({ context: context.data, versions: versions.data?.items, matrix: matrix.data });
  return {
    ...shown,
    savings: savings.data,
    runs: runs.data?.items,
    gate: gates.data?.items.find((gate) => gate.state === "open"),
    error: all.find((each) => each.error !== null)?.error ?? null,
    retry: () => {
      for (const each of all) if (each.isError) void each.refetch();
    },
  };
}

interface Together {
  context: Context | null | undefined;
  versions: Version[] | undefined;
  matrix: AckMatrix | undefined;
}

/**
 * What tells of the same version. After a publish one answer comes before the other: until both have, what was shown stays, so
 * that no page says GC-v6 above a matrix of GC-v5.
 */
function useTogether(latest: Together): Together {
  const [shown, setShown] = useState(latest);
  const { context, matrix, versions } = latest;
  const isSame = shown.context === context && shown.matrix === matrix && shown.versions === versions;
  const agrees = !context || !matrix || context.version === matrix.version;
  if (agrees && !isSame) setShown(latest);
  return agrees ? latest : shown;
}

function NoContext({ scope, onWrite }: { scope: SessionScope; onWrite: () => void }) {
  return (
    <EmptyState
      title={say("This session has no global context yet")}
      command={`curl -X PUT "$WARDROOM_URL${addressOf("PUT /sessions/{session}/context", { params: scope })}" \\\n  -H "Authorization: Bearer $WARDROOM_TOKEN" -H "Content-Type: application/json" \\\n  -d '{"text":"# Global Context\\n\\n## Scope\\n**Goal:** What is being built\\n"}'`}
      actions={
        <Changes>
          <Button look="primary" onClick={onWrite}>
            {say("Write the first version")}
          </Button>
        </Changes>
      }
    >
      {sayParts(
        "GC-v1 is sent in full, later versions as changes. Write it here, save <code>.agent/teams/{session}/global-context.md</code>, or:",
        { code: (inside) => <code className="font-mono text-xs">{inside}</code>, session: scope.session },
      )}
    </EmptyState>
  );
}

export function ContextHeaderActions(scope: SessionScope) {
  const { data } = useQuery(contextQuery(scope));
  const [{ edit }] = useContextPlace();
  const next = versionName(versionNumberOf(data?.version ?? "") + 1);
  if (edit) {
    return (
      <>
        <ActionButton action="context.leave" label={say("Back")} keys="escape" />
        <ActionButton action="context.send" label={say("Publish {next}", { next })} keys="mod+enter" look="primary" />
      </>
    );
  }
  // The buttons for a draft on disk are next to its preview.
  if (data?.draft) return null;
  return (
    <Changes>
      <ActionButton action="context.publish" label={say("Edit and publish")} keys="p" look="primary">
        <span className="sm:hidden">{say("Edit")}</span>
        <span className="max-sm:hidden">{say("Edit and publish")}</span>
      </ActionButton>
    </Changes>
  );
}
