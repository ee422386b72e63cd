import { MEMORY, expect, open, row, test } from "./test";
import type { Rest } from "./rest";
import type { RelayList } from "@/lib/contracts/memory";

let researcher: Rest;

test.beforeEach(async ({ page, agent }) => {
  researcher = await agent("researcher-1");
  await open(page, MEMORY);
});

async function relay(text: string): Promise<void> {
  await researcher.post("/sessions/checkout/memory/items", { tag: "Finding", text });
}

test("a relay is approved with one key and written to its role", async ({ page, memory }) => {
  await relay("Shoppers look for PayPal first");
  await expect(row(page, "Shoppers look for PayPal first")).toContainText("waits for you");
  expect(await memory.read()).not.toContain("PayPal");
  await expect(page).toHaveTitle(/^\(2\) /);

  await page.keyboard.press("a");
  await expect(page.getByText("Approved: written to researcher-1")).toBeVisible();
  await expect(row(page, "Shoppers look for PayPal first")).not.toContainText("waits for you");
  await expect
    .poll(() => memory.read())
    .toMatch(/## researcher-1\n- .*\n- \[Finding\] .*Shoppers look for PayPal first\n/);
});

test("a relay is edited and approved", async ({ page, memory }) => {
  await relay("They hate it");
  await row(page, "They hate it").getByRole("button", { name: "Edit" }).click();
  await page
    .getByRole("dialog", { name: "Approve for researcher-1" })
    .getByLabel("Text")
    .fill("Eight of ten call the form too long");
  await page.keyboard.press("Control+Enter");
  await expect(row(page, "Eight of ten call the form too long")).toBeVisible();
  await expect(row(page, "They hate it")).toBeHidden();
  await expect.poll(() => memory.read()).toContain("Eight of ten call the form too long");
  expect(await memory.read()).not.toContain("They hate it");
});

test("a relay is rejected with a reason that its author can read", async ({ page, memory }) => {
  await relay("Rewrite everything");
  await row(page, "Rewrite everything").getByRole("button", { name: "Reject" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject the relay" });
  await expect(dialog.getByRole("button", { name: "Reject" })).toBeDisabled();
  await dialog.getByLabel("Reason").fill("No evidence");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(row(page, "Rewrite everything")).toBeHidden();
  await expect
    .poll(async () => (await researcher.get<RelayList>("/sessions/checkout/relays")).items)
    .toMatchObject([{ state: "rejected", reason: "No evidence" }]);
  expect(await memory.read()).not.toContain("Rewrite everything");
});

test("what waits in any session is settled from the overview", async ({ page, memory }) => {
  await relay("Shoppers look for PayPal first");
  await open(page, "/team");
  const relays = page.getByRole("list", { name: "Relays to review" });
  await expect(relays).toContainText("Shoppers look for PayPal first");
  await expect(page.getByRole("list", { name: "Open questions" })).toContainText("Is a guest's cart kept");
  // The question waits longer, so it comes first.
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await expect(relays).toBeHidden();
  await expect.poll(() => memory.read()).toContain("Shoppers look for PayPal first");
});
