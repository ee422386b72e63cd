import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { CHOSEN, environmentOf, interpolated, readCompose, type Service } from "@/lib/compose.fixture";
import { startPostgresql } from "../scripts/postgresql.mjs";
import { root } from "../scripts/run.mjs";
import { startServer, type RunningServer } from "../scripts/start-server.mjs";
import { signInFor } from "./sign-in.mjs";

/** Its probes need each server at port 4100, and so at an address of its own, which every machine that runs Linux has. */
const HAS_HAPROXY = process.platform === "linux" && spawnSync("haproxy", ["-v"]).status === 0;
const SESSIONS = (workspace: string) => `/api/v1/workspaces/${workspace}/sessions`;
const MEMORY = (workspace: string) => `${SESSIONS(workspace)}/one/memory`;

let folder: string;
let network: string;
let chosen: Record<string, string>;
let services: Record<string, Service>;
let database: Awaited<ReturnType<typeof startPostgresql>>;
let proxy: ChildProcess | undefined;
const servers = new Map<string, RunningServer>();

test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "compose-"));
  ({ services } = await readCompose());
  network = `127.${randomInt(1, 255)}.${randomInt(255)}`;
  const WARDROOM_ADDRESS = `${network}.250`;
  // The proxy comes from this machine.
  const ours = { WARDROOM_PROXY: "127.0.0.1", WARDROOM_ADDRESS, WARDROOM_ORIGIN: `http://${WARDROOM_ADDRESS}:4100` };
  chosen = { ...CHOSEN, ...ours };
  await up();
});

test.afterEach(async () => {
  proxy?.kill("SIGKILL");
  for (const server of servers.values()) await server.kill();
  servers.clear();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts all services, each once those that it depends on are there. */
async function up(): Promise<void> {
  const starting = new Map<string, Promise<void>>();
  const begin = (name: string): Promise<void> => {
    const { depends_on: needed = [] } = serviceOf(name);
    const names = Array.isArray(needed) ? needed : Object.keys(needed);
    const known = starting.get(name) ?? Promise.all(names.map(begin)).then(() => start(name));
    starting.set(name, known);
    return known;
  };
  await Promise.all(Object.keys(services).map(begin));
}

function serviceOf(name: string): Service {
  const service = services[name];
  if (service === undefined) throw new Error(`compose.yaml has no service ${name}.`);
  return service;
}

async function start(name: string, more: Record<string, string> = {}): Promise<void> {
  const service = serviceOf(name);
  if (service.build !== undefined) servers.set(name, await startServer(optionsOf(name, more)));
  else if (service.image?.startsWith("postgres:")) {
    database = await startPostgresql();
    // The image makes a database by the name of its user.
    await database.create(environmentOf(service, chosen)["POSTGRES_USER"] ?? "");
  } else if (HAS_HAPROXY) {
    const [{ host_ip, published } = { host_ip: "", published: "" }] = service.ports ?? [];
    const reached = [...servers].map(([each, { url }]) => [each.toUpperCase().replace("-", "_"), new URL(url).host]);
    const env = { ...process.env, ...environmentOf(service, chosen), ...Object.fromEntries(reached) };
    proxy = spawn("haproxy", ["-f", path.join(root, "haproxy.cfg")], {
      env: { ...env, WARDROOM_LISTEN: `${interpolated(host_ip, chosen)}:${interpolated(published, chosen)}` },
      stdio: "ignore",
    });
  }
}

/** What a server is started with. A folder stands for its volume, and a socket for the name of the database. */
function optionsOf(name: string, more: Record<string, string> = {}) {
  const { DATABASE_URL = "", ...said } = environmentOf(serviceOf(name), chosen);
  const { hostname, pathname } = new URL(DATABASE_URL);
  expect(Object.keys(services)).toContain(hostname);
  const place = HAS_HAPROXY
    ? { HOST: `${network}.${name.replace(/\D/g, "")}`, PORT: "4100" }
    : { HOST: "127.0.0.1", PORT: "0" };
  const env = { ...said, ...place, DATABASE_URL: database.url(pathname.slice(1)), ...more };
  return { data: path.join(folder, name), env };
}

interface Asked {
  body?: object;
  headers?: Record<string, string>;
}

/** Asks at an address; without a body it reads. */
function ask(url: string, { body, headers }: Asked = {}): Promise<Response> {
  const said = { authorization: `Bearer ${CHOSEN["WARDROOM_TOKEN"]}`, "content-type": "application/json", ...headers };
  return fetch(url, { headers: said, ...(body && { method: "POST", body: JSON.stringify(body) }) });
}

function serverOf(name: string): RunningServer {
  const server = servers.get(name);
  if (server === undefined) throw new Error(`${name} does not run.`);
  return server;
}

async function createSessions(): Promise<void> {
  const body = { id: "one", feature: "One", roles: [{ id: "implementer-1" }] };
  for (const workspace of ["shop", "portal"])
    expect((await ask(serverOf("wardroom-1").url + SESSIONS(workspace), { body })).status).toBe(201);
}

const item = (text: string) => ({ tag: "Finding", text, role: "implementer-1" });

async function say(at: string, text: string): Promise<void> {
  expect((await ask(`${serverOf(at).url}${MEMORY("shop")}/items`, { body: item(text) })).status).toBe(201);
}

async function textsAt(at: string, workspace = "shop"): Promise<string[]> {
  const answer = await ask(serverOf(at).url + MEMORY(workspace));
  const { sections } = (await answer.json()) as { sections: { items: { text: string }[] }[] };
  return sections.flatMap(({ items }) => items.map(({ text }) => text));
}

async function proofAt(at: string, workspace = "shop"): Promise<unknown> {
  return (await ask(`${serverOf(at).url}/api/v1/workspaces/${workspace}/integrity`)).json();
}

/** Asks by a way of its own, with a path: answers as the server does that it comes to. */
type Way = (where: string, asked?: Asked) => Promise<Response>;

/**
 * Ways to the servers as a proxy goes them: to the one it prefers while that says that it is ready, as the proxy's probes ask, and to the other
 * else, or where a connection is refused. It repeats nothing.
 */
class Balanced {
  readonly #down = new Map<string, number>();
  readonly #probing = setInterval(() => void this.#probe(), 1_000);

  end(): void {
    clearInterval(this.#probing);
  }

  preferring(first: string): Way {
    return async (where, asked) => {
      const falls = (name: string) => ((this.#down.get(name) ?? 0) < 2 ? 0 : 1);
      const names = [first, ...[...servers.keys()].filter((name) => name !== first)];
      for (const name of names.toSorted((a, b) => falls(a) - falls(b))) {
        const answer = await ask(serverOf(name).url + where, asked).catch((error: unknown) => {
          if (!isRefused(error)) throw error;
        });
        if (answer !== undefined) return answer;
      }
      throw new Error("No server takes a connection.");
    };
  }

  async #probe(): Promise<void> {
    for (const [name, { url }] of servers) {
      const isReady = await fetch(`${url}/api/health/ready`)
        .then(async (answer) => answer.ok && (await answer.text()) !== "")
        .catch(() => false);
      this.#down.set(name, isReady ? 0 : (this.#down.get(name) ?? 0) + 1);
    }
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === "ECONNREFUSED";
}

/** A call of the tool that says a line. */
function toolCall(workspace: string, text: string): Asked {
  const params = { name: "say", arguments: { workspace, session: "one", tag: "Finding", text } };
  const headers = { accept: "application/json, text/event-stream", "x-wardroom-role": "implementer-1" };
  return { body: { jsonrpc: "2.0", id: 1, method: "tools/call", params }, headers };
}

/** Says lines of one workspace by one way, some by a tool, and reads them now and then. Nothing is said twice. */
class Lane {
  readonly acknowledged: string[] = [];
  readonly refused: string[] = [];
  /** A call of a tool that is under way at an owner may be told so, with nothing changed: decision 091. */
  readonly toldBusy: string[] = [];
  #isOver = false;
  readonly #ended: Promise<void>;

  constructor(
    readonly workspace: string,
    private readonly way: Way,
    private readonly named: { name: string; hasKeys: boolean },
  ) {
    this.#ended = this.#run();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { name, hasKeys } = this.named;
    for (let count = 0; !this.#isOver; count++) {
      const text = `${name} ${count}`;
      const headers = hasKeys ? { "idempotency-key": text } : {};
      const isDone =
        count % 3 === 0
          ? await this.#ask("/api/mcp", toolCall(this.workspace, text))
          : await this.#ask(`${MEMORY(this.workspace)}/items`, { body: item(text), headers });
      if (isDone) this.acknowledged.push(text);
      if (count % 5 === 0) await this.#ask(MEMORY(this.workspace));
      await wait(20);
    }
  }

  async #ask(where: string, asked?: Asked): Promise<boolean> {
    const wrong = await this.way(where, asked).then(
      async (answer) => {
        const text = await answer.text();
        return answer.ok && !text.includes('"isError":true') ? null : `${answer.status} ${text}`;
      },
      (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
    );
    const told = where === "/api/mcp" && wrong?.includes('"busy: ') ? this.toldBusy : this.refused;
    if (wrong !== null) told.push(`${new Date().toISOString()} ${this.named.name}: ${wrong}`);
    return wrong === null;
  }
}

test("the services of compose.yaml, as it is written, serve its workspaces at both servers", async () => {
  expect([...servers.keys()]).toHaveLength(2);
  await createSessions();
  await say("wardroom-2", "said at the second");
  for (const [name, server] of servers) {
    expect(await textsAt(name)).toEqual(["said at the second"]);
    expect(await signInFor(server)).toContain("=");
    const list = await (await ask(`${server.url}/api/v1/workspaces`)).json();
    expect(list).toMatchObject({ items: [{ name: "shop" }, { name: "portal" }] });
  }
});

test("an upgrade of one server after the other refuses no call, and loses and doubles nothing", async () => {
  test.slow();
  await createSessions();
  const balanced = new Balanced();
  const ways = Object.fromEntries([...servers.keys()].map((name) => [name, balanced.preferring(name)]));
  if (proxy) ways["haproxy"] = (where, asked) => ask(`${chosen["WARDROOM_ORIGIN"]}${where}`, asked);
  test.info().annotations.push({ type: "ways", description: Object.keys(ways).join(", ") });
  const lanes = ["shop", "portal"].flatMap((workspace) =>
    Object.entries(ways).flatMap(([name, way]) =>
      [true, false].map((hasKeys) => new Lane(workspace, way, { name: `${workspace} ${name} ${hasKeys}`, hasKeys })),
    ),
  );
  const goOn = async () => {
    const before = lanes.map(({ acknowledged }) => acknowledged.length);
    await expect.poll(() => lanes.every((lane, at) => lane.acknowledged.length > (before[at] ?? 0) + 5)).toBe(true);
  };
  await goOn();
  for (const [name, server] of [...servers]) {
    const began = performance.now();
    expect(await server.stop()).toBe(0);
    const drain = Number(environmentOf(serviceOf(name), chosen)["WARDROOM_DRAIN"]);
    expect(performance.now() - began).toBeGreaterThan(drain * 1_000);
    await start(name);
    await goOn();
  }
  for (const lane of lanes) await lane.stop();
  balanced.end();
  const said = lanes.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  test.info().annotations.push({ type: "acknowledged", description: String(said) });
  const busy = lanes.flatMap(({ toldBusy }) => toldBusy).join("\n");
  test.info().annotations.push({ type: "tools told busy", description: busy });
  expect(lanes.flatMap(({ refused }) => refused)).toEqual([]);
  for (const workspace of ["shop", "portal"]) {
    const acknowledged = lanes.filter((lane) => lane.workspace === workspace).flatMap((lane) => lane.acknowledged);
    for (const name of servers.keys()) expect((await textsAt(name, workspace)).sort()).toEqual(acknowledged.sort());
    expect(await proofAt("wardroom-1", workspace)).toMatchObject({ ok: true, problems: [] });
  }
});

test("what was dumped is restored and goes on, and what was said since is missed, not hidden", async () => {
  const stop = async () => {
    for (const server of servers.values()) await server.kill();
  };
  const startAll = () => Promise.all([...servers.keys()].map((name) => start(name)));
  const [name = ""] = new URL(optionsOf("wardroom-1").env.DATABASE_URL).pathname.split("/").slice(1);
  await createSessions();
  await say("wardroom-1", "dumped");
  await stop();
  // Stands for pg_dump and pg_restore, which are not among the programs from npm.
  await runOn("postgres", `CREATE DATABASE dump TEMPLATE "${name}"`);
  await startAll();
  await say("wardroom-2", "said since");
  await stop();
  await runOn("postgres", `DROP DATABASE "${name}" WITH (FORCE)`, `CREATE DATABASE "${name}" TEMPLATE dump`);
  await startAll();
  const printed = () => [...servers.values()].map((server) => server.output()).join("\n");
  await expect.poll(printed).toContain("The history of shop is not what it was.");
  for (const each of servers.keys()) expect(await textsAt(each)).toEqual(["dumped"]);
  await say("wardroom-2", "goes on");
  for (const each of servers.keys()) expect(await textsAt(each)).toEqual(["dumped", "goes on"]);

  await stop();
  const there = await database.create("elsewhere");
  const { data, env } = optionsOf("wardroom-1");
  const copying = spawn(process.execPath, [path.join(root, "scripts/wardroom.mjs"), "database", "copy", there], {
    env: { ...process.env, WARDROOM_DATA: data, ...env },
    stdio: "ignore",
  });
  expect(await once(copying, "close")).toEqual([0, null]);
  await expect(start("wardroom-1")).rejects.toThrow("The history was copied to");
  for (const each of servers.keys()) await start(each, { DATABASE_URL: there });
  for (const each of servers.keys()) expect(await textsAt(each)).toEqual(["dumped", "goes on"]);
  await say("wardroom-1", "in the copy");
  // It is told once what is missing, and all that was said since is proven.
  expect(await proofAt("wardroom-2")).toMatchObject({
    ok: false,
    problems: [{ detail: expect.stringContaining("is gone.") }],
  });
});

async function runOn(at: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: database.url(at) });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
