import { MEMORY, expect, open, row, test } from "./test";

test("a session is finished, stays readable, and is reopened", async ({ page, memory }) => {
  await open(page, "/team");
  await page.getByRole("button", { name: "More about checkout" }).click();
  await page.getByRole("menuitem", { name: "Finish" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Keep none" }).click();
  await expect(dialog.getByRole("button", { name: "Finish", exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Keep as proposed" }).click();
  await dialog.getByRole("button", { name: /^Finish and keep/ }).click();
  await expect(page.getByText("checkout is finished")).toBeVisible();
  await expect.poll(() => memory.read()).toMatch(/\n- Finished: \S+Z\n/);
  await expect(page.getByRole("heading", { name: /^Finished/ })).toBeVisible();
  // Finished sessions are folded in the sidebar and on the page; a key shows both, for good in this browser.
  const sidebar = page.getByRole("region", { name: "Sessions", exact: true });
  await expect(sidebar.getByRole("link")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Reopen checkout" })).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(sidebar.getByRole("link", { name: /^checkout/ })).toBeVisible();

  await open(page, MEMORY);
  await expect(row(page, "Payment stays behind a flag")).toBeVisible();

  await open(page, "/team");
  await page.getByRole("button", { name: "Reopen checkout" }).click();
  await expect(page.getByText("checkout is at work again")).toBeVisible();
  await expect.poll(() => memory.read()).not.toContain("Finished");
  await expect(page.getByRole("table").getByRole("link", { name: /checkout/ })).toBeVisible();
});
