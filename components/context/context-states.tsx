import { Changes } from "@/components/ui/changes";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { api, type SessionScope } from "@/lib/client/paths";

/** A session without a global context. */
export function NoContext({ scope, onWrite }: { scope: SessionScope; onWrite: () => void }) {
  return (
    <EmptyState
      title="This session has no global context yet"
      command={`curl -X PUT "$WARDROOM_URL${api.context(scope)}" \\\n  -H "Authorization: Bearer $WARDROOM_TOKEN" -H "Content-Type: application/json" \\\n  -d '{"text":"# Global Context\\n\\n## Scope\\n**Goal:** What is being built\\n"}'`}
      actions={
        <Changes>
          <Button look="primary" onClick={onWrite}>
            Write the first version
          </Button>
        </Changes>
      }
    >
      What everybody has to know is published as GC-v1, and each teammate is sent it in full. From then on they are sent
      what changed. Write it here, put it on disk as{" "}
      <code className="font-mono text-xs">.agent/teams/{scope.session}/global-context.md</code>, or:
    </EmptyState>
  );
}

/** The page before it is there: rows where rows will be. */
export function ContextSkeleton() {
  return (
    <div role="status" aria-label="Reading the context" className="flex min-h-0 flex-1 overflow-hidden">
      <div className="min-w-0 flex-1">
        <div className="border-line flex h-10 items-center gap-3 border-b px-4">
          <Skeleton className="h-3 w-12" />
          <Skeleton className="h-3 w-64" />
        </div>
        <div className="flex h-11 items-center px-4">
          <Skeleton className="h-3 w-32" />
        </div>
        {["w-24", "w-28", "w-20", "w-32", "w-24"].map((width, index) => (
          <div key={index} className="border-line flex h-8 items-center gap-6 border-t px-4">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-3 w-40" />
          </div>
        ))}
        <div className="px-4 py-6">
          <Skeleton className="h-40 w-full" />
        </div>
      </div>
      <div className="border-line flex w-[300px] flex-col gap-5 border-s p-4 max-lg:hidden">
        {[0, 1, 2, 3].map((each) => (
          <Skeleton key={each} className="h-3 w-40" />
        ))}
      </div>
    </div>
  );
}
