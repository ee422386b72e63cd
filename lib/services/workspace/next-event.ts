import { AppError } from "@/lib/core/errors";
import type { LiveEvent, LiveFeed } from "@/lib/services/commit/live-feed";

/** Listens for the next event of a workspace that matters. Listening begins at once, so that nothing falls between a look and the waiting. */
export function nextEvent(live: LiveFeed, workspace: string, matters: (event: LiveEvent) => boolean = () => true) {
  let wake = (): void => undefined;
  const happened = new Promise<void>((resolve) => (wake = resolve));
  const stop = live.subscribe((event) => {
    if (event.workspace === workspace && matters(event)) wake();
  }, workspace);
  return {
    stop,
    /** Resolves when one came, when that time is over, or when `signal` ends it. */
    within: async (milliseconds: number, signal: AbortSignal): Promise<void> => {
      if (signal.aborted) return;
      const timer = setTimeout(wake, milliseconds);
      signal.addEventListener("abort", wake, { once: true });
      await happened;
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
    },
  };
}

/** Throws why the signal ended where that is an error, as when the credential ended right before what was waited for. */
export async function throwIfEnded(
  { credentials }: { credentials: { settled(): Promise<unknown> } },
  signal: AbortSignal,
): Promise<void> {
  await credentials.settled();
  if (signal.reason instanceof AppError) throw signal.reason;
}
