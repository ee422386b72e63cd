import Link from "next/link";
import { Changes } from "@/components/ui/changes";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { sayCount } from "@/components/ui/say-count";
import { Skeleton } from "@/components/ui/skeleton";
import { pages, type SessionScope } from "@/lib/client/paths";
import { RequestError, wordsOf } from "@/lib/client/request-error";

/** A memory with no item at all yet. */
export function NoItems({ scope, onAdd }: { scope: SessionScope; onAdd: () => void }) {
  const path = `/api/v1/workspaces/${encodeURIComponent(scope.workspace)}/sessions/${encodeURIComponent(scope.session)}/memory/items`;
  return (
    <EmptyState
      title="Nobody has written anything yet"
      command={`curl -X POST "$WARDROOM_URL${path}" \\\n  -H "Authorization: Bearer $WARDROOM_TOKEN" -H "Content-Type: application/json" \\\n  -d '{"tag":"Finding","text":"What others should know"}'`}
      actions={
        <Changes>
          <Button look="primary" onClick={onAdd}>
            Add as Lead
          </Button>
        </Changes>
      }
    >
      The first item of any role shows here at once. A teammate writes with its own token:
    </EmptyState>
  );
}

/** A filter that leaves nothing. */
export function NothingFound({ total, onClear }: { total: number; onClear: () => void }) {
  return (
    <EmptyState title="Nothing passes the filter" actions={<Button onClick={onClear}>Clear the filter</Button>}>
      {sayCount(total, "item is", "items are")} hidden by it.
    </EmptyState>
  );
}

/** Nothing could be read at all; with something read before, a bar above it says so instead. */
export function NotRead({
  scope,
  error,
  onRetry,
  what = "The memory",
}: {
  scope: SessionScope;
  error: unknown;
  onRetry: () => void;
  /** What was to be read, as a sentence begins. */
  what?: string;
}) {
  const { message, hint } = wordsOf(error);
  const code = error instanceof RequestError ? error.code : undefined;
  if (code === "not_found") {
    return (
      <EmptyState
        title="This session is not there any more"
        alert
        actions={
          <Link href={pages.overview(scope.workspace)} className={buttonClass()}>
            To the overview
          </Link>
        }
      >
        {message} A deleted session can be restored in the settings.
      </EmptyState>
    );
  }
  const signedOut = code === "unauthenticated";
  return (
    <EmptyState
      title={signedOut ? "You are signed out" : `${what} could not be read`}
      alert
      actions={
        signedOut ? (
          <Link href={pages.login()} className={buttonClass({ look: "primary" })}>
            Sign in
          </Link>
        ) : (
          <Button look="primary" onClick={onRetry}>
            Retry
          </Button>
        )
      }
    >
      {message} {hint}
    </EmptyState>
  );
}

const WIDTHS = ["w-3/4", "w-1/2", "w-2/3", "w-5/6", "w-2/5", "w-3/5"];

/** The list before it is there: headings and rows where headings and rows will be. */
export function MemorySkeleton() {
  return (
    <div role="status" aria-label="Reading the memory" className="flex-1 overflow-hidden">
      <div className="border-line flex h-[45px] items-center gap-2 border-b px-4">
        <Skeleton className="h-7 w-52" />
        <Skeleton className="h-6 w-20" />
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-6 w-24" />
      </div>
      {[0, 1, 2].map((section) => (
        <div key={section}>
          <div className="ps-7 pe-4 pt-5 pb-2.5">
            <Skeleton className="h-3 w-40" />
          </div>
          {WIDTHS.map((width) => (
            <div
              key={width}
              className="border-line grid h-[31px] grid-cols-[24px_92px_1fr] items-center gap-2 border-t px-4"
            >
              <span />
              <Skeleton className="h-3 w-16" />
              <Skeleton className={`h-3 ${width}`} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
