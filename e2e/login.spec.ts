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
