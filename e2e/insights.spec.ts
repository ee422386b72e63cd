import type { Insights } from "@/lib/contracts/insights";
import { faults } from "./axe";
import { expect, open, test } from "./test";
import { UGLY_SESSION, uglyFiles } from "./ugly-workspace";

const TITLES = ["Activity by role", "ACK times", "Gate burn-down", "Length of the memory", "Tokens spent and saved"];

test.describe("of the example", () => {
  test.use({ files: "example" });

  test("each figure has its picture with words, the same numbers as a table, and its query", async ({
    page,
    owner,
  }) => {
    await open(page, "/example/sessions/invoice-import/memory");
    await page.getByRole("navigation", { name: "Session" }).getByRole("link", { name: "Insights" }).click();
    for (const title of TITLES) await expect(page.getByRole("region", { name: title })).toBeVisible();
    const tokens = page.getByRole("region", { name: "Tokens spent and saved" });
    const { tokens: told } = await owner.get<Insights>("/sessions/invoice-import/insights?show=tokens");
    const say = (value: number) => value.toLocaleString("en");
    const { sent = 0, ack = 0, saved = 0, full = 0 } = told?.total ?? {};
    expect(sent + ack + saved).toBe(full);
    await expect(tokens.getByRole("img")).toHaveAccessibleName(
      `${say(sent + ack)} tokens spent and ${say(saved)} saved, of ${say(full)} for full texts`,
    );
    await tokens.getByRole("button", { name: "Show as a table" }).press("Enter");
    const rows = tokens.getByRole("row");
    await expect(rows).toHaveCount((told?.days.length ?? 0) + 2);
    await expect(rows.last()).toContainText([say(sent), say(ack), say(saved), say(full)].join(""));
    await tokens.getByRole("button", { name: "Show the query" }).click();
    await expect(
      tokens.getByText("GET /api/v1/workspaces/example/sessions/invoice-import/insights?show=tokens"),
    ).toBeVisible();
  });

  test("the days asked for are in the address, and in the query", async ({ page }) => {
    await open(page, "/example/sessions/invoice-import/insights");
    await page.getByRole("button", { name: "7 days" }).click();
    await expect(page).toHaveURL(/insights\?days=7$/);
    const activity = page.getByRole("region", { name: "Activity by role" });
    await activity.getByRole("button", { name: "Show the query" }).click();
    await expect(activity.getByText("insights?show=activity&days=7")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "7 days" })).toHaveAttribute("aria-pressed", "true");
  });
});

test("what is written meanwhile is counted at once", async ({ page, owner }) => {
  await open(page, "/team/sessions/checkout/insights");
  const length = page.getByRole("region", { name: "Length of the memory" }).getByRole("img").first();
  const { memory } = await owner.get<Insights>("/sessions/checkout/insights?show=memory");
  const lines = memory?.lines ?? 0;
  await expect(length).toHaveAccessibleName(new RegExp(`^${lines} lines now`));
  await expect(page.getByRole("region", { name: "ACK times" })).toContainText(
    "Appears once a context version has been sent.",
  );
  await owner.post("/sessions/checkout/memory/items", { tag: "Finding", text: "Quokkas smile at invoices" });
  await expect(length).toHaveAccessibleName(new RegExp(`^${lines + 1} lines now`));
});

test.describe("of 13 roles and 700 items", () => {
  test.use({ files: uglyFiles(), contextOptions: { reducedMotion: "reduce" } });

  for (const width of [1440, 375]) {
    test(`axe finds nothing in either theme at ${width} px, with tables open, and nothing scrolls sideways`, async ({
      page,
    }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      await open(page, `/team/sessions/${UGLY_SESSION}/insights`);
      await expect(page.getByRole("region", { name: "Activity by role" }).getByRole("img")).toBeVisible();
      const closed = page.getByRole("button", { name: "Show as a table" });
      // Each says something else once its table is there.
      for (let left = await closed.count(); left > 0; left--) {
        await closed.first().click();
        await expect(closed).toHaveCount(left - 1);
      }
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await faults(page)).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    });
  }
});
