import type { Page } from "@playwright/test";
import type { Memory } from "@/lib/contracts/memory";
import { MEMORY, expect, open, row, test } from "./test";

const ROLES = ["Lead", "implementer-1", "implementer-2"];

/** Items of very different heights, each with a number to find it by. */
const item = (number: number) =>
  `- ${number % 9 === 0 ? "[ARCHIVED] " : ""}[Finding] number ${number}.${number % 7 === 0 ? " and so on".repeat(60) : ""}` +
  (number % 5 === 0 ? "\n  - nested\n".repeat(number % 11) : "");

const text = ROLES.map(
  (role, at) => `## ${role}\n${Array.from({ length: 400 }, (_, index) => item(at * 400 + index)).join("\n")}\n`,
).join("\n");

test.use({ files: { ".agent/teams/checkout/TEAM-MEMORY.md": `# TEAM-MEMORY — checkout\n\n${text}` } });

const list = (page: Page) => page.getByRole("grid", { name: "Items" });

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 640, height: 400 },
]) {
  test(`a link to an item shows it in a window of ${viewport.width} px, wherever it stands`, async ({
    page,
    owner,
  }) => {
    await page.setViewportSize(viewport);
    const { sections } = await owner.get<Memory>("/sessions/checkout/memory");
    const items = sections.flatMap((section) => section.items).filter(({ state }) => state === "active");
    // The server draws the first of them, the others come when the list has woken up.
    for (const index of [10, 14, 18, 22, 26, 500]) {
      const wanted = items[index];
      await open(page, `${MEMORY}?item=${wanted?.id}`);
      const shown = page.locator(`[data-key="${wanted?.id}"]`);
      await expect(shown).toBeFocused();
      await expect(shown).toBeInViewport();
    }
  });
}

test("what passes a filter is read from its first item, wherever the list stood", async ({ page }) => {
  await open(page, MEMORY);
  await list(page).evaluate((grid) => grid.scrollTo({ top: 9000 }));
  await expect(row(page, "number 1.")).toHaveCount(0);
  await page.keyboard.press("/");
  await page.keyboard.type("and so on");
  await expect(row(page, "number 7.")).toBeInViewport();
});

test("Tab reaches a row wherever the list is scrolled to", async ({ page }) => {
  await open(page, MEMORY);
  await expect(list(page).locator('[data-key][tabindex="0"]')).toHaveCount(1);
  await list(page).evaluate((grid) => grid.scrollTo({ top: 9000 }));
  await expect(row(page, "number 1.")).toHaveCount(0);
  await expect(list(page).locator('[data-key][tabindex="0"]')).toHaveCount(1);
});

test("a row that comes late takes nobody's focus who types meanwhile", async ({ page, owner }) => {
  const { sections } = await owner.get<Memory>("/sessions/checkout/memory");
  const wanted = sections[0]?.items[1];
  await open(page, `${MEMORY}?item=${wanted?.id}&q=number+2.`);
  await expect(row(page, "number 2.")).toBeVisible();
  const filter = page.getByRole("textbox", { name: "Filter by text" });
  await filter.click();
  await filter.fill("number 1.");
  await expect(page.locator(`[data-key="${wanted?.id}"]`)).toBeVisible();
  await expect(filter).toBeFocused();
});

test("the way back finds a list where it was left, a new visit at its beginning", async ({ page }) => {
  await open(page, MEMORY);
  await list(page).evaluate((grid) => grid.scrollTo({ top: 9000 }));
  await expect(row(page, "number 1.")).toHaveCount(0);
  // The first row that is not hidden above the upper edge, and how far from it.
  const upperEdge = () =>
    list(page).evaluate((grid) => {
      const { top } = grid.getBoundingClientRect();
      const rows = [...grid.querySelectorAll("[data-key]")];
      const first = rows.find((each) => each.getBoundingClientRect().bottom > top);
      return [first?.getAttribute("data-key"), Math.round((first?.getBoundingClientRect().top ?? 0) - top)];
    });
  const left = await upperEdge();

  await page.getByRole("link", { name: "Agents" }).click();
  await expect(page).toHaveURL(/agents/);
  await page.goBack();
  await expect.poll(upperEdge).toEqual(left);

  await page.getByRole("link", { name: "Agents" }).click();
  await expect(page).toHaveURL(/agents/);
  await page.getByRole("link", { name: /^checkout/ }).click();
  await expect(row(page, "number 1.")).toBeInViewport();
});

for (const key of ["j", "k"]) {
  test(`${key} begins at what is in sight`, async ({ page }) => {
    await open(page, MEMORY);
    await list(page).evaluate((grid) => grid.scrollTo({ top: 9000 }));
    await expect(row(page, "number 1.")).toHaveCount(0);
    const stood = await list(page).evaluate((grid) => grid.scrollTop);
    await page.keyboard.press(key);
    await expect(page.locator(":focus")).toHaveAttribute("data-key");
    expect(await list(page).evaluate((grid) => grid.scrollTop)).toBe(stood);
  });
}
