import { NotRead } from "@/components/shell/not-read";
import { Skeleton } from "@/components/ui/skeleton";
import { say } from "@/lib/core/words/say";

export function Reading({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  if (error !== null && error !== undefined) return <NotRead what={what} error={error} onRetry={onRetry} />;
  return (
    <div role="status" aria-label={say("Reading: {what}", { what })}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="border-line flex h-9 items-center gap-4 border-b px-4">
          <Skeleton className="h-3 w-36" />
          <Skeleton className={index % 2 ? "h-3 w-64 max-w-full" : "h-3 w-48 max-w-full"} />
        </div>
      ))}
    </div>
  );
}
