import { createMcpHandler, InMemoryServerEventBus, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { Call, ExplainError, NamedPlace } from "@/lib/mcp/call";
import { mcpServer } from "@/lib/mcp/mcp-server";
import { ChangeAnnouncer, watchEvents } from "@/lib/mcp/announce-changes";
import { asListen, withReadable } from "@/lib/mcp/listen";
import { whenDelivered } from "@/lib/mcp/when-delivered";
import { refuseParameters } from "@/lib/mcp/refuse-parameters";
import type { Runtime } from "@/lib/runtime";
import type { Caller } from "@/lib/services/workspace/caller";

/** One request that has passed the guard. */
export interface McpRequest {
  request: Request;
  /** The JSON of its body. */
  body: unknown;
  caller: Caller;
  /** What its headers say it is about. */
  place: NamedPlace;
  /** Aborted when nobody waits for its answer any more. */
  signal: AbortSignal;
}

/** Answers MCP requests of both eras. */
export interface Mcp {
  answer(request: McpRequest): Promise<Response>;
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
export function mcpOf(runtime: Runtime, explain: ExplainError): Promise<Mcp> {
  globalThis.wardroomMcp ??= new WeakMap();
  let found = globalThis.wardroomMcp.get(runtime);
  if (found === undefined) {
    found = openMcp(runtime, explain);
    globalThis.wardroomMcp.set(runtime, found);
  }
  return found;
}

async function openMcp(runtime: Runtime, explain: ExplainError): Promise<Mcp> {
  const { services } = runtime;
  const callers = new WeakMap<Request, Known>();
  const bus = new InMemoryServerEventBus();
  const handler: McpHttpHandler = createMcpHandler(
    ({ era, requestInfo }) => {
      const known = requestInfo === undefined ? undefined : callers.get(requestInfo);
      if (known === undefined) throw new Error("a request came that nobody let in");
      return mcpServer(era, async (toolUseId): Promise<Call> => {
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
      const caller: Caller = { ...presented, source: "mcp" };
      const isNamed = request.headers.has("x-wardroom-role");
      // The body was read already; what is left of the request is its headers, and when its client goes.
      const { url, method, headers } = request;
      const afterwards: Known["afterwards"] = [];
      const forward = async (message: unknown, until: AbortSignal) => {
        const forwarded = new Request(url, { method, headers, signal: until });
        callers.set(forwarded, { caller, isNamed, place, signal, afterwards });
        return handler.fetch(forwarded, { parsedBody: message });
      };
      const refused = refuseParameters(body);
      if (refused !== null) return refused;
      const listen = asListen(body);
      if (listen === null) return whenDelivered(await forward(body, request.signal), afterwards, signal);
      const identified = services.callers.identify(caller, { toolUseId: null, isNamed });
      const call = { runtime, services, caller: identified, place, signal, explain, onDelivered: () => undefined };
      return forward(await withReadable(call, listen), signal);
    },
  };
}
