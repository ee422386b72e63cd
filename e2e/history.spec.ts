import type { EventList } from "@/lib/contracts/events";
import type { Item, Memory } from "@/lib/contracts/memory";
import type { Rest } from "./rest";
import { HISTORY, expect, open, test } from "./test";

/** Makes revisions 2 to 5 of the memory: added, archived, brought back, resolved. */
async function live(owner: Rest): Promise<Item> {
  const { item } = await owner.post<{ item: Item }>("/sessions/checkout/memory/items", {
    tag: "Question",
    text: "Which bank do we use?",
  });
  await owner.post("/sessions/checkout/memory/archive", { items: [item.id] });
  await owner.post("/sessions/checkout/memory/unarchive", { items: [item.id] });
  await owner.post("/sessions/checkout/memory/resolve", { item: item.id, resolution: "the old one" });
  return item;
}

test("any two revisions are compared, in one column and in two", async ({ page, owner }) => {
  await live(owner);
  await open(page, HISTORY);
  const timeline = page.getByRole("list", { name: "History of checkout" });
  await timeline.getByRole("button", { name: /Lead made 4 changes/ }).click();
  const comparison = page.getByRole("complementary", { name: "Comparison" });
  await expect(comparison).toContainText("Which bank do we use?");

  await page.keyboard.press("o");
  await timeline.getByRole("button", { name: /(?<!un)archived an item/ }).click();
  await expect(page).toHaveURL(/from=2&to=3/);
  const diff = comparison.getByRole("group", { name: "Changes from revision 2 to 3" });
  await expect(diff).toContainText("Added: - [ARCHIVED] [Question]");
  await expect(diff.locator("mark")).toHaveText([/ARCHIVED/]);

  await page.keyboard.press("s");
  await expect(comparison.getByRole("button", { name: "Split" })).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/view=split/);
  await expect(diff).toContainText("Removed: - [Question]");

  await page.keyboard.press("]");
  await expect(page).toHaveURL(/from=3&to=4/);
  await page.keyboard.press("x");
  await timeline.getByRole("button", { name: /added an item/ }).click();
  await expect(comparison.getByRole("heading", { name: "Revision 2 → 4" })).toBeVisible();
  await expect(comparison).toContainText("Both revisions have the same text");
  await page.keyboard.press("Escape");
  await expect(comparison).toBeHidden();
});

test("an earlier revision is restored after seeing what it changes, and that is undone", async ({
  page,
  owner,
  memory,
}) => {
  const before = await memory.read();
  await live(owner);
  const after = await memory.read();
  await open(page, `${HISTORY}?from=2&to=3`);
  await expect(page.getByRole("button", { name: "Restore" })).toBeEnabled();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: "Restore revision 3" });
  await expect(dialog).toContainText("Added: - [ARCHIVED] [Question]");
  await expect(dialog).toContainText("Removed: - ~~[Question]");
  expect(await memory.read()).toBe(after);

  // What comes while it is looked at is not overwritten unseen.
  await owner.post("/sessions/checkout/memory/items", { tag: "Decision", text: "Meanwhile" });
  await expect(dialog).toContainText("1 revision came since you opened this.");
  await expect(dialog.getByRole("button", { name: "Restore" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Refresh" }).click();
  await expect(dialog).toContainText("Meanwhile");
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => memory.read()).toContain("- [ARCHIVED] [Question]");
  expect(await memory.read()).not.toContain("Meanwhile");
  expect(before).not.toContain("Which bank");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => memory.read()).toContain("Meanwhile");
  await expect(page.getByRole("listitem").filter({ hasText: "restored revision 3" })).toBeVisible();
});

test("one revision is taken back where it stands", async ({ page, owner, memory }) => {
  await live(owner);
  await open(page, `${HISTORY}?from=4&to=5`);
  await page.keyboard.press("u");
  await expect(page.getByRole("heading", { name: "Undid revision 5" })).toBeVisible();
  await expect.poll(() => memory.read()).toMatch(/\n- \[Question\] \S+ Which bank do we use\?\n/);
});

test("an item's life is played from its beginning", async ({ page, owner }) => {
  const item = await live(owner);
  const { sections } = await owner.get<Memory>("/sessions/checkout/memory?q=bank");
  const now = sections[0]!.items[0]!;
  expect(now.id).toBe(item.id);
  await page.clock.install();
  await open(page, `${HISTORY}?item=${now.id}`);
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "item" })).toHaveCount(4);
  await page.getByRole("button", { name: "Play" }).click();
  const comparison = page.getByRole("complementary", { name: "Comparison" });
  await expect(comparison.getByRole("heading", { name: "Revision 2", exact: true })).toBeVisible();
  for (const revision of [3, 4, 5]) {
    await page.clock.fastForward(2_000);
    await expect(comparison.getByRole("heading", { name: `Revision ${revision}`, exact: true })).toBeVisible();
  }
  await page.clock.fastForward(2_000);
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
});

test("the history of the workspace is narrowed, verified and taken away", async ({ page, owner }) => {
  await live(owner);
  await open(page, "/team/history");
  await page.keyboard.press("/");
  await page.keyboard.type("disk");
  await expect(page).toHaveURL(/actor=disk/);
  await expect(page.getByRole("list", { name: "History of team" })).not.toContainText("Lead");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+X");
  await expect(page.getByRole("list", { name: "History of team" })).toContainText("Lead");

  await page.keyboard.press("v");
  const dialog = page.getByRole("dialog", { name: "Verify the history" });
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expect(dialog).toContainText("The history is complete.");
  await dialog.getByRole("button", { name: "Close" }).first().click();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "JSON Lines" }).click();
  expect((await download).suggestedFilename()).toBe("team-history.jsonl");
});

test("a link to an event opens it, long ago as well as folded into a run", async ({ page, owner, agent }) => {
  const others = [await agent("implementer-1"), await agent("implementer-2")];
  for (let number = 0; number < 105; number++) {
    // Two who take turns fold into no run; the last five are the Lead's.
    const writer = (number < 100 ? others[number % 2] : undefined) ?? owner;
    await writer.post("/sessions/checkout/memory/items", { tag: "Finding", text: `Number ${number}.` });
  }
  const { items } = await owner.get<EventList>("/events?session=checkout&limit=200");
  const pane = page.getByRole("complementary", { name: "Event" });
  for (const address of [HISTORY, "/team/history"]) {
    await open(page, `${address}?event=${items[3]?.id}`);
    await expect(pane).toContainText("Number 101.");
    await expect(page.getByRole("main").locator("[aria-current]")).toContainText("changes");

    await open(page, `${address}?event=${items[103]?.id}`);
    await expect(pane).toContainText("Number 1.");
  }
});

test("what each role knew when something happened is told beside it", async ({ page, owner }) => {
  await live(owner);
  await open(page, `${HISTORY}?from=2&to=3`);
  await page.getByRole("complementary", { name: "Comparison" }).getByRole("link", { name: "Who knew what" }).click();
  const moment = page.getByRole("complementary", { name: "Who knew what" });
  await expect(moment.getByRole("list", { name: "Who knew what" })).toContainText("implementer-1");
  await expect(moment.getByRole("textbox", { name: "At" })).not.toHaveValue("");
  await page.goBack();
  await expect(page.getByRole("complementary", { name: "Comparison" })).toBeVisible();
});

test("a moment shows what a role knew then, and links of former versions lead to it", async ({
  page,
  owner,
  agent,
}) => {
  const implementer = await agent("implementer-1");
  await owner.put("/sessions/checkout/context", { text: "# Global Context\n\n## Scope\n- the cart\n" });
  await implementer.post("/sessions/checkout/context/acks", {
    ...{ role: "implementer-1", version: "GC-v1", applied: 1, total: 1, impact: "NONE", action: "CONTINUE" },
  });
  await owner.put("/sessions/checkout/context", { text: "# Global Context\n\n## Scope\n- the basket\n" });
  await open(page, "/team/sessions/checkout/context?knower=implementer-1");
  await expect(page).toHaveURL(/checkout\/history\?at=now&knower=implementer-1$/);
  const moment = page.getByRole("complementary", { name: "Who knew what" });
  await expect(moment.getByText("- the cart")).toBeVisible();
  await moment.getByRole("button", { name: "implementer-1", exact: true }).click();
  await expect(moment.getByText("- the cart")).toHaveCount(0);
  await moment.getByRole("link", { name: "1 version behind" }).click();
  await expect(page).toHaveURL(/checkout\/context\?from=1&to=2$/);
  await open(page, "/team/sessions/checkout/time");
  await expect(page).toHaveURL(/checkout\/history\?at=now$/);
  await page.keyboard.press("Escape");
  await expect(moment).toHaveCount(0);
});

test.describe("far from UTC", () => {
  test.use({ timezoneId: "Pacific/Kiritimati" });

  test("a moment is told by the reader's clock, also on a page the server drew", async ({ page, owner }) => {
    const { items } = await owner.get<EventList>("/events");
    const { id = 0, at = "" } = items[0] ?? {};
    await open(page, `/team/history?event=${id}`);
    const time = new Date(at).toLocaleTimeString("en-GB", { timeZone: "Pacific/Kiritimati" });
    await expect(page.getByRole("complementary", { name: "Event" })).toContainText(time);
  });
});
