import { openApi, ROUTES } from "@/app/api/routes";
import { placeOf } from "@/lib/api/define-route";
import { faultOf } from "@/lib/api/testing/hostile-requests.fixture";
import type { Hear } from "@/lib/soak/heard-lines.fixture";

const API = "/api/v1/workspaces/demo";

/** Answers by a stream, and what is no document's. */
const LEFT_OUT = new Set(["/api/v1/workspaces/{workspace}/events/stream", "/api/mcp"]);

/** How REST is asked for an address, as the owner. */
export type Ask = (path: string, headers?: Record<string, string>) => Promise<Response>;

/** The names that a workspace has for what it holds. */
export interface Names {
  session: readonly string[];
  agent: readonly string[];
  team: readonly string[];
  knowledge: readonly string[];
  path: readonly string[];
  /** Every document. */
  file: readonly string[];
  /** Of sessions: their items and their gates. */
  item: ReadonlyMap<string, readonly string[]>;
  gate: ReadonlyMap<string, readonly string[]>;
  /** The sessions of a team. */
  teamSession: ReadonlyMap<string, readonly string[]>;
}

/** Everything that lists name, as REST answers it. */
export async function namesThere(ask: Ask): Promise<Names> {
  const get = (path: string) => getFrom(ask, path);
  const idsAt = (path: string, field?: string) => listIds(get, path, field);
  const session = await idsAt("/sessions");
  const team = await idsAt("/teams");
  const each = async (names: readonly string[], path: (name: string) => string, field = "id") =>
    new Map(await Promise.all(names.map(async (name) => [name, await idsAt(path(name), field)] as const)));
  const { body } = await get(`${API}/knowledge`);
  const known = ((body as { items?: { id: string; path: string }[] }).items ?? []).slice();
  const item = new Map<string, string[]>();
  for (const name of session) {
    const memory = await get(`${API}/sessions/${encodeURIComponent(name)}/memory`);
    const { sections = [] } = memory.body as { sections?: { items: { id: string }[] }[] };
    item.set(name, sections.flatMap(({ items }) => items.map(({ id }) => id)).slice(0, 3));
  }
  return {
    session,
    agent: await idsAt("/agents", "name"),
    team,
    knowledge: known.map(({ id }) => id),
    path: known.map(({ path }) => path),
    file: await idsAt("/files?limit=1000", "path"),
    item,
    gate: await each(session, (name) => `/sessions/${encodeURIComponent(name)}/gates`),
    teamSession: await each(team, (name) => `/teams/${encodeURIComponent(name)}/sessions`),
  };
}

/** Every read of REST about everything that is there; what was answered outside the contract, with the request. */
export async function readOverRest(ask: Ask, names: Names, hear: Hear): Promise<string[]> {
  const faults: string[] = [];
  for (const { spec } of ROUTES) {
    const { method, address } = placeOf(spec);
    if (method !== "GET" || LEFT_OUT.has(address)) continue;
    for (const path of pathsOf(address, names)) {
      for (const query of queriesOf(address, names, Object.keys(spec.query?.shape ?? {}))) {
        const response = await ask(path + query);
        hear(decodeURIComponent(path + query), await response.clone().text());
        const isMarkdown = openApi().paths?.[address]?.get?.responses?.["200"] !== undefined;
        const fault = await faultOf({ address, method, spec, path, body: undefined }, response);
        if (fault !== null) faults.push(`GET ${path}${query}: ${fault.slice(0, 400)}`);
        if (!isMarkdown || query !== "") continue;
        const plain = await ask(path, { accept: "text/markdown" });
        hear(decodeURIComponent(path + query), await plain.clone().text());
        if (plain.status >= 500) faults.push(`GET ${path} as Markdown: ${plain.status}`);
      }
    }
  }
  return faults;
}

/** The address with each combination of what is there; places that nothing is known of are "1". */
function pathsOf(address: string, names: Names): string[] {
  let filled: { path: string; session?: string; team?: string }[] = [{ path: address.replace("{workspace}", "demo") }];
  for (const [, name = ""] of address.matchAll(/\{(\w+)\}/g)) {
    if (name === "workspace") continue;
    filled = filled.flatMap((so) => {
      const known = valuesOf(name, so, names);
      return (known.length === 0 ? ["1"] : known).map((value) => ({
        ...so,
        [name]: value,
        path: so.path.replace(`{${name}}`, () => encodeURIComponent(value)),
      }));
    });
  }
  return filled.map(({ path }) => path);
}

function valuesOf(name: string, so: { session?: string; team?: string }, names: Names): readonly string[] {
  if (name === "session" && so.team !== undefined) return names.teamSession.get(so.team) ?? [];
  if (name === "item" || name === "gate") return names[name].get(so.session ?? "") ?? [];
  if (name === "session" || name === "agent" || name === "team" || name === "knowledge") return names[name];
  return [];
}

/** The fields without which an address answers little, and none at all. */
function queriesOf(address: string, names: Names, fields: readonly string[]): string[] {
  if (address.endsWith("/files/text")) return names.file.map((path) => `?path=${encodeURIComponent(path)}`);
  if (fields.includes("path"))
    return names.path.slice(0, 5).map((path) => `?path=${encodeURIComponent(path)}&from=1&to=1`);
  if (address.endsWith("/search")) return ["?q=cart", "?q=%EB%B3%B4%EC%95%88", "?q=%2a"];
  if (address.endsWith("/known") || address.endsWith("/updates") || address.endsWith("/inbox/waiting"))
    return ["?role=implementer-1"];
  if (address.endsWith("/inbox")) return ["", "?role=implementer-1"];
  if (fields.includes("from") && fields.includes("to")) return ["", "?from=1&to=1"];
  if (fields.includes("mode")) return ["", "?mode=review&topic=cart"];
  return [""];
}

async function listIds(get: (path: string) => Promise<Got>, path: string, field = "id"): Promise<string[]> {
  const { body } = await get(API + path);
  const { items = [] } = body as { items?: Record<string, unknown>[] };
  return items.map((item) => item[field]).filter((id): id is string => typeof id === "string");
}

interface Got {
  status: number;
  body: unknown;
}

async function getFrom(ask: Ask, path: string): Promise<Got> {
  const response = await ask(path);
  return { status: response.status, body: await response.json() };
}
