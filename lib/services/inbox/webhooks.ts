import { isIP, type LookupFunction } from "node:net";
import type { Need, NeedList } from "@/lib/contracts/needs";
import { QuietHours, type SetWebhook, type Webhook, type WebhookResult } from "@/lib/contracts/webhooks";
import { AppError } from "@/lib/core/errors";
import { isQuiet, type NeedKind, webhookMessage, type WebhookMessage } from "@/lib/core/inbox/needs";
import { findWebhook, type WebhookNote, type WebhookRow } from "@/lib/db/webhooks";
import { allow, aloneBy, authorOf, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { AllowsAddress } from "@/lib/services/workspace/reachable-addresses";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { request as requestPlain } from "node:http";
import { request as requestEncrypted } from "node:https";

interface Scope {
  workspace: string;
}

interface Sources {
  reachable: AllowsAddress;
  needs: { list(caller: Caller, params: Scope): Promise<NeedList> };
}

/** On whose behalf the server looks at what waits. */
const SERVER: Caller = {
  kind: "owner",
  role: null,
  sessionKey: null,
  workspace: null,
  credentialId: "owner",
  source: "api",
};

/** After an event so long is waited for others: they are told of in one message. Milliseconds. */
const GATHER = 2000;
/** Deadlines pass and quiet hours end without an event. Milliseconds. */
const LOOK_EVERY = 30_000;

/** A server that began to send and noted no end within this time is taken for gone. Milliseconds; more than any message takes. */
const CLAIM = 60_000;

/**
 * Tells a webhook of what comes to wait for a person, once, whichever server sees it, and after a start what came while none ran. No
 * change waits for it, and none fails with it.
 */
export function webhookService(context: ServiceContext, { needs, reachable }: Sources) {
  const { committer, database, live, workspaces, clock } = context;
  const closing = new AbortController();

  return {
    /** Where messages go, of which kinds, and how the last one went. The address itself is told to nobody. */
    async read(caller: Caller, { workspace }: Scope): Promise<Webhook> {
      reach(caller, workspace);
      return presented(await findWebhook(database.queries, workspace));
    },

    /** Sets where messages go from now on. Throws `invalid_input` where no address was ever given. */
    async set(caller: Caller, { workspace }: Scope, body: SetWebhook, request: ChangeRequest): Promise<Webhook> {
      reach(caller, workspace);
      if (body.url !== undefined) assertReachable(body.url, reachable);
      const set = await committer.act(aloneBy(caller, workspace, request), async (draft) => {
        await context.credentials.assertHolds(draft.queries, caller.credentialId);
        const before = await findWebhook(draft.queries, workspace);
        const url = body.url ?? before?.url;
        if (url === undefined) throw noAddress();
        const quiet = body.quiet ?? null;
        const set = { url, kinds: JSON.stringify(body.kinds), quiet: quiet && JSON.stringify(quiet) };
        draft.effect({ type: "put-webhook", workspace, ...set });
        draft.event("workspace.configured", workspace, null, { webhook: hostOf(url), kinds: body.kinds, quiet });
        const last = before?.url === url ? before : { lastAt: null, lastOk: null, lastSaid: null };
        return presented({ ...last, ...set });
      });
      // What comes to wait from now on is news, also before the next look.
      await look(workspace);
      return set;
    },

    /** Sends nothing any more. */
    async remove(caller: Caller, { workspace }: Scope, request: ChangeRequest): Promise<{ done: true }> {
      reach(caller, workspace);
      return committer.act(aloneBy(caller, workspace, request), (draft) => {
        draft.effect({ type: "drop-webhook", workspace });
        draft.event("workspace.configured", workspace, null, { webhook: null });
        return Promise.resolve({ done: true as const });
      });
    },

    /** Sends a message that says that it is a test, once, and tells how it went. */
    async test(caller: Caller, { workspace }: Scope): Promise<WebhookResult> {
      reach(caller, workspace);
      const row = await findWebhook(database.queries, workspace);
      if (row === null) throw noAddress();
      return send(row, { text: `Wardroom, ${workspace}: this is a test. Messages arrive here.` }, { pauses: [] });
    },

    look,

    /** Looks again after events, and now and then without one, until closed. */
    watch(report: (error: unknown) => void): { close(): Promise<void> } {
      const timers = new Map<string, NodeJS.Timeout>();
      let work = Promise.resolve();
      const lookAt = (workspace: string) => {
        timers.delete(workspace);
        work = work.then(() => (closing.signal.aborted ? undefined : look(workspace).catch(report)));
      };
      const unsubscribe = live.subscribe(({ workspace }) => {
        if (timers.has(workspace)) return;
        timers.set(workspace, setTimeout(lookAt, GATHER, workspace).unref());
      });
      const again = setInterval(() => workspaces.forEach(lookAt), LOOK_EVERY).unref();
      workspaces.forEach(lookAt);
      return {
        close: () => {
          unsubscribe();
          clearInterval(again);
          for (const timer of timers.values()) clearTimeout(timer);
          closing.abort();
          return work;
        },
      };
    },
  };

  /** Throws `forbidden` for who may not decide on it, `not_found` for a workspace that is not served. */
  function reach(caller: Caller, workspace: string): void {
    allow(caller, "decide where messages are sent", { workspace });
    context.store(workspace);
  }

  /**
   * Tells of what waits and was not told of yet, in one message; where nothing was ever looked at, everything is taken for known.
   * Resolves when the message was taken or given up.
   */
  async function look(workspace: string): Promise<void> {
    const row = await findWebhook(database.queries, workspace);
    if (row === null) return;
    const waiting = await waitingFor(row);
    const known = new Set(row.told === null ? waiting.map(({ key }) => key) : (JSON.parse(row.told) as string[]));
    const fresh = waiting.filter(({ key }) => !known.has(key));
    const quiet = readQuiet(row);
    const isHeld = quiet !== null && isQuiet(clock(), quiet);
    const told = JSON.stringify(waiting.flatMap(({ key }) => (isHeld && !known.has(key) ? [] : [key])).toSorted());
    if (told === row.told) return;
    const isSent = !isHeld && fresh.length > 0;
    const mine = await noteUnlessChanged(row, isSent ? { claimedAt: clock() } : { told });
    if (isSent && mine) await send(row, webhookMessage(workspace, fresh), { told });
  }

  /** Notes something of a webhook, unless another server looked or sends meanwhile; answers whether it did. */
  function noteUnlessChanged(row: WebhookRow, note: WebhookNote): Promise<boolean> {
    const { workspaceId: workspace, url } = row;
    return committer.act(
      { workspace, author: authorOf(SERVER), alone: true, idempotency: undefined },
      async (draft) => {
        const now = await findWebhook(draft.queries, workspace);
        const claimedAt = now?.claimedAt ?? null;
        const isSending = claimedAt !== null && Math.abs(clock().getTime() - claimedAt.getTime()) < CLAIM;
        if (isSending || now?.told !== row.told || settingOf(now) !== settingOf(row)) return false;
        draft.effect({ type: "note-webhook", workspace, url, note });
        return true;
      },
    );
  }

  async function waitingFor({ workspaceId: workspace, kinds }: WebhookRow): Promise<Need[]> {
    const { items } = await needs.list(SERVER, { workspace });
    const wanted = new Set(JSON.parse(kinds) as NeedKind[]);
    return items.filter(({ kind }) => wanted.has(kind));
  }

  /** Sends a message and notes how it went, with what it told of where it told of needs. */
  async function send(
    { workspaceId: workspace, url }: WebhookRow,
    message: WebhookMessage,
    { told, pauses }: { told?: string; pauses?: readonly number[] },
  ): Promise<WebhookResult> {
    const how = { signal: closing.signal, allows: reachable, ...(pauses && { pauses }) };
    const { ok, said } = await postMessage(url, message, how);
    const at = clock();
    const result = { at: at.toISOString(), ok, said };
    // A server that ends tells nobody.
    if (closing.signal.aborted) return result;
    await committer.act({ workspace, author: authorOf(SERVER), alone: true, idempotency: undefined }, (draft) => {
      const note = { lastAt: at, lastOk: ok, lastSaid: said, ...(told !== undefined && { told, claimedAt: null }) };
      draft.effect({ type: "note-webhook", workspace, url, note });
      return Promise.resolve();
    });
    return result;
  }
}

function settingOf({ url, kinds }: WebhookRow): string {
  return JSON.stringify([url, kinds]);
}

type Setting = Omit<WebhookRow, "workspaceId" | "told" | "claimedAt">;

function presented(row: Setting | null): Webhook {
  if (row === null) return { host: null, kinds: [], quiet: null, last: null };
  const { url, kinds, lastAt, lastOk, lastSaid } = row;
  return {
    host: hostOf(url),
    kinds: JSON.parse(kinds) as NeedKind[],
    quiet: readQuiet(row),
    last: lastAt === null ? null : { at: lastAt.toISOString(), ok: lastOk === true, said: lastSaid ?? "" },
  };
}

function readQuiet({ quiet }: Pick<WebhookRow, "quiet">): QuietHours | null {
  return quiet === null ? null : QuietHours.parse(JSON.parse(quiet));
}

/** The host of an address: what follows it may be a secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "an address that was redacted";
}

/** Throws `invalid_input` for an address in numbers that no message goes to. What a name stands for is looked up for each message. */
function assertReachable(url: string, reachable: AllowsAddress): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, ""); // [::1]
  if (isIP(host) === 0 || reachable(host)) return;
  throw new AppError("invalid_input", `Messages do not go to ${host}: it is this machine's or a private network's.`, {
    hint: `Give an address on the internet, or have whoever runs the server allow it with WARDROOM_WEBHOOK_ADDRESSES=${host}.`,
    errors: [{ path: "url", message: "is not reachable from here" }],
  });
}

function noAddress(): AppError {
  return new AppError("invalid_input", "No address was given to send messages to.", {
    hint: "Give the address of an incoming webhook, such as one of Slack.",
    errors: [{ path: "url", message: "is missing" }],
  });
}

/** One answer is waited for so long. Milliseconds. */
const TIMEOUT = 5000;
/** What was not taken is sent again after these pauses. Milliseconds. */
const PAUSES = [1000, 5000];

/** What is said of an address that no message goes to. It names no address, which would tell what the network looks like from here. */
export const NOT_ALLOWED =
  "not sent: the address is this machine's or a private network's. Whoever runs the server allows it with WARDROOM_WEBHOOK_ADDRESSES";

interface Posted {
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
