import { cpSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "@/lib/soak/random.fixture";
import { PROJECT } from "@/lib/soak/places.fixture";
import type { Reply, Said, Send } from "@/lib/soak/send.fixture";

const BASE = "/api/v1/workspaces/demo";
const AGENTS = ["scribe", "architect", "tester"];

/** A kind of caller: what its requests carry. */
export interface Visitor {
  kind: string;
  said: Pick<Said, "as" | "token" | "headers">;
}

/** Puts agents, teams and knowledge into a workspace that holds nothing yet. */
export function furnish(files: string): void {
  for (const folder of [".kaizen", ".microai", ".claude"])
    cpSync(join(PROJECT, "example/workspace", folder), join(files, folder), { recursive: true });
}

/** Names that lead somewhere, by the parameter or field they stand in, and everybody who may knock. */
export class Scene {
  readonly #known = new Map<string, string[]>();
  visitors: Visitor[] = [];
  #round = 0;

  constructor(
    private readonly send: Send,
    private readonly random: Random,
  ) {}

  /**
   * Makes two sessions, mints a token of each kind for the first, and learns what else is there. The two before them are deleted:
   * what a server holds for its sessions is as much after a hundred times as after one.
   */
  async renew(): Promise<void> {
    const [own, other] = [`s${++this.#round}`, `t${this.#round}`];
    for (const id of [own, other]) {
      const roles = ["implementer-1", "researcher-1"].map((role) => ({ id: role }));
      await this.#did("POST", `${BASE}/sessions`, { body: { id, feature: id, roles } });
      await this.#did("POST", `${BASE}/sessions/${id}/memory/items`, {
        body: { tag: "Finding", text: `first of ${id}` },
      });
      await this.send("PUT", `${BASE}/sessions/${id}/context`, { body: { text: `# Context\n\n## Scope\n${id}\n` } });
    }
    // Calls may have put them into a state in which they are not deleted.
    for (const id of this.#known.get("made") ?? []) await this.send("DELETE", `${BASE}/sessions/${id}`);
    this.#known.set("made", [own, other]);
    const path = `${BASE}/sessions/${own}`;
    const token = async (role: string, at = path) =>
      tokenOf(await this.#did("POST", `${at}/roles/${role}/tokens`, { body: {} }));
    const revoked = await this.#did("POST", `${path}/roles/implementer-1/tokens`, { body: {} });
    const { tokenId } = revoked.body as { tokenId: string };
    await this.#did("DELETE", `${path}/roles/implementer-1/tokens/${tokenId}`);
    const viewer = await this.#did("POST", `${BASE}/viewers`, { body: { label: "soak" } });
    this.visitors = [
      { kind: "owner", said: {} },
      { kind: "owner as implementer-1", said: { as: "implementer-1" } },
      { kind: "owner as researcher-1", said: { as: "researcher-1" } },
      { kind: "implementer", said: { token: await token("implementer-1") } },
      { kind: "researcher", said: { token: await token("researcher-1") } },
      { kind: "Lead", said: { token: await token("Lead") } },
      { kind: "another session's", said: { token: await token("implementer-1", `${BASE}/sessions/${other}`) } },
      { kind: "team", said: { token: tokenOf(await this.#did("POST", `${path}/team-tokens`, { body: {} })) } },
      { kind: "viewer", said: { token: tokenOf(viewer) } },
      { kind: "revoked", said: { token: tokenOf(revoked) } },
      { kind: "unknown", said: { token: "wr_5d7e0c1b2a394f68_Q2Fubm90IGJlIHVzZWQ6IGFuIGV4YW1wbGUgb25seSE" } },
      { kind: "nobody", said: { token: null } },
      { kind: "foreign page", said: { headers: { origin: "http://127.0.0.1:1" } } },
    ];
    this.#known.set("workspace", ["demo"]);
    this.#known.set("session", [own, other]);
    this.#known.set("role", ["implementer-1", "researcher-1", "Lead"]);
    this.#known.set("agent", AGENTS);
    for (const [name, list] of Object.entries(await this.#listed(path))) this.#known.set(name, list);
  }

  /** A name that leads somewhere, where one is known for that parameter or field. */
  name(of: string): string | null {
    const list = this.#known.get(ALIASES[of] ?? of);
    return list === undefined || list.length === 0 ? null : this.random.pick(list);
  }

  /** Remembers what an answer named, for later calls. */
  learn(body: unknown): void {
    if (typeof body !== "object" || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      if (typeof value === "string" && LEARNT.has(name) && value.length < 100) this.#remember(name, value);
      else if (typeof value === "object") this.learn(value);
    }
  }

  #remember(name: string, value: string): void {
    const list = this.#known.get(name) ?? [];
    if (!list.includes(value)) this.#known.set(name, [value, ...list].slice(0, 20));
  }

  async #listed(path: string): Promise<Record<string, string[]>> {
    const ids = async (address: string, field = "id") => {
      const { body } = await this.send("GET", address);
      const { items = [] } = (body ?? {}) as { items?: Record<string, unknown>[] };
      return items.map((item) => item[field]).filter((id): id is string => typeof id === "string");
    };
    const { body } = await this.send("GET", `${path}/memory`);
    const { sections = [] } = (body ?? {}) as { sections?: { items: { id: string }[] }[] };
    return {
      item: sections.flatMap(({ items }) => items.map(({ id }) => id)),
      knowledge: await ids(`${BASE}/knowledge`),
      team: await ids(`${BASE}/teams`, "name"),
      relay: await ids(`${path}/relays`),
      delivery: [],
      version: ["1", "GC-v1"],
      revision: ["1", "2"],
    };
  }

  async #did(method: string, path: string, said?: Said): Promise<Reply> {
    const reply = await this.send(method, path, said);
    if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply;
  }
}

/** Fields whose values later calls can use. */
const LEARNT = new Set(["id", "sessionId", "etag", "version", "path", "delivery", "gate"]);

/** Parameters that are named by what another field was called. */
const ALIASES: Record<string, string> = {
  gate: "id",
  token: "id",
  viewer: "id",
  delivery: "id",
  agentName: "agent",
  from: "revision",
  to: "revision",
  by: "role",
  confirm: "agent",
};

function tokenOf({ body }: Reply): string {
  return (body as { token: string }).token;
}
