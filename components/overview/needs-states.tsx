import { Remedy } from "@/components/shell/remedy";
import { wordsOf } from "@/lib/client/request-error";
import { say } from "@/lib/core/i18n/say";

export function NothingWaits({ snoozed }: { snoozed: boolean }) {
  return (
    <p role="status" className="text-fg-2 px-4 pb-6">
      {snoozed ? say("Nothing is snoozed.") : say("You’re all caught up. What needs you appears here.")}
    </p>
  );
}

/** Said above what could be read. */
export function ReadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message } = wordsOf(error);
  return (
    <p role="alert" className="bg-warn-soft mx-4 mb-2 flex flex-wrap items-center gap-2 rounded-md px-2.5 py-1.5">
      <span className="min-w-0 flex-1">{say("{message} This list may be incomplete.", { message })}</span>
      <Remedy error={error} onRetry={onRetry} size="small" />
    </p>
  );
}
