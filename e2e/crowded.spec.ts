import type { Locator } from "@playwright/test";
import { expect, open, row, test } from "./test";

const LONG = "implementer-of-extraordinarily-long-and-winding-invoice-import-1";

const NAMED = "invoice-import-of-a-very-long-name-that-nobody-would-shorten-2026";

const items = Array.from({ length: 120 }, (_, number) => `- [Kind ${number}] number ${number}.`).join("\n");
const others = Array.from({ length: 40 }, (_, number) => [
  `.agent/teams/session-${number}/TEAM-MEMORY.md`,
  `# TEAM-MEMORY — session ${number}\n\n## Meta\n- Created: 2026-11-09\n\n## Lead\n- [Decision] Go\n`,
]);

test.use({
  files: {
    ".agent/teams/old/TEAM-MEMORY.md": `# TEAM-MEMORY — old\n\n## Meta\n- Created: 2026-01-09\n\n## Lead\n${items}\n\n## ${LONG}\n- [Finding] Hello\n`,
    ".agent/teams/old/global-context.md": "---\nversion: GC-v1\n---\n# Global Context\n\n## Scope\n- goal: one\n",
    [`.agent/teams/${NAMED}/TEAM-MEMORY.md`]: "# TEAM-MEMORY — named\n\n## Lead\n- [Decision] Go\n",
    ...Object.fromEntries(others),
  },
});

const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0;

test("forty sessions hide neither the open one nor its roles", async ({ page }) => {
  await open(page, "/team/sessions/old/memory");
  const places = page.getByRole("navigation", { name: "Workspace" });
  await expect(places.getByRole("link", { name: /^old/ })).toBeInViewport();
  await expect(places.getByRole("link", { name: /^Lead/ })).toBeInViewport();
  await expect(places.getByRole("link", { name: /^implementer-of/ })).toBeInViewport();
});

test("at 200 % the long name of a session is there, and nothing lies over it", async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  for (const place of ["gates", "context?edit=true"]) {
    await open(page, `/team/sessions/${NAMED}/${place}`);
    const name = page.getByRole("heading", { level: 1 });
    await expect.poll(async () => (await name.boundingBox())?.width, place).toBeGreaterThan(200);
    const over = await name.evaluate((heading) => {
      const { left, right, top, bottom } = heading.getBoundingClientRect();
      const others = [...document.querySelectorAll("header a, header button")].map((each) =>
        each.getBoundingClientRect(),
      );
      return others.filter((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top)
        .length;
    });
    expect(over, place).toBe(0);
  }
});

test("a hundred tags leave the room to the items, and are there when asked for", async ({ page }) => {
  await open(page, "/team/sessions/old/memory");
  const filter = page.getByRole("search", { name: "Filter the items" });
  expect(await heightOf(filter)).toBeLessThan(150);
  await expect(filter.getByRole("button", { name: /^Kind 119/ })).toHaveCount(0);
  await filter.getByRole("button", { name: "105 more tags" }).click();
  await filter.getByRole("button", { name: /^Kind 119/ }).click();
  await filter.getByRole("button", { name: "Fewer tags" }).click();
  await expect(filter.getByRole("button", { name: /^Kind 119/ })).toHaveAttribute("aria-pressed", "true");
  await expect(row(page, "number 119.")).toBeVisible();
});

for (const width of [375, 1440]) {
  test(`a long name and many versions leave the matrix readable at ${width} px`, async ({ page, owner }) => {
    await page.setViewportSize({ width, height: 800 });
    for (let version = 2; version <= 10; version++) {
      const { text, etag } = await owner.get<{ text: string; etag: string }>("/sessions/old/context");
      await owner.put("/sessions/old/context", { text: `${text}- key-${version}: ${version}\n` }, { "If-Match": etag });
    }
    await owner.post("/sessions/old/context/acks", {
      ...{ role: LONG, version: "GC-v10", applied: 0, total: 1, action: "NEED_CLARIFICATION" },
      unclear: [`§Scope.${"much of it ".repeat(20)}`],
    });
    await open(page, "/team/sessions/old/context");
    const matrix = page.getByRole("group", { name: "Confirmed versions" });
    const answer = matrix.getByRole("button", { name: /unclear/ });
    await expect(answer).toBeInViewport({ ratio: 1 });
    expect(await heightOf(matrix.getByRole("row").nth(1))).toBeLessThan(60);
  });
}
