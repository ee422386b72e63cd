import { pages as addresses } from "@/lib/client/paths";
import { hostileText } from "@/lib/soak/hostile.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import type { Scene } from "@/lib/soak/scene.fixture";

/** What a page may answer: itself, another address, or that it is not for this caller, not there, or no address at all. */
const ALLOWED = new Set([200, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 414, 431]);
/** Nothing of our insides is on any page. */
const INSIDES = /node_modules\/|PrismaClient|SQLITE_|\n {4}at .+:\d+:\d+/;

/** What is wrong with how a page was answered; null where nothing is. */
export function wrongWithPage(status: number, body: string): string | null {
  if (!ALLOWED.has(status)) return String(status);
  return INSIDES.test(body) ? "shows our insides" : null;
}

/** An address of a page with ids that are there, that are not, or that cannot be; or one as HTTP barely allows it. */
export function drawAddress(random: Random, scene: Scene): string {
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
