import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { startPostgresql } from "../scripts/postgresql.mjs";
import { startServer, type RunningServer } from "../scripts/start-server.mjs";
import { signedInCookie } from "./sign-in.mjs";

const SESSION = "/api/v1/workspaces/shop/sessions/one";
const ITEMS = `${SESSION}/memory/items`;
const OWNER = `
  SELECT DISTINCT application_name AS "name" FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND objid = 0x4f574e`;

let database: Awaited<ReturnType<typeof startPostgresql>>;
let address: string;
let folder: string;
let env: Record<string, string>;
const running = new Set<RunningServer>();

test.beforeEach(async () => {
  database = await startPostgresql();
  address = await database.create("shop");
  folder = await mkdtemp(path.join(tmpdir(), "owners-"));
  env = {
    DATABASE_URL: address,
    WARDROOM_WORKSPACES: "shop,portal",
    WARDROOM_SECRET: randomBytes(32).toString("base64url"),
    WARDROOM_TOKEN: randomBytes(24).toString("hex"),
  };
});

test.afterEach(async () => {
  for (const server of running) await server.kill();
  running.clear();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(name: string, more: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer({ data: path.join(folder, name), env: { ...env, ...more } });
  running.add(server);
  return server;
}

interface Asked {
  method?: string;
  body?: object;
  headers?: Record<string, string>;
}

function ask({ url }: RunningServer, where: string, { method = "POST", body, headers }: Asked = {}): Promise<Response> {
  const said = { authorization: `Bearer ${env["WARDROOM_TOKEN"]}`, "content-type": "application/json", ...headers };
  return fetch(url + where, { method, headers: said, ...(body && { body: JSON.stringify(body) }) });
}

async function createSession(at: RunningServer, workspace = "shop"): Promise<void> {
  const body = { id: "one", feature: "One", roles: [{ id: "implementer-1" }] };
  expect((await ask(at, `/api/v1/workspaces/${workspace}/sessions`, { body })).status).toBe(201);
}

/** What a tool answers that says something in a workspace, where the connection is for another one or for none. */
async function sayByTool(at: RunningServer, workspace: string, connected?: string): Promise<string> {
  const place = { workspace, session: "one" };
  const params = { name: "say", arguments: { ...place, tag: "Finding", text: `for ${workspace} by ${connected}` } };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const accept = { accept: "application/json, text/event-stream", "x-wardroom-role": "implementer-1" };
  const headers = { ...accept, ...(connected !== undefined && { "x-wardroom-workspace": connected }) };
  return (await ask(at, "/api/mcp", { body, headers })).text();
}

async function textsAt(at: RunningServer): Promise<string[]> {
  const answer = await ask(at, `${SESSION}/memory`, { method: "GET" });
  const { sections } = (await answer.json()) as { sections: { items: { text: string }[] }[] };
  return sections.flatMap(({ items }) => items.map(({ text }) => text));
}

const item = (text: string) => ({ tag: "Finding", text, role: "implementer-1" });

async function ownerNow(): Promise<string[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(OWNER);
  await client.end();
  return rows.map(({ name }) => `http://${name}`);
}

/** Has the report of the test show the longest of these waits. Milliseconds. */
function note(waits: readonly number[]): void {
  test.info().annotations.push({ type: "longest wait, ms", description: String(Math.round(Math.max(...waits))) });
}

/** Says lines one after the other at servers in turn, each again with its key until it is acknowledged. */
class Lane {
  readonly acknowledged: string[] = [];
  #isOver = false;
  #longest = 0;
  readonly #ended: Promise<void>;

  constructor(name: string, servers: readonly RunningServer[]) {
    this.#ended = this.#run(name, servers);
  }

  /** The longest that a line waited. Milliseconds. */
  async stop(): Promise<number> {
    this.#isOver = true;
    await this.#ended;
    return this.#longest;
  }

  async #run(name: string, servers: readonly RunningServer[]): Promise<void> {
    for (let count = 0; !this.#isOver; count++) {
      const text = `${name} ${String(count)}`;
      const began = performance.now();
      for (let attempt = 0; ; attempt++) {
        const at = servers[(count + attempt) % servers.length];
        const answer =
          at &&
          (await ask(at, ITEMS, { body: item(text), headers: { "idempotency-key": text } }).catch(() => undefined));
        await answer?.text().catch(() => undefined);
        if (answer?.status === 201) break;
      }
      this.acknowledged.push(text);
      this.#longest = Math.max(this.#longest, performance.now() - began);
    }
  }
}

test("what any server is asked about a workspace, the one answers that owns it: requests, pages, streams and MCP", async ({
  page,
}) => {
  const a = await start("a");
  await createSession(a);
  const b = await start("b");
  expect(await ownerNow()).toEqual([a.url]);
  const stream = await ask(b, "/api/v1/workspaces/shop/events/stream", { method: "GET" });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await ask(b, ITEMS, { body: item("asked at b") })).status).toBe(201);
  let heard = "";
  while (!heard.includes("item.added")) heard += (await reader?.read())?.value ?? "";
  await reader?.cancel();
  expect(await sayByTool(b, "shop")).not.toContain("isError");
  expect(await textsAt(b)).toEqual(await textsAt(a));
  expect(await textsAt(b)).toEqual(expect.arrayContaining(["asked at b", "for shop by undefined"]));
  await page.context().addCookies([await signedInCookie(b)]);
  // All that comes by another server for half a minute is a reason to leave it to that one.
  const asking = setInterval(() => void textsAt(a), 5_000);
  await page.goto(`${b.origin}/shop/sessions/one/memory`);
  await expect(page.getByText("for shop by undefined")).toBeVisible();
  clearInterval(asking);
  // However busy the machine is: an owner that lives is not deposed.
  expect(await ownerNow(), b.output()).toEqual([a.url]);
  // Whoever is no server says in vain that it is one, and a page of another origin gets no further than before.
  for (const headers of [{ origin: "https://elsewhere.example" }, { "sec-fetch-site": "cross-site" }] as const)
    expect((await ask(b, `${SESSION}/memory`, { method: "GET", headers })).status).toBe(403);
  const pretended = { "x-wardroom-forwarded": "1", "x-forwarded-for": "192.0.2.1" };
  expect((await ask(b, `${SESSION}/memory`, { method: "GET", headers: pretended })).status).toBe(200);
});

test("whichever server is asked takes an address for the workspace that its owner takes it for, however it is written", async () => {
  const a = await start("a");
  const b = await start("b");
  await createSession(a);
  await createSession(b, "portal");
  for (const written of ["workspaces/%73hop", "/workspaces//shop"]) {
    const answer = await ask(b, ITEMS.replace("workspaces/shop", written), { body: item(written) });
    expect(answer.status).toBe(201);
  }
  // The argument goes before what the connection is for.
  expect(await sayByTool(b, "shop", "portal")).not.toContain("isError");
  expect(await sayByTool(a, "portal", "shop")).not.toContain("isError");
  // Who has sent all it will send is answered at once, as by the owner itself.
  const poll = connect(Number(new URL(b.url).port), "127.0.0.1");
  const said = [`Host: ${new URL(b.url).host}`, `Authorization: Bearer ${env["WARDROOM_TOKEN"]}`];
  const asking = [`GET ${SESSION}/inbox?wait=55 HTTP/1.1`, ...said, "X-Wardroom-Role: implementer-1"];
  poll.end([...asking, "Connection: close", "", ""].join("\r\n"));
  expect(await text(poll)).toMatch(/^HTTP\/1.1 200 /);
  // A link of another site leads to a page here, and an address of ours to no other site.
  const followed = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const said = { authorization: `Bearer ${env["WARDROOM_TOKEN"]}`, "sec-fetch-site": "cross-site" };
      const headers = { ...said, host: new URL(b.origin).host };
      request(b.url, { path, headers }, (answer) => resolve(answer.resume()))
        .on("error", reject)
        .end();
    });
  // On a machine that is busy for half a minute it may have become the owner by then, and asks to be asked again.
  const again = "/shop/sessions/one/memory";
  await expect(async () => expect((await followed(again)).statusCode).toBe(200)).toPass();
  expect((await followed("/shop/..//elsewhere.example")).headers.location).toBe("/elsewhere.example");
});

for (const [what, end] of Object.entries({
  killed: (at: RunningServer) => at.kill(),
  "frozen and woken": (at: RunningServer) => Promise.resolve(process.kill(at.pid, "SIGSTOP")),
  "told to stop": (at: RunningServer) => Promise.resolve(process.kill(at.pid, "SIGTERM")),
}))
  test(`another server takes over from an owner that is ${what}: no acknowledged line is lost or doubled`, async () => {
    const a = await start("a");
    const b = await start("b");
    await createSession(a);
    const lanes = ["first", "second"].map((name) => new Lane(name, [b]));
    const reached = () => lanes.map(({ acknowledged }) => acknowledged.length);
    await expect.poll(() => Math.min(...reached())).toBeGreaterThan(3);
    // A write that the owner is asked for itself, which it may be in the middle of.
    const late = ask(a, ITEMS, { body: item("late"), headers: { "idempotency-key": "late" } }).catch(() => undefined);
    await end(a);
    const before = reached();
    await expect
      .poll(() => reached().every((count, index) => count > (before[index] ?? 0) + 1), { intervals: [20] })
      .toBe(true);
    await expect.poll(ownerNow).toEqual([b.url]);
    if (what.startsWith("frozen")) {
      process.kill(a.pid, "SIGCONT");
      await (await late)?.text();
      // More is acknowledged while it answers.
      const acknowledged = [...(lanes[0]?.acknowledged ?? [])];
      expect(await textsAt(a)).toEqual(expect.arrayContaining(acknowledged));
    }
    const waits = await Promise.all(lanes.map((lane) => lane.stop()));
    note(waits);

    const repeated = await ask(b, ITEMS, { body: item("late"), headers: { "idempotency-key": "late" } });
    expect(repeated.status).toBe(201);
    const texts = await textsAt(b);
    expect([...texts].sort()).toEqual([...lanes.flatMap(({ acknowledged }) => acknowledged), "late"].sort());
    const proof = await ask(b, "/api/v1/workspaces/shop/integrity", { method: "GET" });
    expect(await proof.json()).toMatchObject({ ok: true, problems: [] });
  });

test("of two servers that cannot reach each other one keeps a workspace, and the other says what to set: nothing is lost", async () => {
  const a = await start("a", { WARDROOM_PEER: "http://127.0.0.1:1" });
  const b = await start("b", { WARDROOM_PEER: "http://127.0.0.1:2" });
  await createSession(a);
  const acknowledged: string[] = [];
  const say = async (at: RunningServer) => {
    const text = `line ${String(acknowledged.length)}`;
    const answer = await ask(at, ITEMS, { body: item(text), headers: { "idempotency-key": text } });
    if (answer.status === 201) acknowledged.push(text);
    return answer;
  };
  // Each may end the other's session once.
  let owner = b;
  let answer = await say(b);
  for (let turn = 0; answer.status === 201 && turn < 4; turn++) {
    const next = owner === a ? b : a;
    answer = await say(next);
    if (answer.status === 201) owner = next;
  }
  const hint = expect.stringContaining("WARDROOM_PEER");
  expect(await answer.json()).toMatchObject({ status: 503, code: "busy", hint });
  for (let count = 0; count < 3; count++) expect((await say(owner)).status).toBe(201);
  expect(await textsAt(owner)).toEqual(acknowledged);
});

test("servers go on with a standby that takes over under load: no acknowledged line is lost or doubled", async () => {
  const standby = await database.standBy();
  const a = await start("a");
  const b = await start("b");
  await createSession(a);
  const lanes = ["first", "second"].map((name) => new Lane(name, [a, b]));
  const reached = () => lanes.map(({ acknowledged }) => acknowledged.length);
  await expect.poll(() => Math.min(...reached())).toBeGreaterThan(3);
  await standby.takeOver();
  const before = reached();
  await expect
    .poll(() => reached().every((count, index) => count > (before[index] ?? 0) + 3), { intervals: [20] })
    .toBe(true);
  const waits = await Promise.all(lanes.map((lane) => lane.stop()));
  note(waits);
  const acknowledged = lanes.flatMap((lane) => lane.acknowledged).sort();
  for (const each of [a, b]) {
    expect((await textsAt(each)).sort()).toEqual(acknowledged);
    await expect.poll(() => each.output()).toContain("Another PostgreSQL has taken over");
  }
  const proof = await ask(b, "/api/v1/workspaces/shop/integrity", { method: "GET" });
  expect(await proof.json()).toMatchObject({ ok: true, problems: [] });
});
