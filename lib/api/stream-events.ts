import type { Changed } from "@/lib/contracts/changed";
import type { Event, StreamStart } from "@/lib/contracts/events";
import type { RouteInput } from "@/lib/api/define-route";
import { openRequest } from "@/lib/api/open-request";
import { may } from "@/lib/services/workspace/caller";
import type { WorkspaceParams } from "@/lib/contracts/params";

/** Keeps proxies and browsers from giving the connection up. */
const KEEP_ALIVE_MS = 15_000;
/** A page cannot see what keeps a connection alive: browsers are sent an event of its own so often, by which it knows that somebody is there. */
const BEAT_MS = 3_000;
/** Bytes that may wait for a reader who does not read. */
const MOST_WAITING = 1_000_000;

/**
 * Events as they happen, as Server-Sent Events: `id` is the event's, `event` its action, `data` the event. A client that
 * names its last event gets what it missed, or `reset` when that is no longer known one by one. Ends at once when the client
 * leaves, its credential ends or the server stops, and when too much waits to be read; a client that comes back goes on where
 * it stopped. A page is also told how the memories that it shows change, as `changed`.
 */
export async function streamEvents(input: RouteInput<typeof WorkspaceParams, typeof StreamStart, undefined, "caller">) {
  const { services, caller, params, query, request } = input;
  const { authentication } = services;
  const encoder = new TextEncoder();
  const isPage = caller.source === "ui" && caller.sessionKey === null;
  // A browser names its last event by itself only when it reconnects: a page that was read before says so in the address.
  const lastId = request.headers.get("last-event-id") ?? query.lastEventId ?? null;
  let stop = () => {};
  const waiting: Event[] = [];
  let send = (event: Event): void => {
    waiting.push(event);
  };
  const open = openRequest(input);
  let unsubscribe = () => {};
  const stopped: (() => void)[] = [];
  let missed: Event[] | null = [];
  try {
    // Listening begins before the past is read: nothing falls between.
    unsubscribe = await services.events.subscribe(caller, params, (event) => send(event));
    if (lastId !== null) missed = await services.events.since(caller, params, Number(lastId));
  } catch (error) {
    unsubscribe();
    open.close();
    throw error;
  }

  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (controller) => {
      let ended = false;
      const write = (text: string) => {
        if (ended) return;
        controller.enqueue(encoder.encode(text));
        if ((controller.desiredSize ?? 0) < 0) end();
      };
      const end = () => {
        if (ended) return;
        stop();
        controller.close();
      };
      const timer = setInterval(() => {
        write(": keep-alive\n\n");
        // In case the end of a credential could not be looked up when it was heard of.
        void authentication.recheck();
      }, KEEP_ALIVE_MS);
      const beats = isPage ? setInterval(() => write("event: beat\ndata: {}\n\n"), BEAT_MS) : undefined;
      stop = () => {
        ended = true;
        clearInterval(timer);
        clearInterval(beats);
        for (const each of stopped) each();
        unsubscribe();
        open.close();
        open.signal.removeEventListener("abort", end);
        stop = () => {};
      };
      open.signal.addEventListener("abort", end);
      write(": connected\n\n");
      // Of people alone, and to them: no event of the history, so it has no id to resume from.
      if (may(caller, "be seen by other people", params)) {
        stopped.push(services.lookers.subscribe(caller, params, () => write("event: lookers\ndata: {}\n\n")));
      }
      if (missed === null) write("event: reset\ndata: {}\n\n");
      let held: (() => void)[] | null = null;
      const tell = (act: () => void) => {
        if (held === null) act();
        else held.push(act);
      };
      send = (event) =>
        tell(() => {
          write(`id: ${event.id}\nevent: ${event.action}\ndata: ${JSON.stringify(event)}\n\n`);
          if (!authentication.mayEnd(event)) return;
          // Until it is known whose credential ended, nothing that came after is told.
          held = [];
          void authentication.settled().then(() => {
            const acts = held ?? [];
            held = null;
            for (const act of acts) tell(act);
          });
        });
      if (isPage) {
        const change = (frame: string) => tell(() => write(`event: changed\ndata: ${frame}\n\n`));
        stopped.push(services.shown.subscribe(caller, params, change));
        // What changed until now, the page has to read.
        for (const session of new Set([...(missed ?? []), ...waiting].map((event) => event.session)))
          if (session !== null) change(JSON.stringify({ session, memory: null, row: null } satisfies Changed));
      }
      if (open.signal.aborted) end();
      const told = new Set((missed ?? []).map((event) => event.id));
      for (const event of [...(missed ?? []), ...waiting.filter((each) => !told.has(each.id))]) send(event);
    },
    cancel: () => stop(),
  };
  const room = new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING });
  return new Response(new ReadableStream(source, room), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
