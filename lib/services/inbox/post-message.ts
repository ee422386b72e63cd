import type { WebhookMessage } from "@/lib/core/needs/webhook-message";

/** One answer is waited for so long. Milliseconds. */
const TIMEOUT = 5000;
/** What was not taken is sent again after these pauses. Milliseconds. */
const PAUSES = [1000, 5000];

/** How a message went, in words for the settings. */
export interface Posted {
  ok: boolean;
  said: string;
}

/**
 * Sends a message, and again where nobody answered in time or the other side had trouble. Follows no redirect, and reads nothing
 * of an answer but its status. Resolves in any case, within about 20 seconds.
 */
export async function postMessage(
  url: string,
  message: WebhookMessage,
  { signal, pauses = PAUSES, timeout = TIMEOUT }: { signal: AbortSignal; pauses?: readonly number[]; timeout?: number },
): Promise<Posted> {
  for (let attempt = 0; ; attempt++) {
    const posted = await tryOnce(url, message, AbortSignal.any([signal, AbortSignal.timeout(timeout)]));
    const pause = pauses[attempt];
    if (!posted.isWorthRetrying || pause === undefined || signal.aborted) {
      const times = attempt === 0 ? "" : `, tried ${attempt + 1} times`;
      return { ok: posted.ok, said: posted.ok ? posted.said : `${posted.said}${times}` };
    }
    await rest(pause, signal);
  }
}

async function tryOnce(url: string, message: WebhookMessage, signal: AbortSignal) {
  try {
    const { ok, status, body } = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(message),
      redirect: "manual",
      signal,
    });
    await body?.cancel();
    return { ok, said: `answered ${status}`, isWorthRetrying: status >= 500 || status === 429 };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return { ok: false, said: isLate ? "no answer in time" : "cannot be reached", isWorthRetrying: true };
  }
}

function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
