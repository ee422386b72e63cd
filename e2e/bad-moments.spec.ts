import type { BrowserList } from "@/lib/contracts/browsers";
import type { NeedCount, NeedList } from "@/lib/contracts/needs";
import type { Health } from "@/lib/contracts/server";
import { expect, MEMORY, open, test } from "./test";

const questions = (count: number) =>
  Array.from({ length: count }, (_, at) => `- [Question] 2026-11-10T10:00:00Z Which currency is invoice ${at + 1}?`);

const memoryOf = (name: string, lines: readonly string[]) =>
  `# TEAM-MEMORY — ${name}\n\n## Meta\n- Created: 2026-11-09\n\n## Lead\n- [Decision] Go\n\n## implementer-1\n${lines.join("\n")}\n\n## researcher-1\n- [Finding] Late\n`;

const files = (name: string, count: number) => ({
  ".agent/teams/checkout/TEAM-MEMORY.md": memoryOf(name, questions(count)),
});

test.use({ files: files("checkout", 30) });

test("of two leads who decide the same relay, the second is told what became of it", async ({
  page,
  owner,
  agent,
  expectMessage,
}) => {
  const researcher = await agent("researcher-1");
  await researcher.post("/sessions/checkout/memory/items", { tag: "Finding", text: "Shoppers leave at the form" });
  await open(page, "/team");
  const row = page.locator("[data-need^='relay:']");
  await expect(row).toBeVisible();
  // What the other lead does is not seen here before the key is pressed.
  expectMessage(/ERR_FAILED|status of 409/);
  await page.route(/\/needs(\?|$)/, (route) => route.abort());
  const { items } = await owner.get<NeedList>("/needs");
  const relay = items.flatMap((need) => (need.kind === "relay" ? [need.relay.id] : []))[0];
  await owner.post(`/sessions/checkout/relays/${relay}/reject`, { reason: "known" });
  await row.getByRole("button", { name: "Approve" }).click();
  // The message with its buttons is there for screen readers too, wherever the focus is.
  const failed = page.getByRole("alertdialog", { name: "Not done" });
  await expect(failed.getByRole("button", { name: "Close" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Not done" })).toHaveCount(1);
  await expect(page.getByText(/rejected/).first()).toBeVisible();
  await page.unroute(/\/needs(\?|$)/);
  // The next thing that happens has the list read again.
  await owner.post("/sessions/checkout/memory/items", { tag: "Decision", text: "Goes on" });
  await expect(row).toBeHidden();
});

test("a reader who was signed out meanwhile is told so, with the way back, and nothing is changed", async ({
  page,
  owner,
  memory,
  expectMessage,
}) => {
  await open(page, "/team");
  const before = await memory.read();
  expectMessage(/status of 401/);
  const { items } = await owner.get<BrowserList>("/browsers");
  for (const { id } of items) await owner.delete(`/browsers/${id}`);
  await page.keyboard.press("j");
  await page.keyboard.press("*");
  await page.keyboard.press("e");
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  expect(await memory.read()).toBe(before);
});

test("a server that is gone in the middle of a bulk act leaves the rest, and says how far it came", async ({
  page,
  owner,
  expectMessage,
}) => {
  await open(page, "/team");
  const list = page.getByRole("region", { name: "Needs you" });
  expectMessage(/ERR_FAILED/);
  let sent = 0;
  await page.route("**/memory/archive", (route) => (++sent > 5 ? route.abort() : route.continue()));
  await page.keyboard.press("j");
  await page.keyboard.press("*");
  await page.keyboard.press("e");
  await expect(page.getByText("Archived 5 items")).toBeVisible();
  await expect(page.getByText("25 others not done: Wardroom does not answer.")).toBeVisible();
  await expect(list.getByRole("heading", { name: /^Open questions 25/ })).toBeVisible();
  expect((await owner.get<NeedCount>("/needs/count")).waiting).toBe(25);
  await page.keyboard.press("u");
  await expect(list.getByRole("heading", { name: /^Open questions 30/ })).toBeVisible();
});

test("a page of an older build says that there is a newer one, and loads it", async ({ page }) => {
  await open(page, "/team");
  await expect(page.getByText("updated while this page was open")).toHaveCount(0);
  const health = await page.evaluate(async () => (await (await fetch("/api/health")).json()) as Health);
  await page.route("/api/health", (route) => route.fulfill({ json: { ...health, build: "another" } }));
  await expect(page.getByRole("status").filter({ hasText: "updated while this page was open" })).toBeVisible();
  await page.unroute("/api/health");
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload it" }).click();
  await loaded;
  await expect(page.getByText("updated while this page was open")).toHaveCount(0);
});

test("a change that got no answer can be tried again from its message", async ({ page, expectMessage }) => {
  await open(page, MEMORY);
  expectMessage(/ERR_FAILED/);
  await page.route("**/memory/archive", (route) => route.abort());
  await page.getByRole("row").filter({ hasText: "invoice 1?" }).first().click();
  await page.keyboard.press("e");
  const message = page.getByText("Check that the server is running, then try again.").first();
  await expect(message).toBeVisible();
  await page.unroute("**/memory/archive");
  await page.getByText("Try again", { exact: true }).click();
  await expect(page.getByText("Archived 1 item")).toBeVisible();
});

for (const hours of [-1, 1]) {
  test(`a clock ${hours > 0 ? "an hour ahead" : "an hour behind"} tells times and snoozes right`, async ({
    page,
    agent,
    owner,
  }) => {
    await page.addInitScript((shift) => {
      const Real = Date;
      const Shifted = class extends Real {
        constructor(...given: unknown[]) {
          super(...((given.length === 0 ? [Real.now() + shift] : given) as [number]));
        }
        static override now() {
          return Real.now() + shift;
        }
      };
      window.Date = Shifted as DateConstructor;
    }, hours * 3_600_000);
    const researcher = await agent("researcher-1");
    await researcher.post("/sessions/checkout/memory/items", { tag: "Finding", text: "Just now" });
    await open(page, "/team");
    // The server's clock is known with the first answer.
    await owner.post("/sessions/checkout/memory/items", { tag: "Question", text: "And this?" });
    const row = page.locator("[data-need^='relay:']");
    await expect(row).toContainText(/waiting for (less than a minute|1 min)/);
    await page.locator("[data-need^='relay:'] input[type=checkbox]").check();
    await page.keyboard.press("s");
    await expect(page.getByRole("dialog", { name: "Snooze until" })).toBeVisible();
    await page.keyboard.press("1");
    await expect(row).toBeHidden();
    const snoozed = async () => (await owner.get<NeedList>("/needs?snoozed=true")).items;
    await expect.poll(async () => (await snoozed()).length).toBe(1);
    const items = await snoozed();
    const minutes = (Date.parse(items[0]?.snoozedUntil ?? "") - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBeGreaterThan(55);
    expect(Math.round(minutes)).toBeLessThan(65);
  });
}

test.describe("with a thousand needs and a name of 300 characters", () => {
  test.use({ files: files("n".repeat(300), 1000) });

  test("everything is in reach, and a bulk act says how far it is and can be stopped", async ({ page, owner }) => {
    test.slow();
    await open(page, "/team");
    const list = page.getByRole("region", { name: "Needs you" });
    await expect(list.getByRole("heading", { name: /^Open questions 1000/ })).toBeVisible();
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    // The memory is over its length as well.
    await expect(page.getByText("1001 selected")).toBeVisible();
    await page.keyboard.press("e");
    await expect(page.getByText(/^\d+ of 1,?000$/)).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByText(/^Archived \d+ items?$/)).toBeVisible();
    await expect(page.getByText(/others? left as before\.$/)).toBeVisible();
    expect((await owner.get<NeedCount>("/needs/count")).waiting).toBeGreaterThan(0);
    await page.keyboard.press("u");
    await expect(list.getByRole("heading", { name: /^Open questions 1000/ })).toBeVisible();
  });
});

test("every key belongs to what a key has opened, also while its code is on the way", async ({ page, memory }) => {
  // Code that is fetched once the page is in use comes late.
  let isLate = false;
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    if (isLate) await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  const before = await memory.read();
  const opened = async (keys: string, typed: string) => {
    await open(page, "/team/sessions/checkout/memory");
    isLate = true;
    await page.keyboard.press("j");
    await page.keyboard.press(keys);
    for (const key of typed) await page.keyboard.press(key === " " ? "Space" : key === "\n" ? "Control+Enter" : key);
    isLate = false;
  };
  for (let at = 0; at < 3; at++) {
    await opened("Control+k", "exclusive lock");
    await expect(page.getByRole("combobox", { name: "Commands" })).toHaveValue("exclusive lock");
    await expect(page.getByRole("dialog")).toHaveCount(1);
  }
  await page.keyboard.press("Escape");
  await opened("r", "lock\n");
  await expect.poll(() => memory.read()).toContain("→ lock\n");
  await page.keyboard.press("u");
  await expect.poll(() => memory.read()).toBe(before);
  await opened("c", "exclusive lock");
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toHaveValue("exclusive lock");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  expect(await memory.read()).toBe(before);
});
