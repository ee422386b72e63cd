import { knownContent } from "@/lib/api/written";
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

/** Which part of the room requests may take that stay open: all of them, all but the owner's, those from one address, and one credential's. */
const SHARES = { all: 7 / 8, others: 3 / 4, address: 1 / 2, credential: 1 / 8 };
type Share = keyof typeof SHARES;

/** How many requests are open, by whose share they take. */
const taken = new Map<string, number>();

/**
 * Gives a request its part of the room until the returned function is called. Throws `rate_limited` where its credential, its address or
 * everybody together has too many open: whoever asks for an answer at once, and the server's owner, always find room.
 */
function admit({ caller, connection: { room, address } }: Opening): () => void {
  if (room === undefined) return () => undefined;
  const isOwners = caller.kind === "owner" && caller.workspace === null;
  const shares: Partial<Record<Share, string>> = isOwners
    ? { all: "" }
    : { credential: caller.credentialId, address: address ?? "", others: "", all: "" };
  const keys = Object.entries(shares).map(([share, whose]) => ({ share: share as Share, key: `${share} ${whose}` }));
  for (const { share, key } of keys) {
    const most = Math.max(1, Math.floor(room.most * SHARES[share]));
    if ((taken.get(key) ?? 0) >= most) throw tooMany(share, most);
  }
  for (const { key } of keys) taken.set(key, (taken.get(key) ?? 0) + 1);
  const letGo = room.hold();
  return () => {
    letGo();
    for (const { key } of keys) {
      const left = (taken.get(key) ?? 1) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    }
  };
}

function tooMany(share: Share, most: number): AppError {
  const whose = { all: "", others: "", address: " from this address", credential: " with this credential" }[share];
  return new AppError("rate_limited", `There are ${most} open requests${whose} already, and no room for more.`, {
    hint: "End some of them, or ask without waiting and try again later.",
    current: { retryAfterSeconds: 5 },
  });
}

/** Follows a request that stays open, from now until `close`. Throws `rate_limited` where there is no room for it. */
export function openRequest(opening: Opening): OpenRequest {
  const { request, connection, caller, runtime } = opening;
  let leave: (() => void) | null = admit(opening);
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
      leave?.();
      leave = null;
      unfollow();
      for (const signal of signals) signal.removeEventListener("abort", end);
    },
  };
}

/**
 * What `work` answers, unless the caller's credential ends before: then `unauthenticated` is thrown at once. A response that
 * is sent piece by piece is followed until all of it was taken.
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
    if (!(answer instanceof Response) || knownContent(answer) !== undefined || answer.body === null) {
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
