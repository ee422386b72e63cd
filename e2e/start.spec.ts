import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { EventList } from "@/lib/contracts/events";
import { startServer, type RunningServer } from "../scripts/start-server.mjs";
import { CHECKOUT } from "./checkout";
import { restClient } from "./rest";

let data: string;

test.beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), "wardroom-"));
});

test.afterEach(() => rm(data, { recursive: true, force: true }));

test("starts with nothing configured, says where it is, and goes when told", async ({ page }) => {
  const server = await startServer({ data });
  const health = await fetch(`${server.url}/api/health`);
  expect(await health.json()).toMatchObject({ status: "ok", workspaces: 1 });

  const encodings = new Set<string | undefined>();
  page.on("response", (response) => {
    if (/\/_next\/static\/.*\.(js|css)$/.test(response.url())) encodings.add(response.headers()["content-encoding"]);
  });
  await page.goto(server.loginUrl);
  await expect(page).not.toHaveURL(/login/);
  expect([...encodings]).toEqual(["br"]);

  expect(await server.stop()).toBe(0);
  expect(server.output().trim().split("\n")).toHaveLength(1);
});

test("drains: says that it is not ready, goes on answering, and ends streams last", async () => {
  await expect(startServer({ data, env: { WARDROOM_DRAIN: "soon" } })).rejects.toThrow("WARDROOM_DRAIN must be");
  const server = await startServer({ data, env: { WARDROOM_DRAIN: "600" } });
  const readiness = async () => {
    const answer = await fetch(`${server.url}/api/health/ready`);
    return { code: answer.status, ...((await answer.json()) as object) };
  };
  await expect.poll(readiness).toMatchObject({ code: 200, status: "ready" });
  const api = `${server.url}/api/v1/workspaces/example`;
  const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
  const stream = await fetch(`${api}/events/stream`, { headers });
  const streamed = stream.text();

  process.kill(server.pid, "SIGTERM");
  await expect.poll(readiness).toMatchObject({ code: 503, status: "draining" });
  const body = JSON.stringify({ tag: "Finding", text: "Said while it drained" });
  const said = await fetch(`${api}/sessions/invoice-import/memory/items`, { method: "POST", headers, body });
  expect(said.status).toBe(201);
  // Told once more, it waits no longer.
  expect(await server.stop()).toBe(0);
  expect(await streamed).toContain("item.added");
});

test("keeps its token when it is started again after a crash", async () => {
  const first = await startServer({ data });
  await first.kill();
  const second = await startServer({ data });
  expect(second.token).toBe(first.token);
  const sessions = await fetch(`${second.url}/api/v1/workspaces/example/sessions`, {
    headers: { authorization: `Bearer ${second.token}` },
  });
  expect(sessions.status).toBe(200);
  await second.stop();
});

test("says that another one serves the same data folder", async () => {
  const first = await startServer({ data });
  const second = await startServer({ data });
  expect(first.output()).not.toContain("Another Wardroom");
  await expect.poll(() => second.output()).toContain(`Another Wardroom serves the same data folder at ${first.url}.`);
  await second.stop();
  await first.stop();
});

test("says in a sentence why it cannot start", async () => {
  await expect(startServer({ data, env: { HOST: "0.0.0.0" } })).rejects.toThrow("set WARDROOM_TOKEN");
  await expect(startServer({ data, env: { HOST: "0.0.0.0", WARDROOM_TOKEN: "fifteen letters" } })).rejects.toThrow(
    "WARDROOM_TOKEN is short enough to be guessed",
  );
  await expect(startServer({ data, env: { PORT: "http" } })).rejects.toThrow("PORT must be a number");
  await expect(startServer({ data, env: { WARDROOM_PROXIES: "proxy" } })).rejects.toThrow(
    'WARDROOM_PROXIES: "proxy" is',
  );
  await expect(startServer({ data, env: { WARDROOM_ORIGIN: "wardroom.example" } })).rejects.toThrow("WARDROOM_ORIGIN");
  const guessed = { WARDROOM_ORIGIN: "https://wardroom.example", WARDROOM_TOKEN: "short" };
  await expect(startServer({ data, env: guessed })).rejects.toThrow("WARDROOM_TOKEN is short enough to be guessed");
  await expect(
    startServer({ data, env: { DATABASE_URL: "postgresql://ann:secret@127.0.0.1:9/team" } }),
  ).rejects.toThrow("PostgreSQL does not answer: team at 127.0.0.1:9.");
  await expect(startServer({ data, env: { WARDROOM_TOKEN: "wr_5d7e_another-token" } })).rejects.toThrow(
    "begins with wr_",
  );

  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const port = typeof address === "object" && address ? String(address.port) : "";
  await expect(startServer({ data, env: { PORT: port } })).rejects.toThrow(`Port ${port} is taken`);
  await new Promise((resolve) => other.close(resolve));
});

test.describe("where few files may be opened", () => {
  for (const limit of [40, 64, 191]) {
    test(`says so in a sentence at ${limit}`, async () => {
      const serve = `ulimit -n ${limit} && exec "$0" scripts/serve.mjs`;
      const env = { ...process.env, PORT: "0", WARDROOM_DATA: path.join(data, "data") };
      const { code, printed } = await new Promise<{ code: unknown; printed: string }>((resolve) => {
        execFile("sh", ["-c", serve, process.execPath], { env }, (error, stdout, stderr) =>
          resolve({ code: error?.code, printed: stdout + stderr }),
        );
      });
      expect(printed.trim().split("\n")).toEqual([
        expect.stringMatching(`^Wardroom may open only ${limit} files at once and needs 192\\. .*ulimit -n 1024`),
      ]);
      expect(code).toBe(1);
    });
  }
});

test("does not continue a history in another project's folder, and goes on in a clone", async () => {
  const [own, other, clone] = ["own", "other", "clone"].map((name) => path.join(data, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(path.join(own, ".agent/teams/checkout"), { recursive: true });
  await writeFile(path.join(own, ".agent/teams/checkout/TEAM-MEMORY.md"), CHECKOUT);
  await mkdir(path.join(other, ".agent/teams/checkout"), { recursive: true });
  await writeFile(
    path.join(other, ".agent/teams/checkout/TEAM-MEMORY.md"),
    "# Another\n\n## Lead\n- [Finding] Another team\n",
  );
  const start = (team: string) => startServer({ data: path.join(data, "data"), workspaces: { team, second: data } });
  const at = ({ url, token }: RunningServer, name = "team") => restClient(`${url}/api/v1/workspaces/${name}`, token);
  const actions = async (server: RunningServer) =>
    EventList.parse(await at(server).get("/events")).items.map(({ action }) => action);

  const first = await start(own);
  expect(await at(first).status("GET", "/sessions/checkout/memory")).toBe(200);
  const before = await actions(first);
  await first.stop();

  const second = await start(other);
  await expect.poll(() => second.output()).toContain("The folder of workspace team holds another project");
  for (const route of ["/sessions", "/sessions/checkout/memory"])
    expect(await at(second).status("GET", route)).toBe(503);
  const session = { id: "new", feature: "New" };
  expect(await at(second).status("POST", "/sessions", session)).toBe(503);
  expect(await at(second, "second").status("GET", "/sessions")).toBe(200);
  expect(await (await fetch(`${second.url}/api/health`)).json()).toMatchObject({ status: "ok", closed: 1 });
  expect(await actions(second)).toEqual(before);
  await second.stop();
  expect(await readdir(path.join(other, ".agent/teams"))).toEqual(["checkout"]);

  await cp(own, clone, { recursive: true });
  const third = await start(clone);
  expect(await at(third).status("POST", "/sessions", session)).toBe(201);
  expect(await actions(third)).toEqual(expect.arrayContaining([...before, "workspace.moved"]));
  await third.stop();
});
