import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { startServer } from "../scripts/start-server.mjs";

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
  await expect(startServer({ data, env: { DATABASE_URL: "postgresql://localhost/wardroom" } })).rejects.toThrow(
    "DATABASE_URL",
  );
  await expect(startServer({ data, env: { WARDROOM_TOKEN: "wr_5d7e_x" } })).rejects.toThrow("WARDROOM_TOKEN");

  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const port = typeof address === "object" && address ? String(address.port) : "";
  await expect(startServer({ data, env: { PORT: port } })).rejects.toThrow(`Port ${port} is taken`);
  await new Promise((resolve) => other.close(resolve));
});
