"use client";
import { Suspense, useMemo } from "react";
import { NotRead } from "@/components/shell/not-read";
import { StaleBar } from "@/components/shell/stale-bar";
import { lazyPart } from "@/components/ui/lazy-part";
import { useActions } from "@/components/ui/action-registry";
import type { SessionScope } from "@/lib/client/paths";
import { ContextSkeleton, NoContext } from "./context-states";
import { ContextWorkbench } from "./context-workbench";
import { useContextData } from "./use-context-data";
import { useContextPlace } from "./use-context-place";

const PublishView = lazyPart(() => import("./publish-view").then((module) => module.PublishView));

/** Session › Context: which version counts, who has confirmed which, what changed, and the next one. */
export function ContextView({ workspace, session }: SessionScope) {
  const scope = useMemo(() => ({ workspace, session }), [workspace, session]);
  const data = useContextData(scope);
  const [{ edit }, setPlace] = useContextPlace();
  const { context, versions, matrix, error, retry, gate } = data;
  const write = () => void setPlace({ edit: true }, { history: "push" });
  const frozen =
    gate &&
    `The gate of phase ${gate.phase} is being evaluated: nothing is published until it is concluded or abandoned.`;

  return (
    <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      {error !== null && context !== undefined && <StaleBar error={error} onRetry={retry} />}
      {context === undefined ? (
        error === null ? (
          <ContextSkeleton />
        ) : (
          <NotRead what="The context" error={error} onRetry={retry} />
        )
      ) : edit ? (
        <Suspense fallback={<ContextSkeleton />}>
          <PublishView
            scope={scope}
            context={context}
            frozen={frozen}
            onClose={() => void setPlace({ edit: null, from: null, to: null })}
          />
        </Suspense>
      ) : context === null ? (
        <>
          <WriteAction onWrite={write} />
          <NoContext scope={scope} onWrite={write} />
        </>
      ) : versions === undefined || matrix === undefined ? (
        error === null ? (
          <ContextSkeleton />
        ) : (
          <NotRead what="The context" error={error} onRetry={retry} />
        )
      ) : (
        <ContextWorkbench
          scope={scope}
          context={context}
          versions={versions}
          matrix={matrix}
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
    { id: "context.publish", changes: true, label: "Write the first version", group: "Page", keys: "p", run: onWrite },
  ]);
  return null;
}
