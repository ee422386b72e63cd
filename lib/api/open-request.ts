import { AppError } from "@/lib/core/errors";
import type { Connection } from "@/lib/api/connection";
import type { Runtime } from "@/lib/runtime";
import type { Caller } from "@/lib/services/workspace/caller";

/** A request whose answer takes its time. */
export interface OpenRequest {
  /**
   * Aborted as soon as nobody is owed anything more: the client left, its credential ended, or the server stops. Its reason
   * is an `AppError` where the credential ended.
   */
  signal: AbortSignal;
  /** Must be called when the answer was given. */
  close(): void;
}

interface Opening {
  request: Request;
  connection: Connection;
  caller: Caller;
  runtime: Runtime;
}

/** Follows a request that stays open, from now until `close`. */
export function openRequest({ request, connection, caller, runtime }: Opening): OpenRequest {
  const ending = new AbortController();
  const end = () => ending.abort();
  const unfollow = runtime.services.authentication.follow(caller, (error) => ending.abort(error));
  // Not `AbortSignal.any`: connection and runtime outlive the request, and would keep what is made of them.
  const signals = [request.signal, connection.sentAll, runtime.closing];
  for (const signal of signals) {
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
  }
  return {
    signal: ending.signal,
    close: () => {
      unfollow();
      for (const signal of signals) signal.removeEventListener("abort", end);
    },
  };
}

/**
 * What `work` answers, unless the caller's credential ends before: then `unauthenticated` is thrown at once. A response is
 * followed until all of it was taken.
 */
export async function whileOpen<T>(opening: Opening, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const open = openRequest(opening);
  try {
    const ended = new Promise<never>((_, reject) => {
      open.signal.addEventListener("abort", () => {
        if (open.signal.reason instanceof AppError) reject(open.signal.reason);
      });
    });
    const answer = await Promise.race([work(open.signal), ended]);
    if (!(answer instanceof Response) || answer.body === null) {
      open.close();
      return answer;
    }
    return whenOver(answer, open.close) as T;
  } catch (error) {
    open.close();
    throw error;
  }
}

/** The same stream; calls back once it is over, for whatever reason. */
function whenOver({ body, status, headers }: Response, over: () => void): Response {
  const reader = body?.getReader();
  const followed = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const part = await reader?.read();
      if (part?.value !== undefined) {
        controller.enqueue(part.value);
        return;
      }
      over();
      controller.close();
    },
    cancel: async (reason) => {
      over();
      await reader?.cancel(reason);
    },
  });
  return new Response(followed, { status, headers });
}
