import { Changes } from "@/components/ui/changes";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { api, type SessionScope } from "@/lib/client/paths";

/** No gate was ever opened, and no phase folder holds a record. */
export function NoGates({ scope, onOpen }: { scope: SessionScope; onOpen: () => void }) {
  return (
    <EmptyState
      title="No phase has come to its gate yet"
      command={`curl -X POST "$WARDROOM_URL${api.gates(scope)}" \\\n  -H "Authorization: Bearer $WARDROOM_TOKEN" -H "Content-Type: application/json" \\\n  -d '{"phase":1}'`}
      actions={
        <Changes>
          <Button look="primary" onClick={onOpen}>
            Open a gate…
          </Button>
        </Changes>
      }
    >
      A gate asks whether a phase may pass: everybody on the current version, no conflict and no question left open.
      While it is open the context is frozen. Open one here, or:
    </EmptyState>
  );
}

/** The page before it is there. */
export function GatesSkeleton() {
  return (
    <div role="status" aria-label="Reading the gates" className="flex-1 overflow-hidden">
      <div className="flex h-11 items-center px-4 pt-2">
        <Skeleton className="h-3 w-36" />
      </div>
      {["w-1/2", "w-2/3", "w-2/5", "w-3/5"].map((width) => (
        <div key={width} className="border-line flex h-9 items-center gap-4 border-t px-4">
          <Skeleton className="h-3 w-16" />
          <Skeleton className={`h-3 ${width}`} />
        </div>
      ))}
    </div>
  );
}
