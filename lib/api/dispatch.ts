import type { Connection } from "@/lib/api/connection";
import { METHODS, type Method, type RouteContext } from "@/lib/api/define-route";
import { whileAnswering } from "@/lib/api/in-flight";
import { withSecurityHeaders } from "@/lib/api/security-headers";

/** Answers a request of the API, whoever received it. Never throws: what goes wrong is a problem answer. */
export type Answer = (request: Request, connection?: Connection) => Promise<Response>;

/** A method of a route file. */
type Handler = (request: Request, context: RouteContext) => Promise<Response>;

type Handlers = Partial<Record<Method, Handler>>;

/** Is told of each answered request; `address` is the table's, such as `/api/v1/workspaces/{workspace}`, or null. */
type Observe = (method: string, address: string | null, status: number, seconds: number) => void;

interface Found {
  methods: Handlers;
  address: string | null;
  /** Segments as they were sent, still encoded. */
  params: Record<string, string>;
}

interface Place {
  fixed: Map<string, Place>;
  named: { name: string; place: Place } | null;
  methods: Handlers | null;
  address: string | null;
}

/**
 * Leads requests to the routes of a table as Next would, without what Next does for pages: an agent's request costs a
 * tenth of that. Addresses that are in no table go to `nowhere`. A HEAD is answered as its GET, whose body nobody sends.
 */
export function dispatch(table: Record<string, Handlers>, nowhere: Handlers, observe: Observe = () => {}): Answer {
  const root = newPlace();
  for (const [address, methods] of Object.entries(table)) put(root, address, methods);
  return async (request, connection) => {
    const began = performance.now();
    const { methods, params, address } = find(root, segmentsOf(new URL(request.url).pathname)) ?? {
      methods: nowhere,
      params: {},
      address: null,
    };
    const method = request.method === "HEAD" ? "GET" : METHODS.find((each) => each === request.method);
    const route = method && methods[method];
    const response =
      route === undefined
        ? new Response(null, { status: 405 })
        : await whileAnswering(
            request,
            route(request, { params: Promise.resolve(params), ...(connection && { connection }) }),
          );
    observe(method ?? "other", address, response.status, (performance.now() - began) / 1000);
    return withSecurityHeaders(response);
  };
}

function newPlace(): Place {
  return { fixed: new Map(), named: null, methods: null, address: null };
}

/** `/api/v1/me/` has the segments `api`, `v1`, `me`. */
function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function put(root: Place, address: string, methods: Place["methods"]): void {
  let place = root;
  for (const segment of segmentsOf(address)) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]; // {workspace}
    if (name === undefined) {
      const next = place.fixed.get(segment) ?? newPlace();
      place.fixed.set(segment, next);
      place = next;
    } else {
      place.named ??= { name, place: newPlace() };
      if (place.named.name !== name) throw new Error(`{${name}} stands where {${place.named.name}} does`);
      place = place.named.place;
    }
  }
  place.methods = methods;
  place.address = address;
}

/** A fixed segment goes before a named one, which is tried where the fixed one leads nowhere. */
function find(place: Place, [segment, ...rest]: string[]): Found | null {
  if (segment === undefined) {
    return place.methods === null ? null : { methods: place.methods, params: {}, address: place.address };
  }
  const fixed = place.fixed.get(segment);
  const found = fixed === undefined ? null : find(fixed, rest);
  if (found !== null || place.named === null) return found;
  const below = find(place.named.place, rest);
  return below === null ? null : { ...below, params: { ...below.params, [place.named.name]: segment } };
}
