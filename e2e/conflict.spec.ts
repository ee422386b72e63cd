import type { Page } from "@playwright/test";
import type { Memory } from "@/lib/contracts/memory";
import { MEMORY, awake, expect, open, row, test } from "./test";

/** As when a page has not yet heard of a change: it reads nothing new from here on, but can still write. */
async function deafen(page: Page): Promise<void> {
  await page.route("**/events/stream*", (route) => route.abort());
}

test("of two people who archive the same item, the second is told that it was done", async ({
  page,
  owner,
  expectMessage,
}) => {
  expectMessage(/ERR_FAILED .*\/events\/stream/);
  expectMessage(/status of 409 .*\/memory\/archive/);
  await deafen(page);
  await page.goto(MEMORY);
  await awake(page);
  const flag = row(page, "Payment stays behind a flag");
  await expect(page.getByRole("status").filter({ hasText: "reconnecting" })).toBeVisible();
  await flag.click();

  const { sections } = await owner.get<Memory>("/sessions/checkout/memory?q=Payment");
  await owner.post("/sessions/checkout/memory/archive", { items: [sections[0]!.items[0]!.id] });

  await page.keyboard.press("e");
  await expect(page.getByText(/Archived 1 item|archived already|has changed meanwhile/).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(flag).toBeHidden();
});

test("an item that was changed meanwhile shows both texts and a way on", async ({ page, memory, expectMessage }) => {
  expectMessage(/ERR_FAILED .*\/events\/stream/);
  expectMessage(/status of 409 .*\/memory\/resolve/);
  await deafen(page);
  await page.goto(MEMORY);
  await awake(page);
  await expect(page.getByRole("status").filter({ hasText: "reconnecting" })).toBeVisible();
  await row(page, "Is a guest's cart kept").click();
  await page.keyboard.press("r");
  await page.getByLabel("Resolution").fill("for a day");

  const text = await memory.read();
  await memory.rewrite(text.replace("kept for a day or for a week?", "kept at all?"));
  await page.keyboard.press("Control+Enter");

  const conflict = page.getByRole("dialog", { name: /changed meanwhile/ });
  await expect(conflict.getByRole("region", { name: "What you acted on" }).or(conflict)).toContainText(
    "Is a guest's cart kept for a day or for a week?",
  );
  await expect(conflict).toContainText("Is a guest's cart kept at all?");
  await conflict.getByRole("button", { name: "View the current item" }).click();
  await expect(row(page, "Is a guest's cart kept at all?")).toBeVisible();
  expect(await memory.read()).toContain("kept at all?\n");
});

test("an undo that would take somebody else's words along is refused", async ({ page, memory, expectMessage }) => {
  expectMessage(/status of 409 .*\/memory\/undo/);
  await open(page, MEMORY);
  await row(page, "Prices are integers").click();
  await page.keyboard.press("e");
  await expect(page.getByText("Archived 1 item")).toBeVisible();

  await expect.poll(() => memory.read()).toContain("- [ARCHIVED] [Pattern] Prices are integers");
  const text = await memory.read();
  await memory.rewrite(
    text.replace("- [ARCHIVED] [Pattern] Prices are integers in minor units\n", "- [Pattern] Prices are floats\n"),
  );
  // It waits when it stands above the row that has the focus, and is shown at once when the own change is read with it.
  const waiting = page.getByRole("button", { name: "1 update — show" });
  await expect(waiting.or(row(page, "Prices are floats"))).toBeVisible();
  if (await waiting.isVisible()) await waiting.click();
  await expect(row(page, "Prices are floats")).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.getByRole("dialog", { name: /Not undone/ })).toBeVisible();
  expect(await memory.read()).toContain("- [Pattern] Prices are floats\n");
});
