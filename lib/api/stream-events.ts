import type { Event, StreamStart } from "@/lib/contracts/events";
import type { RouteInput } from "@/lib/api/define-route";
import type { WorkspaceParams } from "@/lib/api/params";

/** Keeps proxies and browsers from giving the connection up. */
const KEEP_ALIVE_MS = 15_000;
/** Bytes that may wait for a reader who does not read. */
const MOST_WAITING = 1_000_000;

/**
 * Events as they happen, as Server-Sent Events: `id` is the event's, `event` its action, `data` the event. A client that
 * names its last event gets what it missed, or `reset` when that is no longer known one by one. Ends when the client goes,
 * the server stops, or too much waits to be read; a client that comes back goes on where it stopped.
 */
export async function streamEvents({
  services,
  caller,
  params,
  query,
  request,
  runtime,
}: RouteInput<typeof WorkspaceParams, typeof StreamStart, undefined, "caller">): Promise<Response> {
  const encoder = new TextEncoder();
  // A browser names its last event by itself only when it reconnects: a page that was read before says so in the address.
  const lastId = request.headers.get("last-event-id") ?? query.lastEventId ?? null;
  let stop = () => {};
  const waiting: Event[] = [];
  let send = (event: Event): void => {
    waiting.push(event);
  };
  // Listening begins before the past is read: nothing falls between.
  const unsubscribe = await services.events.subscribe(caller, params, (event) => send(event));
  const missed = lastId === null ? [] : await services.events.since(caller, params, Number(lastId));

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
      // A credential that was ended listens no longer than it may read.
      const endUnlessValid = async () => {
        // What cannot be looked up now is looked up again; each request is checked all the same.
        if (!(await services.authentication.isValid(caller).catch(() => true))) end();
      };
      const timer = setInterval(() => {
        write(": keep-alive\n\n");
        // A browser that logs out, or whose time is over, is told of by no event.
        void endUnlessValid();
      }, KEEP_ALIVE_MS);
      stop = () => {
        ended = true;
        clearInterval(timer);
        unsubscribe();
        stop = () => {};
        runtime.closing.removeEventListener("abort", end);
      };
      runtime.closing.addEventListener("abort", end);
      write(": connected\n\n");
      if (missed === null) write("event: reset\ndata: {}\n\n");
      const told = new Set((missed ?? []).map((event) => event.id));
      for (const event of [...(missed ?? []), ...waiting.filter((each) => !told.has(each.id))]) write(format(event));
      send = (event) => {
        write(format(event));
        if (services.authentication.mayEnd(event)) void endUnlessValid();
      };
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

function format(event: Event): string {
  return `id: ${event.id}\nevent: ${event.action}\ndata: ${JSON.stringify(event)}\n\n`;
}
