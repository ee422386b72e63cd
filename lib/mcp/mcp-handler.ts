import {
  createMcpHandler,
  InMemoryServerEventBus,
  type McpHttpHandler,
  ProtocolErrorCode,
  type ServerNotifier,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
import { randomUUID } from "node:crypto";
import { isRunId } from "@/lib/core/context/run";
import type { Call, ExplainError, NamedPlace } from "@/lib/mcp/call";
import { mcpServer } from "@/lib/mcp/mcp-server";
import { AppError } from "@/lib/core/errors";
import type { Runtime } from "@/lib/runtime";
import type { Caller } from "@/lib/services/workspace/caller";
import type { Event } from "@/lib/contracts/events";
import { changesBy, mayRead } from "@/lib/mcp/resources";
import type { Services } from "@/lib/services/services";
import { z } from "zod";
import { setImmediate as breathe } from "node:timers/promises";

/** Documents that one subscription may name. */
const MOST_ADDRESSES = 200;

/** A request for a stream of changes; whatever else it holds is the package's to check. */
const Listen = z.looseObject({
  method: z.literal("subscriptions/listen"),
  params: z.looseObject({
    notifications: z.looseObject({ resourceSubscriptions: z.array(z.string()).optional() }),
  }),
});

type Listen = z.infer<typeof Listen>;

/** The message as a request to listen, or null for any other. */
function asListen(message: unknown): Listen | null {
  const parsed = Listen.safeParse(message);
  return parsed.success ? parsed.data : null;
}

/** The message with those documents alone that the caller may read: the acknowledgement then names what will be told. */
async function withReadable(call: Call, message: Listen): Promise<Listen> {
  const { notifications } = message.params;
  const named = notifications.resourceSubscriptions;
  if (named === undefined) return message;
  const addresses = [...new Set(named)].slice(0, MOST_ADDRESSES);
  const readable = await Promise.all(addresses.map((address) => mayRead(call, address)));
  const resourceSubscriptions = addresses.filter((_, index) => readable[index]);
  return { ...message, params: { ...message.params, notifications: { ...notifications, resourceSubscriptions } } };
}

/** Requests whose parameters the package checks too late: what does not fit would be told as a fault of the server. */
const SHAPES = new Map<string, (typeof specTypeSchemas)[keyof typeof specTypeSchemas]>([
  ["initialize", specTypeSchemas.InitializeRequest],
  ["tools/list", specTypeSchemas.ListToolsRequest],
  ["resources/list", specTypeSchemas.ListResourcesRequest],
  ["resources/templates/list", specTypeSchemas.ListResourceTemplatesRequest],
  ["resources/read", specTypeSchemas.ReadResourceRequest],
  ["prompts/list", specTypeSchemas.ListPromptsRequest],
  ["prompts/get", specTypeSchemas.GetPromptRequest],
  ["completion/complete", specTypeSchemas.CompleteRequest],
]);

/** A message that waits for an answer; what is none is the package's to refuse. */
const Asking = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.int()]),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});

/** The answer to a request whose parameters are not those of its method, which names what is wrong; null for any other message. */
function refuseParameters(message: unknown): Response | null {
  const asking = Asking.safeParse(message).data;
  const shape = asking && SHAPES.get(asking.method);
  if (asking === undefined || shape === undefined) return null;
  const { method, params, id } = asking;
  const { issues } = shape["~standard"].validate({ method, params });
  if (issues === undefined) return null;
  const said = issues.map(({ message: what, path = [] }) => `${path.map((part) => pathPart(part)).join(".")}: ${what}`);
  const error = { code: ProtocolErrorCode.InvalidParams, message: `Invalid ${method} request: ${said.join("; ")}` };
  return Response.json({ jsonrpc: "2.0", id, error });
}

function pathPart(part: PropertyKey | { readonly key: PropertyKey }): string {
  return String(typeof part === "object" ? part.key : part);
}

/** Changes of so many milliseconds are told at once: whoever reads anew reads all of them. */
const TOGETHER_MS = 100;

/** Hears everything; what is told of it goes to those alone who asked for an address they may read. */
const LISTENER: Caller = {
  kind: "owner",
  role: null,
  sessionKey: null,
  workspace: null,
  credentialId: "owner",
  source: "mcp",
};

/** Calls back for each event of every workspace from now on, until the returned function is called. */
async function watchEvents(
  { services, workspaces }: Runtime,
  heard: (event: Event, workspace: string) => void,
): Promise<() => void> {
  const stops = await Promise.all(
    workspaces.map((workspace) =>
      services.events.subscribe(LISTENER, { workspace }, (event) => heard(event, workspace)),
    ),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Collects what events change, and tells each change once, shortly after the first of them. */
class ChangeAnnouncer {
  readonly #updated = new Set<string>();
  #isListChanged = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly services: Services,
    private readonly notify: ServerNotifier,
  ) {}

  /** Takes in what an event changed. */
  async hear(event: Event, workspace: string): Promise<void> {
    const { updated, isListChanged } = await changesBy(event, { workspace, services: this.services, caller: LISTENER });
    for (const address of updated) this.#updated.add(address);
    this.#isListChanged ||= isListChanged;
    if (this.#updated.size > 0 || this.#isListChanged) this.#timer ??= setTimeout(() => this.tell(), TOGETHER_MS);
  }

  /** Tells what was collected. */
  tell(): void {
    this.stop();
    if (this.#isListChanged) this.notify.resourcesChanged();
    for (const address of this.#updated) this.notify.resourceUpdated(address);
    this.#updated.clear();
    this.#isListChanged = false;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** One request that has passed the guard. */
export interface McpRequest {
  request: Request;
  body: unknown;
  caller: Caller;
  /** What its headers say it is about. */
  place: NamedPlace;
  /** Aborted when nobody waits for its answer any more. */
  signal: AbortSignal;
}

/** A response that is sent as it is, in one piece. */
type WriteAnswer = (text: string, init: ResponseInit) => Response;

/** Answers MCP requests of both eras. */
export interface Mcp {
  answer(request: McpRequest): Promise<Response>;
}

/** By which the plugin says that its hooks show agents what is new. */
const HOOKED = "x-wardroom-hooks";

/** By which a client of the era of sessions names its connection. */
const SESSION = "mcp-session-id";

/** Whether a message begins a connection of the era of sessions. */
function begins(message: unknown): boolean {
  return Asking.safeParse(message).data?.method === "initialize";
}

/** Who made a request, and what is to be done once its answer has gone out. */
interface Known {
  caller: Caller;
  isNamed: boolean;
  place: NamedPlace;
  signal: AbortSignal;
  afterwards: (() => Promise<unknown>)[];
}

declare global {
  // The server's bundles have module variables of their own; a runtime has one handler, whoever listens to it.
  var wardroomMcp: WeakMap<Runtime, Promise<Mcp>> | undefined;
}

/** The handler of a runtime, made when it is first asked for. */
export function mcpOf(runtime: Runtime, explain: ExplainError, write: WriteAnswer): Promise<Mcp> {
  globalThis.wardroomMcp ??= new WeakMap();
  let found = globalThis.wardroomMcp.get(runtime);
  if (found === undefined) {
    found = openMcp(runtime, explain, write);
    globalThis.wardroomMcp.set(runtime, found);
  }
  return found;
}

async function openMcp(runtime: Runtime, explain: ExplainError, write: WriteAnswer): Promise<Mcp> {
  const { services } = runtime;
  const callers = new WeakMap<Request, Known>();
  const bus = new InMemoryServerEventBus();
  const handler: McpHttpHandler = createMcpHandler(
    ({ era, requestInfo }) => {
      const known = requestInfo === undefined ? undefined : callers.get(requestInfo);
      if (known === undefined) throw new Error("a request came that nobody let in");
      return mcpServer(era, requestInfo?.headers.has(HOOKED) === true, async (toolUseId): Promise<Call> => {
        await services.callers.recall(toolUseId);
        const caller = services.callers.identify(known.caller, { toolUseId, isNamed: known.isNamed });
        const onDelivered: Call["onDelivered"] = (work) => void known.afterwards.push(work);
        return { runtime, services, caller, place: known.place, signal: known.signal, explain, onDelivered };
      });
    },
    {
      legacy: "stateless",
      bus,
      // What the caller did wrong is answered to the caller; a fault of ours is logged where it is explained.
      onerror: () => undefined,
    },
  );
  const announcer = new ChangeAnnouncer(services, handler.notify);
  const stop = await watchEvents(runtime, (event, workspace) => {
    if (bus.listenerCount === 0) return;
    // Streams whose credential ended are closed before they are told of anything since. What cannot be looked up now is not
    // told; whoever reads gets it all the same.
    const hear = services.authentication.settled().then(() => announcer.hear(event, workspace));
    void hear.catch(() => undefined);
  });
  runtime.closing.addEventListener("abort", () => {
    stop();
    announcer.stop();
    void handler.close();
  });

  return {
    async answer({ request, body, caller: presented, place, signal }) {
      if (runtime.closing.aborted) {
        const details = { hint: "Try again in a moment.", isElsewhere: true } as const;
        throw new AppError("busy", "This server is ending, or reads its history anew; nothing was changed.", details);
      }
      const conversation = request.headers.get(SESSION);
      const run = conversation === null || !isRunId(`mcp:${conversation}`) ? {} : { run: `mcp:${conversation}` };
      const caller: Caller = { ...run, ...presented, source: "mcp" };
      const isNamed = request.headers.has("x-wardroom-role");
      // The body was read already; what is left of the request is its headers, and when its client goes.
      const { url, method, headers } = request;
      const afterwards: Known["afterwards"] = [];
      const forward = async (message: unknown, until: AbortSignal) => {
        const forwarded = until === request.signal ? request : new Request(url, { method, headers, signal: until });
        callers.set(forwarded, { caller, isNamed, place, signal, afterwards });
        return handler.fetch(forwarded, { parsedBody: message });
      };
      const refused = refuseParameters(body);
      if (refused !== null) return refused;
      const listen = asListen(body);
      if (listen === null) {
        const response = await forward(body, request.signal);
        // A client of the era of sessions names it with every later request: each connection is a run of its own.
        if (begins(body) && response.ok) response.headers.set(SESSION, randomUUID());
        return response.headers.get("content-type")?.startsWith("application/json") === true
          ? sendWhole(response, { afterwards, signal, write })
          : whenDelivered(response, afterwards, signal);
      }
      const identified = services.callers.identify(caller, { toolUseId: null, isNamed });
      const call = { runtime, services, caller: identified, place, signal, explain, onDelivered: () => undefined };
      return forward(await withReadable(call, listen), signal);
    },
  };
}

/** A socket takes so much at once, whether or not its client reads. Characters. */
const AT_ONCE = 4_000;

/**
 * The same as `whenDelivered` of an answer that is there whole: one that a socket takes at once goes out in one piece, without the
 * streams that cost more than it.
 */
async function sendWhole(
  response: Response,
  { afterwards, signal, write }: Pick<Known, "afterwards" | "signal"> & { write: WriteAnswer },
): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text();
  if (text.length > AT_ONCE) return whenDelivered(new Response(text, { status, headers }), afterwards, signal);
  if (afterwards.length > 0) await beginUnlessLeft(afterwards, () => signal.aborted);
  return write(text, { status, headers });
}

/** Begins what is to be done once an answer has gone out, unless the client left before it could be heard. */
async function beginUnlessLeft(afterwards: Known["afterwards"], hasLeft: () => boolean): Promise<void> {
  // Where the client left meanwhile, the loop hears it in its next turn at the latest: the sockets are looked at between these.
  await breathe();
  await breathe();
  // Not waited for: a server that dies meanwhile has answered, and what it had not noted is shown again rather than never.
  if (!hasLeft()) for (const work of afterwards) void work().catch(() => undefined);
}

/**
 * The same answer; `afterwards` is begun once all of it but its last byte was taken by whoever sends it, and never where the client
 * left before: `signal` tells of one whose connection ended, which may look as if it still read. Without that byte no client goes on.
 * The list is looked at then: an answer that is a stream begins before anything is known of it. What fails is not told: it was
 * extra work for an answer that is out.
 */
export function whenDelivered(
  { body, status, headers }: Response,
  afterwards: Known["afterwards"],
  signal: AbortSignal,
): Response {
  const reader = body?.getReader();
  if (reader === undefined) return new Response(null, { status, headers });
  let held = new Uint8Array();
  let isCancelled = false;
  const followed = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        for (;;) {
          const { value } = await reader.read();
          if (value === undefined) break;
          const parts = Buffer.concat([held, value]);
          if (parts.length === 0) continue;
          held = Uint8Array.from(parts.subarray(-1));
          if (parts.length === 1) continue;
          controller.enqueue(Uint8Array.from(parts.subarray(0, -1)));
          return;
        }
        await beginUnlessLeft(afterwards, () => isCancelled || signal.aborted);
        if (isCancelled) return;
        if (held.length > 0) controller.enqueue(held);
        controller.close();
      },
      // Whoever cancels may do so while the answer is still made.
      cancel: (reason) => {
        isCancelled = true;
        return reader.cancel(reason);
      },
    },
    // Nothing is taken in advance: a part that is asked for was preceded by others that were sent.
    { highWaterMark: 0 },
  );
  return new Response(followed, { status, headers });
}
