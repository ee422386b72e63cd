import { Button } from "@/components/ui/button";
import { wordsOf } from "@/lib/client/request-error";

/** Says above what was read last that it could not be read again. */
export function FailedBar({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message, hint } = wordsOf(error);
  return (
    <div role="alert" className="border-line bg-warn-soft flex items-center gap-3 border-b px-4 py-1.5">
      <span className="min-w-0 flex-1">
        {message} {hint}
      </span>
      <Button size="small" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
