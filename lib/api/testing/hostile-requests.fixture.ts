import { openApi } from "@/app/api/routes";
import { Problem } from "@/lib/contracts/primitives";
import { placeOf, type Method, type Route, type RouteSpec } from "@/lib/api/define-route";
import { HOSTILE_TEXTS, HOSTILE_VALUES } from "@/lib/api/testing/hostile-values.fixture";

/** A request and the route it is for. `path` is encoded. */
export interface HostileRequest {
  address: string;
  method: Method;
  spec: RouteSpec;
  path: string;
  body: unknown;
}

/** What stands in the braces of an address where nothing hostile does. */
export type Ordinary = Readonly<Record<string, string>>;

/** Answered by a stream that does not end, or by the protocol that is spoken there. */
const LEFT_OUT = ["/api/v1/workspaces/{workspace}/events/stream", "/api/mcp"];

/** Texts that make another address of the one they stand in: as a part of it they are nothing, or the part above. */
const ELSEWHERE = ["", ".", ".."];

/**
 * Requests of every route with one thing wrong at a time: a hostile text in each place of the address, in each field of
 * the query and, of any type, in each field of the body. The first of each route has nothing wrong.
 */
export function* hostileRequests(routes: readonly Route[], ordinary: Ordinary): Generator<HostileRequest> {
  for (const { spec } of routes) {
    const { method, address } = placeOf(spec);
    if (LEFT_OUT.includes(address)) continue;
    const plain = pathOf(address, ordinary);
    const example = spec.examples?.[0]?.body;
    const request = (path: string, body: unknown = example) => ({ address, method, spec, path, body });
    yield request(plain);
    for (const name of namesIn(address)) {
      for (const text of HOSTILE_TEXTS) {
        if (ELSEWHERE.includes(text)) continue;
        const path = pathOf(address, { ...ordinary, [name]: text });
        yield request(path);
        // Nobody gave a body: what is wrong with the address must be said all the same.
        if (spec.body !== undefined) yield { ...request(path), body: undefined };
      }
    }
    for (const name of Object.keys(spec.query?.shape ?? {})) {
      for (const text of HOSTILE_TEXTS) yield request(`${plain}?${name}=${encode(text)}`);
    }
    if (spec.body === undefined) continue;
    for (const body of variantsOf(example)) yield request(plain, body);
  }
}

/** What is outside the contract about an answer to one of them; null where nothing is. */
export async function faultOf({ address, method, spec }: HostileRequest, response: Response): Promise<string | null> {
  const text = await response.text();
  const said = `${response.status} ${text.slice(0, 300)}`;
  if (response.status >= 500) return said;
  const operation = openApi().paths?.[address]?.[method.toLowerCase() as "get"];
  if (!(response.status in (operation?.responses ?? {}))) return `not documented: ${said}`;
  if (response.status >= 400)
    return Problem.strict().safeParse(JSON.parse(text)).success ? null : `no problem: ${said}`;
  if (spec.response === null || response.headers.get("content-type") !== "application/json") return null;
  return spec.response.safeParse(JSON.parse(text)).success ? null : `not as described: ${said}`;
}

/** The value with one part of it replaced at a time, by values of every type. */
function* variantsOf(value: unknown): Generator {
  for (const other of HOSTILE_VALUES) yield other;
  if (typeof value !== "object" || value === null) return;
  const isList = Array.isArray(value);
  if (!isList) yield { ...value, unknown: 1 };
  for (const [name, part] of Object.entries(value)) {
    for (const other of variantsOf(part)) {
      const changed = { ...value, [name]: other };
      yield isList ? Object.values(changed) : changed;
    }
    if (!isList) yield Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  }
}

function namesIn(address: string): string[] {
  return [...address.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name); // {workspace}
}

function pathOf(address: string, values: Ordinary): string {
  return address.replace(/\{(\w+)\}/g, (_, name: string) => encode(values[name] ?? "1")); // {workspace}
}

/** As an address holds it; half a character cannot be in one, and is sent as the bytes that careless programs make of it. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}
