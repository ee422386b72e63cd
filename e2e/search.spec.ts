import type { SearchResults } from "@/lib/contracts/search";
import { Keyboard } from "./keys";
import { expect, open, row, test } from "./test";

test.use({ files: "example" });

test("the palette finds what is remembered, in any script and nearly spelt, and leads to it", async ({ page }) => {
  await open(page, "/example");
  const palette = page.getByRole("dialog", { name: "Commands" });
  const find = async (words: string) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Commands" })).toBeFocused();
    await page.keyboard.type(words);
  };

  await find("golden fiels stripped");
  await palette.getByRole("option").filter({ hasText: "Golden files hold facts" }).click();
  await expect(page).toHaveURL(/\/sessions\/invoice-import\/memory/);
  await expect(page.getByRole("complementary", { name: "Item" })).toContainText("Golden files hold facts");

  await find("영세율");
  const korean = palette.getByRole("option").filter({ hasText: "영세율 계산서 37건은" });
  await expect(korean.locator("mark").first()).toHaveText(/영세율/);
  await korean.click();
  await expect(page).toHaveURL(/\/agents\/tester\?view=file&line=17/);
});

test("the page of the search keeps its words and filters in the address, and follows what changes", async ({
  page,
  owner,
}) => {
  await open(page, "/example/search");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await page.keyboard.type("idempot");
  const results = page.getByRole("list", { name: "Results" }).getByRole("listitem");
  await expect(results.filter({ hasText: "Agent memory" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Agent memory" }).click();
  await expect(page).toHaveURL(/q=idempot&kind=agent/);
  await expect(results.filter({ hasText: "memory.md" }).first()).toBeVisible();
  await expect(results.filter({ hasText: "TEAM-MEMORY.md" })).toHaveCount(0);

  await page.reload();
  await page.getByRole("searchbox", { name: "Search" }).fill("quokkas");
  await expect(page.getByText("Nothing says “quokkas”")).toBeVisible();
  await page.getByRole("button", { name: "Search everything" }).click();
  await owner.post("/sessions/invoice-import/memory/items", { tag: "Finding", text: "Quokkas smile at invoices" });
  await page.getByRole("searchbox", { name: "Search" }).fill("quokka");
  await expect(results.filter({ hasText: "Quokkas smile" })).toBeVisible();
  await results.filter({ hasText: "Quokkas smile" }).getByRole("link").click();
  await expect(row(page, "Quokkas smile at invoices")).toBeInViewport();
});

test("a search is narrowed by role, session, tag, state and day, by keyboard, and its address says so", async ({
  page,
  somebodyElse,
}) => {
  await open(page, "/example/search?q=invoice");
  const results = page.getByRole("list", { name: "Results" }).getByRole("listitem");
  await expect(results.first()).toBeVisible();
  await page.getByRole("button", { name: "Tag", exact: true }).focus();
  await page.keyboard.press("Enter");
  const findings = page.getByRole("menuitemcheckbox", { name: /^Finding/ });
  await expect(findings).toContainText(/\d/);
  await page.keyboard.type("Finding");
  await expect(findings).toHaveAttribute("data-highlighted");
  await page.keyboard.press("Enter");
  await expect(findings).toHaveAttribute("aria-checked", "true");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Tag: Finding" })).toBeFocused();
  await page.getByRole("button", { name: "Session", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: /^invoice-import/ }).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/tag=Finding&session=invoice-import/);
  await expect(results.filter({ hasText: "Agent memory" })).toHaveCount(0);

  const other = await somebodyElse();
  await open(other, new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(other.getByRole("button", { name: "Session: invoice-import" })).toBeVisible();
  await other.getByLabel("From").fill("2999-01-01");
  await expect(other).toHaveURL(/since=2999-01-01T|since=2998-12-31T/);
  await expect(other.getByText("Nothing says “invoice”")).toBeVisible();
  await other.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(other).toHaveURL(/search\?q=invoice$/);

  await page.getByRole("searchbox", { name: "Search" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(results.first().getByRole("link")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
});

test("a result of every kind opens where its words stand, with their line marked", async ({ page, owner }) => {
  for (const wanted of [
    "item",
    "item&state=archived",
    "context&state=active",
    "context&state=replaced",
    "agent",
    "knowledge",
    "team",
  ]) {
    const { items } = await owner.get<SearchResults>(`/search?limit=4&q=invoice+review+queue+the&kind=${wanted}`);
    expect(items.length, wanted).toBeGreaterThan(0);
    // One of each is opened: the first whose own text was found, or its line would not be marked.
    const found = items.find(({ snippet }) => snippet.matches.length > 0);
    if (found === undefined) continue;
    const { link, snippet } = found;
    const [match] = snippet.matches;
    await open(page, link);
    const marked = page.locator("[aria-current=true]:has(> code, > div > code), aside[aria-label=Item]").first();
    await expect(marked, link).toBeInViewport();
    await expect(marked, link).toContainText(snippet.text.slice(match?.start, match?.end));
  }
});

test("the palette leads from a page that hides an item to that item, in 8 keys that wait for nothing", async ({
  page,
}) => {
  await open(page, "/example/sessions/invoice-import/memory?tag=Gate&q=nothing+is+called+that");
  await page.route(/\/search\?/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  const keys = new Keyboard(page);
  await keys.press("Control+k");
  await keys.type("golden");
  await keys.press("Enter");
  expect(keys.pressed).toHaveLength(8);
  await expect(page.getByRole("complementary", { name: "Item" })).toContainText("Golden files hold facts");
  await expect(row(page, "Golden files hold facts")).toBeFocused();
  await expect(row(page, "Golden files hold facts")).toBeInViewport();
});
