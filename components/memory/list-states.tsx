import Link from "next/link";
import { Changes } from "@/components/ui/changes";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { addressOf } from "@/lib/client/call";
import { pages, type SessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/words/say";

/** A memory with no item at all yet. */
export function NoItems({ scope, onAdd }: { scope: SessionScope; onAdd: () => void }) {
  return (
    <EmptyState
      title={say("No items yet")}
      command={`curl -X POST "$WARDROOM_URL${addressOf("POST /sessions/{session}/memory/items", { params: scope })}" \\\n  -H "Authorization: Bearer $WARDROOM_TOKEN" -H "Content-Type: application/json" \\\n  -d '{"tag":"Finding","text":"What others should know"}'`}
      actions={
        <Changes>
          <Link href={pages.join(scope.workspace, scope.session)} className={buttonClass({ look: "primary" })}>
            {say("Add its agents")}
          </Link>
          <Button onClick={onAdd}>{say("Add as Lead")}</Button>
        </Changes>
      }
    >
      {say("The first item of any role appears here at once. A teammate writes with its own token:")}
    </EmptyState>
  );
}

/** A filter that leaves nothing. */
export function NothingFound({ total, onClear }: { total: number; onClear: () => void }) {
  return (
    <EmptyState title={say("No matches")} actions={<Button onClick={onClear}>{say("Clear the filter")}</Button>}>
      {say("{total, plural, one {# item is} other {# items are}} hidden by it.", { total })}
    </EmptyState>
  );
}

const WIDTHS = ["w-3/4", "w-1/2", "w-2/3", "w-5/6", "w-2/5", "w-3/5"];

/** The list before it is there: headings and rows where headings and rows will be. */
export function MemorySkeleton() {
  return (
    <div role="status" aria-label={say("Reading the memory")} className="flex-1 overflow-hidden">
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
