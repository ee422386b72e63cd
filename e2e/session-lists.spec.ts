import { expect, open, test } from "./test";

const NAMES = ["alpha", "bravo", "checkout", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliett"];

test.use({
  files: Object.fromEntries(
    NAMES.map((name) => [
      `.agent/teams/${name}/TEAM-MEMORY.md`,
      `# TEAM-MEMORY — ${name === "delta" ? "Payments in euros" : name}\n\n## Lead\n- [Decision] One\n`,
    ]),
  ),
});

test("sessions are filtered as one types, by keys, in the sidebar and on the overview", async ({ page }) => {
  await open(page, "/team");
  const sidebar = page.getByRole("region", { name: "Sessions" }).first();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.keyboard.type("EUROS");
  await expect(sidebar.getByRole("link")).toHaveText([/^delta/]);
  await page.keyboard.press("Escape");
  await expect(sidebar.getByRole("link")).toHaveCount(NAMES.length);
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.keyboard.type("nothing like it");
  await expect(sidebar.getByText("No session matches.")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.keyboard.press("/");
  await page.keyboard.type("golf");
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
  await expect(page).toHaveURL(/sessions=golf/);
});

test("a pinned session stays on top for the person who pinned it, in another browser too", async ({
  page,
  somebodyElse,
}) => {
  await open(page, "/team");
  await page.getByRole("button", { name: "More about hotel" }).click();
  await page.getByRole("menuitem", { name: "Pin to the top" }).click();
  const sidebar = page.getByRole("region", { name: "Sessions" }).first();
  await expect(sidebar.getByRole("link").first()).toHaveText(/^hotel/);
  const again = await somebodyElse();
  await open(again, "/team");
  await expect(again.getByRole("table").getByRole("row").nth(1)).toContainText("hotel");
  await page.getByRole("button", { name: "More about hotel" }).click();
  await page.getByRole("menuitem", { name: "Unpin" }).click();
  await expect(sidebar.getByRole("link").first()).not.toHaveText(/^hotel/);
});
