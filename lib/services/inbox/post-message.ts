import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { request as requestPlain } from "node:http";
import { request as requestEncrypted } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { WebhookMessage } from "@/lib/core/inbox/needs";
import type { AllowsAddress } from "@/lib/services/workspace/reachable-addresses";

/** One answer is waited for so long. Milliseconds. */
const TIMEOUT = 5000;
/** What was not taken is sent again after these pauses. Milliseconds. */
const PAUSES = [1000, 5000];

/** What is said of an address that no message goes to. It names no address, which would tell what the network looks like from here. */
export const NOT_ALLOWED =
  "not sent: the address is this machine's or a private network's. Whoever runs the server allows it with WARDROOM_WEBHOOK_ADDRESSES";

export interface Posted {
  ok: boolean;
  said: string;
}

interface How {
  signal: AbortSignal;
  allows: AllowsAddress;
  pauses?: readonly number[];
  timeout?: number;
}

/**
 * Sends a message, and again where nobody answered in time or the other side had trouble. Connects to an allowed address alone: what a
 * name stands for is decided once, and connected to. Follows no redirect, and reads nothing of an answer but its status. Resolves in any
 * case, within about 20 seconds.
 */
export async function postMessage(
  url: string,
  message: WebhookMessage,
  { signal, allows, pauses = PAUSES, timeout = TIMEOUT }: How,
): Promise<Posted> {
  for (let attempt = 0; ; attempt++) {
    const posted = await tryOnce(url, message, allows, AbortSignal.any([signal, AbortSignal.timeout(timeout)]));
    const pause = pauses[attempt];
    if (!posted.isWorthRetrying || pause === undefined || signal.aborted) {
      const times = attempt === 0 ? "" : `, tried ${attempt + 1} times`;
      return { ok: posted.ok, said: posted.ok ? posted.said : `${posted.said}${times}` };
    }
    await rest(pause, signal);
  }
}

async function tryOnce(url: string, message: WebhookMessage, allows: AllowsAddress, signal: AbortSignal) {
  try {
    const status = await post(new URL(url), JSON.stringify(message), allows, signal);
    const isWorthRetrying = status >= 500 || status === 429;
    return { ok: status >= 200 && status < 300, said: `answered ${status}`, isWorthRetrying };
  } catch (error) {
    if (error instanceof NotAllowed) return { ok: false, said: NOT_ALLOWED, isWorthRetrying: false };
    const isLate = signal.aborted && signal.reason instanceof Error && signal.reason.name === "TimeoutError";
    return { ok: false, said: isLate ? "no answer in time" : "cannot be reached", isWorthRetrying: true };
  }
}

class NotAllowed extends Error {}

function post(url: URL, body: string, allows: AllowsAddress, signal: AbortSignal): Promise<number> {
  const isEncrypted = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, ""); // [::1]
  if (isIP(host) !== 0 && !allows(host)) throw new NotAllowed();
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    // A connection that was kept would be another's, decided on before.
    const options = { method: "POST", headers, signal, agent: false, lookup: lookUpAllowed(allows) } as const;
    const sent = (isEncrypted ? requestEncrypted : requestPlain)(url, options, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Finds the addresses of a name, for the connection itself: there is no second look that a name could answer otherwise. */
function lookUpAllowed(allows: AllowsAddress): LookupFunction {
  return (hostname, options, callback) => {
    const found = lookup(hostname, { ...options, all: true }).then((addresses: LookupAddress[]) => {
      const [first, ...others] = addresses.filter(({ address }) => allows(address));
      if (first === undefined) throw new NotAllowed();
      if (options.all === true) callback(null, [first, ...others]);
      else callback(null, first.address, first.family);
    });
    void found.catch((error: unknown) => callback(error as Error, ""));
  };
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
