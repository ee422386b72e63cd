import { wordsOf } from "@/lib/client/request-error";
import { say } from "@/lib/core/i18n/say";
import { Remedy } from "./remedy";

/** Says above what was read last that it could not be read again. */
export function StaleBar({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="border-line bg-warn-soft flex shrink-0 items-center gap-3 border-b px-4 py-1.5">
      <span className="min-w-0 flex-1">
        {say("{message} Showing the last data read.", { message: wordsOf(error).message })}
      </span>
      <Remedy error={error} onRetry={onRetry} ofPage size="small" />
    </div>
  );
}
