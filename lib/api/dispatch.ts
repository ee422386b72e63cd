import { NO_CONNECTION, type Connection } from "@/lib/api/connection";
import type { forward } from "@/lib/api/forward";
import { AppError } from "@/lib/core/errors";
import {
  defineRoute,
  methods,
  METHODS,
  type Method,
  NO_ADDRESS,
  placeOf,
  type Route,
  type RouteContext,
} from "@/lib/api/define-route";
import { whileAnswering, noteOf, REQUEST_ID, type RequestNote } from "@/lib/api/request-note";
import { withSecurityHeaders } from "@/lib/api/security-headers";

/** Answers a request of the API, whoever received it. Never throws: what goes wrong is a problem answer. */
export type Answer = (request: Request, connection?: Connection) => Promise<Response>;

/** A method of an address. */
type Handler = (request: Request, context: RouteContext) => Promise<Response>;

type Handlers = Partial<Record<Method, Handler>>;

/** An answered request; `address` is the table's, such as `/api/v1/workspaces/{workspace}`, or null. */
export interface Observed {
  note: RequestNote;
  method: string;
  address: string | null;
  status: number;
  seconds: number;
}

/**
 * Leads requests to the routes of a table as Next would, without what Next does for pages: an agent's request costs a
 * tenth of that. Addresses that are in no table go to `nowhere`. A HEAD is answered as its GET, whose body nobody sends. Each answer
 * has the id of its request; `observe` is told of it.
 */
export function dispatch(
  table: Record<string, Handlers>,
  nowhere: Handlers,
  observe: (observed: Observed) => void = () => {},
  sendOn: typeof forward = (arrived, here) => here(arrived),
): Answer {
  const ways = waysTo(Object.keys(table));
  return async (request, connection = NO_CONNECTION) => {
    const began = performance.now();
    const method = request.method === "HEAD" ? "GET" : METHODS.find((each) => each === request.method);
    const words = wordsOf(new URL(request.url).pathname);
    const found = follow(ways, words);
    const address = found?.address ?? null;
    const handler = method && ((found && table[found.address]) ?? nowhere)[method];
    const params = Object.fromEntries((found?.names ?? []).map(({ name, at }) => [name, words[at] ?? ""]));
    const response =
      handler === undefined
        ? new Response(null, { status: 405 })
        : await whileAnswering(
            request,
            sendOn({ request, connection, address, workspace: params["workspace"] }, (asked) =>
              handler(asked.request, { params: Promise.resolve(params), connection: asked.connection }),
            ),
          );
    const note = noteOf(request);
    const seconds = (performance.now() - began) / 1000;
    observe({ note, method: method ?? "other", address, status: response.status, seconds });
    response.headers.set(REQUEST_ID, note.id);
    return withSecurityHeaders(response);
  };
}

/** Routes by address and method. A method that an address does not have is refused there; two routes of one place are a fault. */
export function routeTable(routes: readonly Route[]): Record<string, Record<Method, Route>> {
  const table = new Map<string, Partial<Record<Method, Route>>>();
  for (const route of routes) {
    const { method, address } = placeOf(route.spec);
    const there = table.get(address) ?? {};
    if (there[method] !== undefined) throw new Error(`${method} ${address} is declared twice.`);
    table.set(address, { ...there, [method]: route });
  }
  return Object.fromEntries([...table].map(([address, those]) => [address, methods(those)]));
}

const nothing = defineRoute({
  http: NO_ADDRESS,
  summary: "An address that does not exist",
  tag: "none",
  access: "public",
  response: null,
  handle: () => {
    throw new AppError("not_found", "There is nothing at this address.", {
      hint: "See /docs/api for every address; those of a workspace begin with /api/v1/workspaces/{workspace}.",
    });
  },
});

/** Answers for every address that is not there. */
export const nowhere = methods(Object.fromEntries(METHODS.map((method) => [method, nothing])));

/** An address, and the words that stand where it only names one. */
interface Found {
  address: string;
  names: { name: string; at: number }[];
}

/** Where the first words of a path have led. */
interface Way {
  fixed: Map<string, Way>;
  /** The way on from a word that the address only names. */
  named: Way | null;
  end: Found | null;
}

function waysTo(addresses: readonly string[]): Way {
  const first = newWay();
  for (const address of addresses) {
    const names: Found["names"] = [];
    let way = first;
    for (const [at, word] of wordsOf(address).entries()) {
      const name = /^\{(\w+)\}$/.exec(word)?.[1]; // {workspace}
      if (name !== undefined) names.push({ name, at });
      way = name === undefined ? fixedWay(way, word) : (way.named ??= newWay());
    }
    if (way.end !== null) throw new Error(`${address} and ${way.end.address} are the same address.`);
    way.end = { address, names };
  }
  return first;
}

function newWay(): Way {
  return { fixed: new Map(), named: null, end: null };
}

function fixedWay(way: Way, word: string): Way {
  const next = way.fixed.get(word) ?? newWay();
  way.fixed.set(word, next);
  return next;
}

/** What words lead to: fixed words go before named ones, which are tried where the fixed ones lead nowhere. */
function follow(way: Way | null | undefined, words: readonly string[], at = 0): Found | null {
  if (!way) return null;
  const word = words[at];
  if (word === undefined) return way.end;
  return follow(way.fixed.get(word), words, at + 1) ?? follow(way.named, words, at + 1);
}

/** `/api/v1/me/` is the same address as `/api/v1/me`. */
function wordsOf(path: string): string[] {
  return path.split("/").filter((word) => word !== "");
}
