import { EmptyState } from "@/components/ui/empty-state";
import { RequestError, wordsOf } from "@/lib/client/request-error";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import { NextSteps } from "./next-steps";
import { Remedy } from "./remedy";

export interface NotReadProps {
  /** What was to be read, as a sentence begins. */
  what: string;
  error: unknown;
  onRetry: () => void;
}

/** Nothing could be read at all; with something read before, a bar above it says so instead. */
export function NotRead({ what, error, onRetry }: NotReadProps) {
  const { message, hint } = wordsOf(error);
  const known = error instanceof RequestError ? TITLES.get(error.code) : undefined;
  return (
    <EmptyState
      title={known ? say(known) : say("{what} could not be read", { what })}
      alert
      actions={
        <>
          <Remedy error={error} onRetry={onRetry} ofPage look="primary" />
          <NextSteps error={error} />
        </>
      }
    >
      {message} {known === undefined && hint}
    </EmptyState>
  );
}

/** Where the button says what to do, the hint, which is for programs, would only be in the way. */
const TITLES = new Map<string, Sentence>([
  ["unauthenticated", sentence("You are signed out")],
  ["not_found", sentence("Not found")],
]);
