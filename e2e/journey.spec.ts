import { MEMORY, expect, open, row, test } from "./test";

test("what an agent writes is on the screen, what the lead archives is in the file, and the history has both", async ({
  page,
  agent,
  memory,
}) => {
  await open(page, MEMORY);
  const implementer = await agent("implementer-1");
  await implementer.post("/sessions/checkout/memory/items", { tag: "Finding", text: "The webhook arrives twice" });
  await expect(row(page, "The webhook arrives twice")).toBeVisible();

  const flag = row(page, "Payment stays behind a flag");
  await flag.click();
  await page.getByRole("complementary", { name: "Item" }).getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("Archived 1 item")).toBeVisible();
  await expect(flag).toBeHidden();

  await expect
    .poll(() => memory.read())
    .toContain("- [ARCHIVED] [Decision] 2026-11-09T00:41:00Z Payment stays behind a flag until the second week\n");
  expect(await memory.read()).toMatch(/## implementer-1\n(- .*\n)+- \[Finding\] .*The webhook arrives twice\n/);

  await page.getByRole("navigation", { name: "Session" }).getByRole("link", { name: "History" }).click();
  const history = page.getByRole("list", { name: "History of checkout" });
  await expect(history.getByRole("listitem").filter({ hasText: "implementer-1 added an item" })).toContainText(
    "The webhook arrives twice",
  );
  await expect(history.getByRole("listitem").filter({ hasText: "Lead archived an item" })).toBeVisible();
});
