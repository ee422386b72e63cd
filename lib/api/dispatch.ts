import type { Router } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import type { Connection } from "@/lib/api/connection";
import { METHODS, type Method, type RouteContext } from "@/lib/api/define-route";
import { whileAnswering } from "@/lib/api/in-flight";
import { withSecurityHeaders } from "@/lib/api/security-headers";

/** Answers a request of the API, whoever received it. Never throws: what goes wrong is a problem answer. */
export type Answer = (request: Request, connection?: Connection) => Promise<Response>;

/** A method of an address. */
type Handler = (request: Request, context: RouteContext) => Promise<Response>;

type Handlers = Partial<Record<Method, Handler>>;

interface Found {
  handler: Handler;
  address: string;
}

/** Is told of each answered request; `address` is the table's, such as `/api/v1/workspaces/{workspace}`, or null. */
type Observe = (method: string, address: string | null, status: number, seconds: number) => void;

/**
 * Leads requests to the routes of a table as Next would, without what Next does for pages: an agent's request costs a
 * tenth of that. Addresses that are in no table go to `nowhere`. A HEAD is answered as its GET, whose body nobody sends.
 */
export function dispatch(table: Record<string, Handlers>, nowhere: Handlers, observe: Observe = () => {}): Answer {
  const router = routerOf(table);
  return async (request, connection) => {
    const began = performance.now();
    const method = request.method === "HEAD" ? "GET" : METHODS.find((each) => each === request.method);
    const found = method && find(router, method, plainPath(new URL(request.url).pathname));
    const { handler, address, params } = found ?? { handler: method && nowhere[method], address: null, params: {} };
    const response =
      handler === undefined
        ? new Response(null, { status: 405 })
        : await whileAnswering(
            request,
            handler(request, { params: Promise.resolve(params), ...(connection && { connection }) }),
          );
    observe(method ?? "other", address, response.status, (performance.now() - began) / 1000);
    return withSecurityHeaders(response);
  };
}

/** The way to each address: fixed words go before named ones, which are tried where the fixed ones lead nowhere. */
function routerOf(table: Record<string, Handlers>): Router<Found> {
  const router = new SmartRouter<Found>({ routers: [new RegExpRouter(), new TrieRouter()] });
  const addresses = Object.keys(table).sort((a, b) => namedWords(a).localeCompare(namedWords(b)));
  for (const address of addresses) {
    for (const [method, handler] of Object.entries(table[address] ?? {}))
      router.add(method, address.replaceAll(/\{(\w+)\}/g, ":$1"), { handler, address }); // {workspace}
  }
  return router;
}

/** The handler of a path, with the words that stand where the address names one, as they were sent. */
function find(
  router: Router<Found>,
  method: Method,
  path: string,
): (Found & { params: Record<string, string> }) | null {
  const [matches, words] = router.match(method, path);
  const [first] = matches;
  if (first === undefined) return null;
  const [found, names] = first;
  // A router answers each word itself, or where it stands among all words.
  const wordOf = (at: string | number): string => (typeof at === "number" ? (words?.[at] ?? "") : at);
  return {
    ...found,
    params: Object.fromEntries(Object.entries<string | number>(names).map(([name, at]) => [name, wordOf(at)])),
  };
}

/** Sorts addresses by where their named words stand: `/api/{a}/b` is 010, and comes after `/api/b/{a}`, 001. */
function namedWords(address: string): string {
  return address
    .split("/")
    .map((word) => (word.startsWith("{") ? "1" : "0"))
    .join("");
}

/** `/api/v1/me/` is the same address as `/api/v1/me`. */
function plainPath(path: string): string {
  return `/${path
    .split("/")
    .filter((word) => word !== "")
    .join("/")}`;
}
