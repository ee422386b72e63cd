import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { startServer } from "../scripts/start-server.mjs";
import { restClient } from "./rest";
import { MEMORY, expect, open, test } from "./test";

test.use({ signedIn: false });

const FIELD = "One-time code or owner’s token";

test("the printed address signs in once", async ({ page, server, somebodyElse, expectMessage }) => {
  await page.goto(server.loginUrl);
  await expect(page.getByRole("heading", { name: "Sessions", exact: true }).first()).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.filter((cookie) => cookie.httpOnly)).toMatchObject([{ sameSite: "Strict" }]);

  // The address in the terminal is a way back for whoever is signed in already.
  expectMessage(/status of 401 .*\/api\/login/);
  await page.goto(server.loginUrl);
  await expect(page.getByRole("heading", { name: "Sessions", exact: true }).first()).toBeVisible();

  const second = await somebodyElse();
  await second.context().clearCookies();
  await second.goto(server.loginUrl);
  await expect(second.getByLabel(FIELD)).toBeVisible();
  await expect(second.getByText(/code/i).filter({ hasText: /used|valid|known|expired/i })).toBeVisible();
  await expect(second).toHaveURL(/\/login$/);
});

test("leads 127.0.0.1 to the dashboard's own name, signed in and without a cookie there", async ({
  page,
  server,
  expectMessage,
}) => {
  expectMessage(/^A request left for http:\/\/(127\.0\.0\.1|localhost):\d+\/team/);
  await page.goto(server.loginUrl);
  await expect(page.getByRole("heading", { name: "Sessions", exact: true }).first()).toBeVisible();
  for (const host of ["127.0.0.1", "localhost"]) {
    await page.goto(`http://${host}:${new URL(server.url).port}${MEMORY}?q=flag`);
    await expect(page).toHaveURL(`${server.origin}${MEMORY}?q=flag`);
  }
  const names = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly).map(({ domain }) => domain);
  expect(names).toEqual(["wardroom.localhost"]);
  // Nor by posting the code there.
  const posted = await fetch(`${server.url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: server.token }),
  });
  expect(posted.status).toBe(403);
  expect(posted.headers.get("set-cookie")).toBeNull();
});

test("a page of another port gets no cookie, and what it holds is no token", async ({
  page,
  server,
  expectMessage,
}) => {
  await page.goto(server.loginUrl);
  await expect(page.getByRole("heading", { name: "Sessions", exact: true }).first()).toBeVisible();
  const sent: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    sent.push(request.headers.cookie);
    response.setHeader("content-type", "text/html").end("<link rel=icon href=data:,><title>Another program</title>");
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  expectMessage(/^A request left for http:\/\/(127\.0\.0\.1|localhost)/);
  for (const host of ["127.0.0.1", "localhost"]) {
    const stranger = await page.context().newPage();
    await stranger.goto(`http://${host}:${port}/`);
    await stranger.reload();
  }
  expect(sent.length).toBeGreaterThanOrEqual(4);
  expect(sent.filter((cookie) => cookie?.includes("wardroom"))).toEqual([]);
  await new Promise((resolve) => other.close(resolve));

  const [cookie] = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly);
  const asBearer = await fetch(`${server.url}/api/v1/me`, {
    headers: { authorization: `Bearer ${cookie?.value ?? ""}` },
  });
  expect(asBearer.status).toBe(401);
});

test("two Wardrooms keep one browser signed in to both", async ({ page, server, folder, expectMessage }) => {
  const second = await startServer({ data: path.join(folder, "second") });
  expectMessage(/^A request left for (http:\/\/wardroom\.localhost|about:blank)/);
  await page.goto(server.loginUrl);
  await expect(page.getByRole("heading", { name: "Sessions", exact: true }).first()).toBeVisible();
  await page.goto(second.loginUrl);
  await expect(page).toHaveURL(`${second.origin}/example`);
  await page.goto(server.origin + MEMORY);
  await expect(page).toHaveURL(server.origin + MEMORY);
  await page.goto(`${second.origin}/example`);
  await expect(page).toHaveURL(`${second.origin}/example`);
  await page.goto("about:blank");
  await second.stop();
});

test("the owner's token signs in where the address is lost, and signing out ends it", async ({
  page,
  server,
  expectMessage,
}) => {
  await page.goto("/team");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();

  expectMessage(/status of 401 .*\/api\/login/);
  await page.getByLabel(FIELD).fill("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel(FIELD)).toHaveAttribute("aria-invalid", "true");

  await page.getByLabel(FIELD).fill(server.token);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Sessions", exact: true })).toBeVisible();

  await open(page, MEMORY);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("sign out");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(MEMORY);
  await expect(page).toHaveURL(/\/login$/);
});

test("guesses have to wait, and the owner is told on every page", async ({ page, server, expectMessage }) => {
  expectMessage(/status of 4(01|29) .*\/api\/login/);
  await page.goto(server.loginUrl);
  await expect(page.getByRole("heading", { name: "Sessions", exact: true }).first()).toBeVisible();
  await open(page, MEMORY);
  const statuses = await page.evaluate(async () => {
    const headers = { "content-type": "application/json" };
    const found: number[] = [];
    for (let count = 0; count < 8; count++) {
      const body = JSON.stringify({ code: `guess ${count}` });
      found.push((await fetch("/api/login", { method: "POST", headers, body })).status);
    }
    return found;
  });
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(statuses).toContain(429);
  await expect(page.getByText(/failed sign-ins, mostly from 127\.0\.0\.1/)).toBeVisible();
  await open(page, "/team/history");
  await expect(page.getByText(/failed to sign in too often/)).toBeVisible();
});

test("a role's token opens no page and does nothing that is the lead's", async ({
  page,
  server,
  owner,
  agent,
  expectMessage,
}) => {
  await agent("implementer-1");
  const { token } = await owner.post<{ token: string }>("/sessions/checkout/roles/implementer-1/tokens", {});
  await page.goto("/login");
  expectMessage(/status of 401 .*\/api\/login/);
  await page.getByLabel(FIELD).fill(token);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel(FIELD)).toHaveAttribute("aria-invalid", "true");
  await page.goto(MEMORY);
  await expect(page).toHaveURL(/\/login$/);

  const role = restClient(`${server.url}/api/v1/workspaces/team`, token);
  expect(await role.status("GET", "/sessions/checkout/memory")).toBe(200);
  expect(await role.status("POST", "/sessions/checkout/memory/archive", { role: "implementer-2" })).toBe(403);
  expect(await role.status("POST", "/sessions/checkout/roles/implementer-2/tokens", {})).toBe(403);
});
