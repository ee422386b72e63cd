import type { Page } from "@playwright/test";
import { axeOn, faults } from "./axe";
import { SIGHTS, WIDTHS, type Sight } from "./sights";
import { awake, expect, open, test } from "./test";

test.use({ files: "example" });

/** Sights that one test looks at: a few, so that no test is much longer than the others. */
const AT_ONCE = 9;

function inParts(sights: readonly Sight[]): Sight[][] {
  const parts = Array.from({ length: Math.ceil(sights.length / AT_ONCE) }, (_, part) => part * AT_ONCE);
  return parts.map((from) => sights.slice(from, from + AT_ONCE));
}

/** By how many pixels the page as a whole can be scrolled, wherever its own lists, tables and diffs are scrolled to. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { documentElement: page } = document;
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const beyond = () => Math.max(page.scrollWidth - innerWidth, page.scrollHeight - innerHeight);
    // A window that has just become smaller.
    await drawn();
    let most = beyond();
    for (const box of document.querySelectorAll("body *")) {
      if (!/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
      const { scrollTop } = box;
      box.scrollTop = box.scrollHeight;
      if (box.scrollTop === scrollTop) continue;
      // A list draws its rows when they are scrolled to.
      await drawn();
      most = Math.max(most, beyond());
      box.scrollTop = scrollTop;
    }
    return most;
  });
}

/** Resolves when the page is drawn in a theme, with what is scrolled out of sight: that would keep the colours it had. */
async function drawIn(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.evaluate(() => {
    const away = document.querySelectorAll<HTMLElement>("[class*='content-visibility']");
    for (const element of away) element.style.contentVisibility = "visible";
  });
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme);
}

// A phone has the colours of a wide window, so it is looked at in one theme alone.
const LOOKS = [
  { viewport: WIDTHS[0], themes: ["light", "dark"] },
  { viewport: WIDTHS[1], themes: ["dark"] },
] as const;

type Look = (typeof LOOKS)[number];

async function checkInEachTheme(page: Page, at: string, { themes: [first, ...others] }: Look): Promise<void> {
  await drawIn(page, first);
  expect.soft(await faults(page), `${at} in ${first}`).toEqual([]);
  for (const theme of others) {
    await drawIn(page, theme);
    // Another theme changes colours and nothing else.
    const colours = axeOn(page).withRules("color-contrast");
    expect.soft(await faults(page, colours), `${at} in ${theme}`).toEqual([]);
  }
}

/** What is opened on a page: a page that takes another width may close it. */
const opened = (page: Page) =>
  page.locator("dialog[open], [popover]:popover-open, [role=dialog], [role=menu], [role=toolbar]").count();

async function show(page: Page, { name, address, show }: Sight): Promise<void> {
  if (name === "not-found") await page.goto(address);
  else await open(page, address);
  await show?.(page);
}

/** Looks at sights in each width, one after the other in one window. */
function testSights(sights: readonly Sight[]): void {
  const names = `${sights[0]?.name} to ${sights.at(-1)?.name}`;
  test(`axe finds nothing on the pages ${names} in any width, none scrolls as a whole, and at 200 % no text lies over another`, async ({
    page,
    expectMessage,
  }) => {
    test.slow();
    expectMessage(/status of 404 .*there-is-no-such/);
    // What a team's session refuses to load beyond its budget.
    expectMessage(/status of 409 .*\/commands/);
    for (const sight of sights) {
      await test.step(sight.name, async () => {
        let before: number | null = null;
        for (const each of LOOKS) {
          await page.setViewportSize(each.viewport);
          if (before === null || (await opened(page)) !== before) await show(page, sight);
          before = await opened(page);
          const at = `${sight.name} at ${each.viewport.width} px`;
          expect.soft(await overflow(page), `${at} scrolls as a whole`).toBeLessThanOrEqual(0);
          await checkInEachTheme(page, at, each);
        }
        if (sight.show === undefined || sight.name === "context-publish") await checkEnlarged(page, sight.name);
      });
    }
  });
}

/** At 200 % a page says its whole name, and no text lies over another: in a window of 1440 pixels and one of 1920. */
async function checkEnlarged(page: Page, name: string): Promise<void> {
  for (const width of [720, 960]) {
    await page.setViewportSize({ width, height: width * 0.625 });
    const heading = page.getByRole("heading", { level: 1 }).first();
    expect.soft(await heading.evaluate((each) => each.scrollWidth - each.clientWidth), `${name} at ${width}`).toBe(0);
    expect.soft(await page.evaluate(overprinted), `${name} at ${width}`).toEqual([]);
  }
}

test.describe("in any width and theme", () => {
  // Movement that is still under way has colours of its own.
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  for (const sights of inParts(SIGHTS)) testSights(sights);
});

/** Texts of a page's header and body of which one lies over another, where both are drawn. */
function overprinted(): string[] {
  const drawn: { text: string; left: number; right: number; top: number; bottom: number; in: Element }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const parent = node.parentElement;
    if (
      parent === null ||
      node.textContent?.trim() === "" ||
      !parent.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      let { left, right, top, bottom } = rect;
      for (let box: Element | null = parent; box !== null; box = box.parentElement) {
        if (getComputedStyle(box).overflow === "visible") continue;
        const edge = box.getBoundingClientRect();
        left = Math.max(left, edge.left);
        right = Math.min(right, edge.right);
        top = Math.max(top, edge.top);
        bottom = Math.min(bottom, edge.bottom);
      }
      if (right - left < 2 || bottom - top < 4) continue;
      drawn.push({ text: node.textContent ?? "", left, right, top, bottom, in: parent });
    }
  }
  return drawn.flatMap((one, index) =>
    drawn
      .slice(index + 1)
      .filter(
        (other) =>
          other.in !== one.in &&
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 5,
      )
      .map((other) => `${one.text} / ${other.text}`),
  );
}

test.describe("before anybody has signed in", () => {
  test.use({ signedIn: false });

  test("axe finds nothing on the login page", async ({ page }) => {
    await page.goto("/login");
    await awake(page);
    expect(await faults(page)).toEqual([]);
  });
});

test("axe finds nothing on the page of terms, in either theme and width", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.getByRole("main")).toBeVisible();
  for (const look of LOOKS) {
    await page.setViewportSize(look.viewport);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await checkInEachTheme(page, "terms", look);
  }
});

test("axe finds nothing on the API reference", async ({ page }) => {
  await page.goto("/docs/api");
  await expect(page.getByRole("main")).toBeVisible();
  // The page is as long as the API, and axe takes minutes of one so long: of entries that are built alike, one stays.
  const left = await page.evaluate(() => {
    const seen = new Set<string>();
    for (const entry of document.querySelectorAll("main article")) {
      const shape = [...entry.querySelectorAll("*")].map((each) => `${each.tagName}.${each.className}`).join();
      if (seen.has(shape)) entry.remove();
      seen.add(shape);
    }
    return seen.size;
  });
  expect(left).toBeGreaterThan(5);
  expect(await faults(page)).toEqual([]);
});

test("at 200 % zoom everything is still in reach", async ({ page }) => {
  // Zoom halves the room that a window has in CSS pixels.
  await page.setViewportSize({ width: 640, height: 400 });
  await open(page, "/example/sessions/invoice-import/memory");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Add as Lead" }).click();
  const dialog = page.getByRole("dialog", { name: "Add as Lead" });
  await dialog.getByLabel("Text").fill("Typed in a small window");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Places and sessions" }).click();
  await page.getByRole("dialog", { name: "Places and sessions" }).getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL(/settings/);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("whoever wants less motion sees none", async ({ page, owner }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "/example/sessions/invoice-import/memory");
  await owner.post("/sessions/invoice-import/memory/items", { tag: "Decision", text: "Comes without a movement" });
  await expect(page.getByRole("row").filter({ hasText: "Comes without a movement" })).toBeVisible();
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 1).length,
  );
  expect(moving).toBe(0);
});

test("the skip link and the tab key lead into the page, and the focus can be seen", async ({ page }) => {
  await open(page, "/example/sessions/invoice-import/memory");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#content$/);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("textbox", { name: "Filter by text" })).toBeFocused();
  const outline = await page.locator(":focus").evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline).not.toBe("none");
});
