import { restClient } from "./rest";
import { MEMORY, expect, open, row, test } from "./test";

test("a token is made, shown once, used, revoked in use, and refused from then on", async ({ page, server }) => {
  await open(page, "/team/settings?session=checkout");
  await page.getByRole("button", { name: "New token for implementer-2" }).click();
  const dialog = page.getByRole("dialog", { name: "Token for implementer-2" });
  const command = await dialog
    .locator("code")
    .filter({ hasText: /^export WARDROOM_TOKEN/ })
    .textContent();
  const token = /'([^']+)'/.exec(command ?? "")?.[1] ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  expect(await page.content()).not.toContain(token);

  const tokens = page.getByRole("list", { name: "Tokens of implementer-2" });
  await expect(tokens).toContainText("never used");
  const agent = restClient(`${server.url}/api/v1/workspaces/team`, token);
  await agent.post("/sessions/checkout/memory/items", { tag: "Finding", text: "Written with the new token" });

  await tokens.getByRole("button", { name: /Revoke the token/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(tokens.getByRole("listitem")).toHaveCount(0);
  // The list shows what will be, before the server has answered.
  await expect.poll(() => agent.status("GET", "/sessions/checkout/memory")).toBe(401);
  expect(await agent.status("POST", "/sessions/checkout/memory/items", { tag: "Finding", text: "Too late" })).toBe(401);

  await page.getByRole("button", { name: "1 revoked" }).click();
  await expect(tokens.getByRole("listitem")).toContainText("revoked");
  await open(page, MEMORY);
  await expect(row(page, "Written with the new token")).toBeVisible();
  await expect(row(page, "Too late")).toHaveCount(0);
});

test("a role that is added has a section and a token", async ({ page, memory }) => {
  await open(page, "/team/settings?session=checkout");
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "Add a role to checkout" });
  await dialog.getByLabel("Role").fill("tester-1");
  await expect(dialog).toContainText("needs Lead approval");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(page.getByRole("dialog", { name: "Token for tester-1" })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("list", { name: "Roles of checkout" })).toContainText("tester-1");
  await expect.poll(() => memory.read()).toContain("\n## tester-1\n");
});

test("whoever has a viewer's link reads everything, changes nothing, and is out when it is revoked", async ({
  page,
  memory,
  somebodyElse,
  expectMessage,
}) => {
  expectMessage(/status of 40[13]/);
  const before = await memory.read();
  await open(page, "/team/settings");
  await page.getByLabel("Viewer name").fill("Product");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.locator("code").filter({ hasText: "/login?code=" }).textContent();

  const viewer = await somebodyElse();
  await viewer.context().clearCookies();
  await viewer.goto(link ?? "");
  await expect(viewer.getByRole("heading", { name: "Needs you" })).toBeVisible();
  await open(viewer, "/team/settings");
  await expect(viewer.getByRole("region", { name: "Appearance" })).toBeVisible();
  await expect(viewer.getByRole("region", { name: "Role tokens" })).toHaveCount(0);
  await open(viewer, MEMORY);
  const flag = row(viewer, "Payment stays behind a flag");
  await expect(page.getByRole("button", { name: "Revoke the link of Product" })).toBeVisible();
  for (const act of ["Add as Lead", /^Prune/, /^Archive( |$)/]) {
    await expect(viewer.getByRole("button", { name: act })).toHaveCount(0);
  }
  await flag.click();
  await expect(viewer.getByRole("button", { name: "Copy link" })).toBeVisible();
  await viewer.keyboard.press("e");
  await viewer.keyboard.press("c");
  await expect(viewer.getByRole("dialog")).toHaveCount(0);
  // Who goes round the page is refused by the server.
  const status = await viewer.evaluate(async () => {
    const items = "/api/v1/workspaces/team/sessions/checkout/memory/items";
    const headers = { "content-type": "application/json" };
    return (await fetch(items, { method: "POST", headers, body: '{"tag":"Finding","text":"not mine to write"}' }))
      .status;
  });
  expect(status).toBe(403);
  await expect(flag).toBeVisible();
  expect(await memory.read()).toBe(before);

  await page.getByRole("button", { name: "Revoke the link of Product" }).click();
  await expect(page.getByText("The link of Product is revoked")).toBeVisible();
  await viewer.goto(MEMORY);
  await expect(viewer).toHaveURL(/\/login$/);
});

test("a viewer's link lets one browser in, and the owner signs that one out", async ({
  page,
  somebodyElse,
  expectMessage,
}) => {
  expectMessage(/status of 401/);
  await open(page, "/team/settings");
  await page.getByLabel("Viewer name").fill("Mina");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = (await page.locator("code").filter({ hasText: "/login?code=" }).textContent()) ?? "";
  const viewer = await somebodyElse();
  await viewer.context().clearCookies();
  await viewer.goto(link);
  await expect(viewer.getByRole("heading", { name: "Needs you" })).toBeVisible();
  const third = await somebodyElse();
  await third.context().clearCookies();
  await third.goto(link);
  await expect(third.getByText("This link was used already")).toBeVisible();

  await open(page, "/team/settings");
  const browsers = page.getByRole("list", { name: "Signed-in browsers" });
  await expect(browsers.getByText("This browser")).toHaveCount(1);
  const row = browsers.getByRole("listitem").filter({ hasText: "viewer Mina" });
  await row.getByRole("button", { name: /^Sign out/ }).click();
  await expect(row).toHaveCount(0);
  await viewer.goto(MEMORY);
  await expect(viewer).toHaveURL(/\/login$/);
});

test("whoever is signed out elsewhere is told so and keeps what was read", async ({ page, expectMessage }) => {
  expectMessage(/status of 401/);
  await open(page, MEMORY);
  const flag = row(page, "Payment stays behind a flag");
  await flag.click();
  await page.context().clearCookies();
  await page.keyboard.press("e");
  await expect(page.getByText("Not archived").first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(flag).toBeVisible();
});

test("the deadline of a session and the theme of the browser are kept", async ({ page }) => {
  await open(page, "/team/settings?session=checkout");
  await page.getByLabel(/ACK deadline/).fill("45");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Settings of checkout saved")).toBeVisible();
  await page.getByRole("group", { name: "Theme" }).getByRole("button", { name: "Dark" }).click();
  await open(page, "/team/settings?session=checkout");
  await expect(page.getByLabel(/ACK deadline/)).toHaveValue("45");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
