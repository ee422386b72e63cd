import { parseJson } from "@/lib/core/text/parse-json";
import { fillAddress } from "@/lib/client/call";
import type { Changed } from "@/lib/contracts/changed";
import type { Event } from "@/lib/contracts/events";
import { ACTIONS } from "@/lib/core/history/actions";

/** `lost`: it was live and is being tried again; `silent`: it is there, and nobody answers. What is on screen may be old in both. */
export type StreamState = "connecting" | "live" | "lost" | "silent";

export interface StreamListener {
  onEvent: (event: Event) => void;
  /** Events may have been missed: whatever is on screen has to be read again. */
  onReset: () => void;
  /** How a session's memory changed and stands in the list; null: what was told of that may not have come. */
  onChanged?: (changed: Changed | null) => void;
  /** Somebody came, went, or moved to another page. */
  onLookers?: () => void;
  /** `since`: of one that is silent, when something came last, in milliseconds since 1970. */
  onState: (state: StreamState, since?: number) => void;
}

/** What tabs tell each other; `hello` asks the tab that holds the stream how it is. */
type Message =
  | { kind: "event"; event: Event }
  | { kind: "changed"; changed: Changed | null }
  | { kind: "reset" }
  | { kind: "lookers" }
  | { kind: "state"; state: StreamState; last?: number; since?: number }
  | { kind: "hello" };

/** The server sends something every three seconds. After this long without, it is asked whether it is there, and given so long. Milliseconds. */
const QUIET_MS = 7000;
const ANSWER_MS = 2500;

/** The browser gives up for good on an answer other than a stream; we do not. Milliseconds, growing. */
const RETRIES = [1000, 2000, 5000, 10_000];

/**
 * Listens to everything that happens in a workspace. All tabs of a browser share one connection: the tab that holds the
 * lock keeps it and passes on what it hears; when it closes, another takes over. Begins after the event `after`, so that
 * nothing is missed between the reading of a page and its waking up. Returns how to stop.
 */
export function openStream(workspace: string, after: number, listener: StreamListener): () => void {
  const name = `wardroom:${workspace}`;
  const channel = new BroadcastChannel(name);
  const stopping = new AbortController();
  let state: StreamState = "connecting";
  let isLeader = false;
  let last = after;

  const show = (message: Message) => {
    if (message.kind === "event") {
      last = Math.max(last, message.event.id);
      listener.onEvent(message.event);
    }
    if (message.kind === "reset") listener.onReset();
    else if (message.kind === "changed") listener.onChanged?.(message.changed);
    else if (message.kind === "lookers") listener.onLookers?.();
    else if (message.kind === "state") {
      listener.onState((state = message.state), message.since);
      // The other tab was told of more than this page had read before it joined.
      if (message.last !== undefined && message.last > last) {
        last = message.last;
        listener.onReset();
      }
    }
  };
  const tell = (message: Message) => {
    show(message);
    channel.postMessage(message);
  };

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== "hello") show(data);
    else if (isLeader) channel.postMessage({ kind: "state", state, last } satisfies Message);
  };

  const lead = () => {
    // The lock may be granted in the very moment its request is abandoned.
    if (stopping.signal.aborted) return Promise.resolve();
    isLeader = true;
    const address = () =>
      fillAddress("/api/v1/workspaces/{workspace}/events/stream", { workspace }, { lastEventId: last });
    // Of what another tab was told last, this one may have missed the end.
    return holdConnection(address, tell, stopping.signal, state !== "connecting");
  };
  if ("locks" in navigator) {
    // An abandoned request for the lock rejects, which is how a tab that closes while waiting leaves the queue.
    navigator.locks.request(name, { signal: stopping.signal }, lead).catch(() => undefined);
    channel.postMessage({ kind: "hello" } satisfies Message);
  } else void lead();

  return () => {
    stopping.abort();
    channel.close();
  };
}

/** Keeps one connection until told to stop, through every cut. */
function holdConnection(
  address: () => string,
  tell: (message: Message) => void,
  signal: AbortSignal,
  isLater: boolean,
): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let isAgain = isLater;
    let heard = Date.now();
    let isSilent = false;
    let isAsking = false;
    const hear = () => {
      heard = Date.now();
      if (isSilent) tell({ kind: "state", state: "live" });
      isSilent = false;
    };
    // A tab that slept has heard nothing either: it asks once before it says so. So it does where the clock was set, back or on.
    const watch = async () => {
      const since = heard;
      const isRecent = Math.abs(Date.now() - since) < QUIET_MS;
      if (isSilent || isAsking || source?.readyState !== EventSource.OPEN || isRecent) return;
      isAsking = true;
      const isThere = await fetch("/api/health/live", { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
      isAsking = false;
      if (heard !== since || signal.aborted) return;
      if (isThere !== null) {
        // What was to come over this connection did not.
        source.close();
        connect();
      } else {
        isSilent = true;
        tell({ kind: "state", state: "silent", since });
      }
    };
    const watching = setInterval(() => void watch(), 500);

    function connect() {
      heard = Date.now();
      source = new EventSource(address());
      source.onopen = () => {
        failures = 0;
        hear();
        tell({ kind: "state", state: "live" });
        // The events that were missed come again, and what they changed does not.
        if (isAgain) tell({ kind: "changed", changed: null });
        isAgain = true;
      };
      source.onerror = () => {
        isSilent = false;
        tell({ kind: "state", state: "lost" });
        if (source?.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(connect, RETRIES[Math.min(failures++, RETRIES.length - 1)]);
      };
      source.addEventListener("beat", hear);
      source.addEventListener("reset", () => tell({ kind: "reset" }));
      source.addEventListener("changed", ({ data }: MessageEvent<string>) => {
        tell({ kind: "changed", changed: (parseJson(data) ?? null) as Changed | null });
      });
      source.addEventListener("lookers", () => tell({ kind: "lookers" }));
      for (const action of ACTIONS) {
        source.addEventListener(action, ({ data }: MessageEvent<string>) => {
          hear();
          const event = tryParse(data);
          tell(event === undefined ? { kind: "reset" } : { kind: "event", event });
        });
      }
    }

    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      clearInterval(watching);
      source?.close();
      resolve();
    });
    connect();
  });
}

/** Undefined for what is cut off or no event: it may have told of anything. */
function tryParse(data: string): Event | undefined {
  const event = parseJson(data) as Partial<Event> | null | undefined;
  return typeof event?.id === "number" ? (event as Event) : undefined;
}
