import { expect, open, test } from "./test";

test.use({ files: "example" });

test("a term is explained on hover and on focus, and leads to its place in the docs", async ({ page }) => {
  await open(page, "/example/sessions/invoice-import/context");
  const term = page.getByRole("link", { name: "ACKs", exact: true });
  await expect(term).toHaveAccessibleDescription(/^A role's confirmation that it applied a context version/);
  const text = page.getByText("A role's confirmation that it applied a context version", { exact: false });
  await expect(text).toBeHidden();
  await term.hover();
  await expect(text).toBeVisible();
  // The text itself can be pointed at, as somebody who enlarges the screen has to.
  await text.hover();
  await expect(text).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(text).toBeHidden();
  await term.focus();
  await expect(text).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(text).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs#ack$/);
  await expect(page.getByRole("term").filter({ hasText: /^ACK$/ })).toBeInViewport();
});

test("the docs explain every term on one page", async ({ page }) => {
  await page.goto("/docs");
  for (const term of ["Relay", "Context version (GC-v4)", "Full text (FC-1 to FC-5)", "Delta", "Gate", "Blocker"]) {
    await expect(page.getByRole("term").filter({ hasText: term })).toHaveCount(1);
  }
});
