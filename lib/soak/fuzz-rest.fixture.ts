import { breach, problemBreach, type Operation } from "@/lib/soak/contract.fixture";
import { fault } from "@/lib/soak/fault.fixture";
import { shorten } from "@/lib/soak/fuzz-mcp.fixture";
import { bend, fit, hostileText } from "@/lib/soak/hostile.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import type { Scene } from "@/lib/soak/scene.fixture";
import type { Send } from "@/lib/soak/send.fixture";

/** Answers that do not end by themselves, and one that ends the caller. */
const LEFT_OUT = new Set(["/api/v1/workspaces/{workspace}/events/stream", "/api/mcp", "/api/logout"]);

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"];

/** Makes one call up, has it answered, and says what is wrong with the answer; null where all is well. */
export async function fuzzRest(
  send: Send,
  random: Random,
  scene: Scene,
  operations: readonly Operation[],
): Promise<string | null> {
  const operation = random.pick(operations.filter(({ address }) => !LEFT_OUT.has(address)));
  const { address, spec } = operation;
  const visitor = random.pick(scene.visitors);
  const method = random.chance(0.02) ? random.pick(METHODS) : operation.method;
  const path = `${fillAddress(random, scene, address)}${queryOf(random, scene, operation)}`;
  const body = method === "GET" || method === "HEAD" || method === "OPTIONS" ? undefined : bodyOf(random, scene, spec);
  const headers = { ...visitor.said.headers, ...headersOf(random, scene) };
  const what = `${visitor.kind}: ${method} ${path} ${shorten(body)} ${JSON.stringify(headers)}`;
  const said = { ...visitor.said, headers, ...(body !== undefined && { body }) };
  const reply = await send(method, path, said).catch(String);
  if (typeof reply === "string") return fault(`${method} ${address}: no answer came: ${reply}`, what);
  if (reply.status < 400) scene.learn(reply.body);
  const isKnown = method === operation.method;
  // A method that the address does not have, or another address that a bent one leads to.
  const wrong = isKnown
    ? breach(operation, reply, { path, headers })
    : reply.status >= 400 && method !== "HEAD"
      ? problemBreach(reply, { path, headers })
      : null;
  if (wrong === null) return null;
  // A parameter that is empty, or whose parts are two, leads to another address.
  if (
    reply.status < 500 &&
    !leadsThere(address, path) &&
    (reply.status < 400 || problemBreach(reply, { path, headers }) === null)
  )
    return null;
  return fault(`${method} ${address}: ${reply.status}: ${wrong} ${shorten(reply.body)}`, what);
}

function fillAddress(random: Random, scene: Scene, address: string): string {
  return address.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const known = scene.name(name);
    // The workspace is right most of the time: all else would only be refused for it.
    const isHostile = random.chance(name === "workspace" ? 0.02 : 0.15);
    return encode(known === null || isHostile ? hostileText(random) : known);
  });
}

function queryOf(random: Random, scene: Scene, { spec }: Operation): string {
  const entries = Object.keys(spec.query?.shape ?? {}).flatMap((name): [string, string][] => {
    if (!random.chance(0.4)) return [];
    if (name === "wait") return [[name, random.pick(["0", "0", "x", "-1"])]];
    return [
      [
        name,
        random.chance(0.3)
          ? hostileText(random)
          : (scene.name(name) ?? random.pick(["1", "20", "true", "json", "csv", "a", "active"])),
      ],
    ];
  });
  if (random.chance(0.03)) entries.push([hostileText(random), hostileText(random)]);
  return entries.length === 0 ? "" : `?${entries.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")}`;
}

function bodyOf(random: Random, scene: Scene, { examples }: Operation["spec"]): unknown {
  const pool = (name: string) => scene.name(name);
  let body = fit(examples?.[0]?.body ?? {}, pool);
  for (let count = random.below(4); count > 0; count--) body = bend(random, body, pool);
  return body;
}

function headersOf(random: Random, scene: Scene): Record<string, string> {
  return {
    ...(random.chance(0.1) && { "if-match": random.chance(0.5) ? (scene.name("etag") ?? '"x"') : '"never"' }),
    ...(random.chance(0.1) && { "idempotency-key": `key-${random.below(200)}` }),
    ...(random.chance(0.1) && { accept: random.pick(["text/markdown", "text/csv", "*/*", "nothing", "text/html"]) }),
    ...(random.chance(0.02) && { "x-wardroom-role": random.pick(["Lead", "unknown-1", "no role", "../x"]) }),
  };
}

/** Whether the parts of a path are as many as those of the address it was made of. */
function leadsThere(address: string, path: string): boolean {
  const parts = (whole: string) =>
    new URL(whole, "http://nowhere").pathname.split("/").filter((part) => part !== "").length;
  return parts(address) === parts(path);
}

/** Also what is no text, as a client may send it. */
function encode(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return "%ED%A0%80";
  }
}
