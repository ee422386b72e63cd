import { mkdirSync } from "node:fs";
import { request } from "node:http";
import { OWN_HOST } from "@/lib/contracts/own-host";
import { pages as addresses } from "@/lib/client/paths";
import { hostileText } from "@/lib/soak/hostile.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import { OWNER_TOKEN, placesIn } from "@/lib/soak/recorded-life.fixture";
import { furnish, Scene } from "@/lib/soak/scene.fixture";
import { sendOver, type Reply } from "@/lib/soak/send.fixture";
import { startMeasured } from "./measured-server";
import type { Part } from "./part";

const AT_ONCE = 4;
/** What a page may answer: itself, another address, or that it is not for this caller, not there, or no address at all. */
const ALLOWED = new Set([200, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 414, 431]);
/** Nothing of our insides is on any page. */
const INSIDES = /node_modules\/|PrismaClient|SQLITE_|\n {4}at .+:\d+:\d+/;

/** Addresses of pages with ids that are there, that are not, and that cannot be. */
export const pages: Part = {
  name: "pages",
  counts: "addresses",
  count: 10_000,
  plants: ["failing"],
  run: async ({ count, random, folder, stalls, progress, plant }) => {
    mkdirSync(placesIn(folder).files);
    furnish(placesIn(folder).files);
    const { server } = await startMeasured(folder);
    const api = sendOver(server.url, OWNER_TOKEN);
    const scene = new Scene(api, random);
    await scene.renew();
    // Browsers know the server by a name that programs cannot look up everywhere.
    const own = { host: `${OWN_HOST}:${new URL(server.url).port}` };
    const login = await open(server.url, "/api/login", own, JSON.stringify({ code: OWNER_TOKEN }));
    const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    if (cookie === "") throw new Error(`nobody was let in: ${login.status} ${JSON.stringify(login.body)}`);
    const get = stalls.timed((_, address, said) => open(server.url, address, { ...own, ...said?.headers }));
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    let left = count;
    const visitors = Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        const address = draw(random, scene);
        const headers: Record<string, string> = random.chance(0.9) ? { cookie } : {};
        const reply = await get("GET", address, { headers }).catch((error: unknown) => String(error));
        if (typeof reply === "string") {
          faults.push(`${address}: no answer came: ${reply}`);
          continue;
        }
        const status = plant === "failing" && left === 0 ? 500 : reply.status;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (!ALLOWED.has(status)) faults.push(`${address}: ${status}`);
        if (INSIDES.test(String(reply.body))) faults.push(`${address}: shows our insides`);
        if (left % 100 === 0) progress(count - left);
      }
    });
    await Promise.all(visitors);
    await server.stop();
    const seen = [...statuses].sort().map(([status, times]) => `${times} × ${status}`);
    return { did: `${count} addresses: ${seen.join(", ")}`, faults };
  },
};

function draw(random: Random, scene: Scene): string {
  const id = (name: string) => {
    const known = scene.name(name);
    return known === null || random.chance(0.35) ? hostileText(random).toWellFormed() : known;
  };
  const workspace = random.chance(0.95) ? "demo" : id("workspace");
  const number = () => random.pick([0, 1, 2, -1, 1.5, 2 ** 53, NaN]);
  const kinds: (() => string)[] = [
    () => addresses.overview(workspace),
    () => addresses.history(workspace),
    () => addresses.settings(workspace),
    () => addresses.search(workspace, id("q")),
    () => addresses.agents(workspace),
    () => addresses.agent(workspace, id("agent")),
    () => addresses.agentLine(workspace, id("agent"), number()),
    () => addresses.knowledge(workspace),
    () => addresses.team(workspace, id("team")),
    () => addresses.teamSession(workspace, id("team"), id("teamSession")),
    () => addresses.tokens(workspace, id("session")),
    () => addresses.memory(workspace, id("session")),
    () => addresses.context(workspace, id("session")),
    () => addresses.gates(workspace, id("session")),
    () => addresses.sessionHistory(workspace, id("session")),
    () => addresses.compare(workspace, id("session"), number(), number()),
    () => addresses.item(workspace, id("session"), id("item")),
    () => `${addresses.memory(workspace, id("session"))}?${hostileQuery(random)}`,
    () => `/${raw(hostileText(random))}`,
    () => `/demo/${raw(hostileText(random))}/${raw(hostileText(random))}`,
    () =>
      random.pick([
        "/%",
        "//",
        "/..",
        "/demo/%2e%2e",
        "/demo/sessions",
        "/_next/static/x",
        "/login?code=x",
        "/docs/api",
        "/?%",
      ]),
  ];
  return random.pick(kinds)();
}

function hostileQuery(random: Random): string {
  const names = ["view", "state", "tag", "role", "q", "item", "line", "from", "to", "cursor", "sort"];
  return names
    .filter(() => random.chance(0.4))
    .map((name) => `${name}=${raw(hostileText(random))}`)
    .join("&");
}

/** As a careless program would write it into an address: only what HTTP itself cannot carry is escaped. */
function raw(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character))
    .replaceAll("#", "%23")
    .slice(0, 6_000);
}

/** Asks for an address as it is written: `fetch` would tidy it up. */
function open(origin: string, address: string, headers: Record<string, string>, body?: string): Promise<Reply> {
  const { hostname, port } = new URL(origin);
  const sending = body === undefined ? {} : { "content-type": "application/json" };
  const how = { hostname, port, path: address, method: body === undefined ? "GET" : "POST" };
  return new Promise((resolve, reject) => {
    const sent = request({ ...how, headers: { ...sending, ...headers } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("error", reject).on("end", () => {
        const cookies = response.headers["set-cookie"] ?? [];
        resolve({
          status: response.statusCode ?? 0,
          body: text,
          headers: new Headers(cookies.map((cookie): [string, string] => ["set-cookie", cookie])),
        });
      });
    });
    sent.on("error", reject).end(body);
  });
}
