import type { Memory } from "@/lib/contracts/memory";
import { Keyboard } from "./keys";
import { MEMORY, expect, open, row, test } from "./test";

test.beforeEach(({ page }) => open(page, MEMORY));

test("a lead reviews and curates without a mouse", async ({ page, memory }) => {
  const keys = page.keyboard;
  const cursor = page.locator("[role=row]:focus");

  await test.step("j and k move, and the focus with them", async () => {
    await keys.press("j");
    await expect(cursor).toContainText("Payment stays behind a flag");
    await keys.press("j");
    await keys.press("j");
    await expect(cursor).toContainText("Prices are integers");
    await keys.press("k");
    await expect(cursor).toContainText("Is a guest's cart kept");
  });

  await test.step("r resolves with a note, and the next item has the focus", async () => {
    await keys.press("r");
    const dialog = page.getByRole("dialog", { name: "Resolve item" });
    await expect(dialog.getByLabel("Resolution")).toBeFocused();
    await keys.type("for a week; e, j and x are letters here");
    await keys.press("Control+Enter");
    await expect(dialog).toBeHidden();
    await expect(row(page, "Is a guest's cart kept")).toBeHidden();
    await expect
      .poll(() => memory.read())
      .toContain(
        "- ~~[Question] 2026-11-10T08:20:00Z Is a guest's cart kept for a day or for a week?~~ → for a week; e, j and x are letters here\n",
      );
    await expect(cursor).toContainText("Prices are integers");
  });

  await test.step("x selects several, e archives them at once", async () => {
    await keys.press("x");
    await keys.press("j");
    await keys.press("x");
    await expect(page.getByRole("toolbar", { name: "Selected items" })).toContainText("2 selected");
    await keys.press("e");
    await expect(page.getByText("Archived 2 items")).toBeVisible();
    await expect.poll(() => memory.read()).toContain("- [ARCHIVED] [Finding] The cart survives a reload");
    expect(await memory.read()).toContain("- [ARCHIVED] [Pattern] Prices are integers");
  });

  await test.step("u takes the last change back", async () => {
    await keys.press("u");
    await expect(row(page, "Prices are integers")).toBeVisible();
    await expect.poll(() => memory.read()).not.toContain("[ARCHIVED] [Pattern]");
    expect(await memory.read()).not.toContain("[ARCHIVED] [Finding] The cart");
  });

  await test.step("/ filters by text, and Escape ends it", async () => {
    await keys.press("/");
    await keys.type("address form");
    await expect(row(page, "Apple Pay")).toBeHidden();
    await expect(page.getByRole("grid", { name: "Items" }).getByRole("row")).toHaveCount(4);
    await expect(page).toHaveURL(/q=address/);
    await keys.press("Escape");
    await expect(row(page, "Apple Pay")).toBeVisible();
    await keys.press("Escape");
  });

  await test.step("⌘K does what has no key, ? says what has one", async () => {
    await keys.press("Control+k");
    await expect(page.getByRole("combobox")).toBeFocused();
    await keys.type("show archived");
    await expect(page.getByRole("option", { name: "Show archived items" })).toBeVisible();
    await keys.press("Enter");
    await expect(row(page, "The old form posts twice")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);

    await keys.press("?");
    const sheet = page.getByRole("dialog", { name: "Keys" });
    await expect(sheet).toContainText("Archive");
    await keys.press("Escape");
    await expect(sheet).toBeHidden();
  });

  await test.step("Shift+E brings an archived item back", async () => {
    await keys.press("j");
    await expect(cursor).toContainText("The old form posts twice");
    await keys.press("Shift+E");
    await expect.poll(() => memory.read()).toContain("\n- [Finding] The old form posts twice on a double click\n");
    await expect(page.getByText("No matches")).toBeVisible();
  });
});

test("the lead adds an item by one letter and its words", async ({ page, memory }) => {
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "Add as Lead" })).toBeVisible();
  await page.keyboard.press("w");
  await page.keyboard.type("No deploys on Friday");
  await expect(page.getByRole("radio", { name: "Warning" })).toBeChecked();
  await page.keyboard.press("Control+Enter");
  await expect(row(page, "No deploys on Friday")).toBeFocused();
  await expect.poll(() => memory.read()).toMatch(/- \[Warning\] \S+Z No deploys on Friday\n\n## implementer-1/);
});

test("every item of a filter is archived at once and brought back from the message", async ({ page, memory }) => {
  await page.getByRole("button", { name: "Finding" }).click();
  await expect(page).toHaveURL(/tag=Finding/);
  await row(page, "The cart survives").hover();
  await page.getByRole("checkbox", { name: /The cart survives/ }).check();
  await page.keyboard.press("Shift+X");
  const bar = page.getByRole("toolbar", { name: "Selected items" });
  await expect(bar).toContainText("3 selected");
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("No matches")).toBeVisible();
  await expect.poll(() => memory.read()).toContain("## researcher-1\n- [ARCHIVED] [Finding] Two of three");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Two of three shoppers")).toBeVisible();
  await expect.poll(() => memory.read()).toContain("## researcher-1\n- [Finding] Two of three");
});

test("several items are resolved with one note, read in its dialog, and one key takes all of it back", async ({
  page,
  memory,
}) => {
  const before = await memory.read();
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+J");
  await page.keyboard.press("Shift+J");
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: "Resolve 3 items" });
  await expect(dialog.getByRole("listitem")).toHaveText([/Payment stays/, /Is a guest/, /Prices are integers/]);
  await page.keyboard.type("See D-4");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Resolved 3 items")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: /Payment stays|Is a guest|Prices are/ })).toHaveCount(0);
  await expect(page.locator("[role=row]:focus")).toContainText("The cart survives");
  await expect.poll(async () => (await memory.read()).match(/~~ → See D-4/g)?.length).toBe(3);
  await page.keyboard.press("u");
  await expect.poll(() => memory.read()).toBe(before);
});

test("a teammate is replaced and keeps what it found", async ({ page, memory }) => {
  await page.getByRole("button", { name: "More for implementer-1" }).click();
  await page.getByRole("menuitem", { name: /Replace implementer-1/ }).click();
  const dialog = page.getByRole("dialog", { name: "Replace implementer-1" });
  await dialog.getByLabel("Role id of the successor").fill("implementer-3");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "implementer-3", exact: true })).toBeVisible();
  await expect.poll(() => memory.read()).toContain("## [REPLACED] implementer-1\n- [Pattern] Prices");
  expect(await memory.read()).toContain("\n## implementer-3\n");
});

test("a section is archived with what is in it once its open items were listed, and comes back", async ({
  page,
  memory,
}) => {
  const before = await memory.read();
  await memory.rewrite(
    before.replace("- [Finding] Two of three", "- [Question] Who asks them?\n- [Finding] Two of three"),
  );
  await expect(row(page, "Who asks them?")).toBeVisible();
  const menu = page.getByRole("button", { name: "More for researcher-1" });
  await menu.click();
  await page.getByRole("menuitem", { name: /Archive the section/ }).click();
  const dialog = page.getByRole("dialog", { name: "Archive the section of researcher-1" });
  await expect(dialog.getByRole("list", { name: "Open questions and conflicts" }).getByRole("listitem")).toHaveText([
    /Who asks them/,
  ]);
  await dialog.getByRole("button", { name: "Archive with 1 open item" }).click();
  await expect
    .poll(() => memory.read())
    .toContain("## researcher-1 [ARCHIVED]\n- [ARCHIVED — with section] [Question]");

  await open(page, `${MEMORY}?state=all`);
  await menu.click();
  await page.getByRole("menuitem", { name: "Unarchive the section" }).click();
  await expect
    .poll(() => memory.read())
    .toContain("## researcher-1\n- [Question] Who asks them?\n- [Finding] Two of three");
});

test("pruning shows what goes, deletes just that, and can be taken back", async ({ page, memory }) => {
  const before = await memory.read();
  await page.getByRole("button", { name: "Prune" }).click();
  const dialog = page.getByRole("dialog", { name: "Prune", exact: true });
  await expect(dialog).toContainText("nothing to prune");
  await dialog.getByLabel("Target length").fill("5");
  await expect(dialog.getByRole("list", { name: "Items that are deleted" }).getByRole("listitem")).toHaveText([
    /The old form posts twice/,
  ]);
  expect(await memory.read()).toBe(before);

  await dialog.getByRole("button", { name: /Delete 1 archived/ }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => memory.read())
    .toBe(before.replace("- [ARCHIVED] [Finding] The old form posts twice on a double click\n", ""));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => memory.read()).toBe(before);
});

test("the same memory is a board of roles and a file with line numbers", async ({ page }) => {
  await page.keyboard.press("v");
  await page.keyboard.press("b");
  const column = page.getByRole("region", { name: "implementer-2" });
  await expect(column.getByRole("button", { name: /Apple Pay/ })).toBeVisible();
  await column.getByRole("button", { name: /Apple Pay/ }).click();
  const peek = page.getByRole("complementary", { name: "Item" });
  await peek.getByRole("button", { name: /TEAM-MEMORY.md:19/ }).click();
  await expect(page).toHaveURL(/view=file/);
  await expect(page.getByRole("group", { name: "TEAM-MEMORY.md" })).toContainText("Apple Pay wants its file");
});

test("a link to an item opens with that item in sight, also among items of many lines", async ({
  page,
  memory,
  owner,
}) => {
  const words =
    "and what else there is to say about it, at some length, so that it takes several lines beside the peek ";
  const lines = Array.from({ length: 200 }, (_, n) => `- [Finding] Fact ${n + 1}: ${words.repeat(1 + (n % 3))}`);
  await memory.exchange(`# TEAM-MEMORY — checkout\n\n## Lead\n\n## implementer-1\n${lines.join("\n")}\n`);
  await page.setViewportSize({ width: 1280, height: 720 });
  const { sections } = await owner.get<Memory>("/sessions/checkout/memory?q=Fact%20140:");
  const id = sections.flatMap((section) => section.items)[0]?.id;

  await open(page, `${MEMORY}?state=all&item=${id}`);
  await expect(page.getByRole("complementary", { name: "Item" })).toBeVisible();
  const item = row(page, "Fact 140:");
  await expect(item).toBeFocused();
  await expect(item).toBeInViewport({ ratio: 1 });
});

test.describe("where much is old", () => {
  const fresh = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19) + "Z";
  const old = Array.from({ length: 10 }, (_, at) => `- [Finding] 2026-01-1${at}T10:00:00Z Case ${at} of the import\n`);
  const text = `# TEAM-MEMORY — checkout\n\n## tester-1\n${old.join("")}- [Finding] ${fresh} The import runs\n`;
  test.use({ files: { ".agent/teams/checkout/TEAM-MEMORY.md": text } });

  test("ten stale items are archived in at most 6 keys, and the newest are first on a key", async ({
    page,
    memory,
  }) => {
    const keys = new Keyboard(page);
    const rows = page.getByRole("grid", { name: "Items" }).locator("[data-key]");
    await keys.press("v", "n");
    await expect(rows.first()).toContainText("The import runs");
    await keys.press("v", "n");
    await expect(rows.first()).toContainText("Case 0");
    keys.pressed.length = 0;
    await keys.press("v", "s");
    await expect(rows).toHaveCount(10);
    await keys.press("Shift+X", "e");
    await expect(page.getByText("Archived 10 items")).toBeVisible();
    expect(keys.pressed.length).toBeLessThanOrEqual(6);
    await expect.poll(async () => (await memory.read()).match(/\[ARCHIVED\]/g)?.length).toBe(10);
    expect(await memory.read()).toContain(`- [Finding] ${fresh} The import runs`);
  });
});
