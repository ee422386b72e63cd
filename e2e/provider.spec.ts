import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { proxyTo } from "@/lib/api/testing/tls-proxy.fixture";
import { TestProvider } from "@/lib/services/testing/oidc-provider.fixture";
import { startServer, type RunningServer } from "../scripts/start-server.mjs";

const NAME = "wardroom.localhost";

let data: string;
let origin: string;
let server: RunningServer;
let provider: TestProvider;
let proxy: Awaited<ReturnType<typeof proxyTo>>;
test.beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), "wardroom-"));
  let tellPort: (port: number) => void = () => undefined;
  proxy = await proxyTo(new Promise<number>((resolve) => (tellPort = resolve)), NAME);
  origin = `https://${NAME}:${proxy.port}`;
  provider = await TestProvider.open(origin);
  const env = { WARDROOM_ORIGIN: origin, WARDROOM_PROXIES: "127.0.0.1", ...provider.environment };
  server = await startServer({ data, env });
  tellPort(Number(new URL(server.url).port));
});
test.afterAll(async () => {
  await server.stop();
  proxy.close();
  provider.close();
  await rm(data, { recursive: true, force: true });
});

/** A browser of somebody of their own, who trusts the certificate of the proxy. */
async function somebody(browser: Browser): Promise<Page> {
  return (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
}

/** Does at the provider what it asks for. */
async function signInAs(page: Page, account: string): Promise<void> {
  await page.getByRole("button", { name: "Sign in with Example ID" }).click();
  await page.getByPlaceholder("Enter any login").fill(account);
  await page.getByPlaceholder("and password").fill("x");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("an invited person signs in with their account through a proxy, in every browser, until their access ends", async ({
  browser,
}) => {
  const owner = await somebody(browser);
  await owner.goto(server.loginUrl);
  await expect(owner.getByRole("heading", { name: "Needs you" })).toBeVisible();
  await owner.goto(`${origin}/example/settings`);
  const people = owner.getByRole("region", { name: "People" });
  await people.getByLabel("Name").fill("Dana");
  await people.getByRole("button", { name: "Invite" }).click();
  const link = (await people.locator("code").filter({ hasText: "/login?code=" }).textContent()) ?? "";
  expect(link).toContain(`${origin}/login?code=`);

  const dana = await somebody(browser);
  await dana.goto(link);
  await expect(dana.getByText("You are invited to example as Dana.")).toBeVisible();
  await signInAs(dana, "dana");
  await expect(dana.getByRole("heading", { name: "Needs you" })).toBeVisible();
  expect(new URL(dana.url()).origin).toBe(origin);
  const cookies = await dana.context().cookies(origin);
  expect(
    cookies.map(({ name, secure, httpOnly, sameSite }) => [
      /^wardroom_[0-9a-f]{8}$/.test(name),
      secure,
      httpOnly,
      sameSite,
    ]),
  ).toEqual([[true, true, true, "Strict"]]);

  // The link is used up; the account is enough.
  const other = await somebody(browser);
  await other.goto(link);
  await expect(other.getByText("This link was used already")).toBeVisible();
  await signInAs(other, "dana");
  await expect(other.getByRole("heading", { name: "Needs you" })).toBeVisible();

  await people.getByRole("button", { name: "More for Dana" }).click();
  await owner.getByRole("menuitem", { name: "End access…" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "End access" }).click();
  await expect(people.getByRole("listitem").getByText("Dana", { exact: true })).toHaveCSS(
    "text-decoration-line",
    "line-through",
  );
  await other.goto(`${origin}/example`);
  await expect(other).toHaveURL(`${origin}/login`);
  await signInAs(await fresh(other), "dana");
  await expect(other.getByRole("alert").getByText("Nobody here signs in with this account.")).toBeVisible();
});

test("an owner sees with which accounts somebody signs in, and unlinks one: its browsers are out", async ({
  browser,
}) => {
  const owner = await somebody(browser);
  await owner.goto(`${origin}/login`);
  await owner.getByLabel("One-time code or owner’s token").fill(server.token);
  await owner.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(owner.getByRole("heading", { name: "Needs you" })).toBeVisible();
  await owner.goto(`${origin}/example/settings`);
  const people = owner.getByRole("region", { name: "People" });
  await people.getByLabel("Name").fill("Eve");
  await people.getByRole("button", { name: "Invite" }).click();
  const link = (await people.locator("code").filter({ hasText: "/login?code=" }).textContent()) ?? "";
  await expect(people.getByText("No account at Example ID is linked.")).toBeVisible();

  const eve = await somebody(browser);
  await eve.goto(link);
  await signInAs(eve, "eve");
  await expect(eve.getByRole("heading", { name: "Needs you" })).toBeVisible();
  await eve.goto(`${origin}/example/settings`);
  const own = eve.getByRole("list", { name: "Accounts of Eve" });
  await expect(own.getByText(/linked .*, last sign-in/)).toBeVisible();

  const accounts = people.getByRole("list", { name: "Accounts of Eve" });
  await accounts.getByRole("button", { name: /^Unlink eve\b.* from Eve$/ }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect(owner.getByText(/^eve\b.* was unlinked from Eve$/)).toBeVisible();
  await expect(people.getByText("No account at Example ID is linked.")).toBeVisible();
  await eve.goto(`${origin}/example`);
  await expect(eve).toHaveURL(`${origin}/login`);
});

/** The same page, for whom the provider has to ask again. */
async function fresh(page: Page): Promise<Page> {
  await page.context().clearCookies();
  await page.reload();
  return page;
}

test("says on the page why somebody is not let in, and lets them try again", async ({ browser }) => {
  const page = await somebody(browser);
  const says = (text: string) => expect(page.getByRole("alert").getByText(text)).toBeVisible();
  await page.goto(`${origin}/login`);
  await signInAs(page, "stranger");
  await says("Nobody here signs in with this account.");
  await says("Ask an owner for an invitation");
  expect(page.url()).toBe(`${origin}/login`);

  await fresh(page);
  await page.getByRole("button", { name: "Sign in with Example ID" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await says("Example ID did not let you sign in here, or you chose not to.");

  await page.goto(`${origin}/login/return?state=made-up&code=made-up`);
  await says("This sign-in took too long, or was begun in another browser.");
  await page.getByLabel("One-time code or owner’s token").fill(server.token);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Needs you" })).toBeVisible();
});
