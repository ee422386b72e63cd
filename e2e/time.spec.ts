import { expect, open, test } from "./test";

test.use({ files: "example" });

test("what a role knew at a time is found in three actions from Overview", async ({ page }) => {
  await open(page, "/example");
  await page
    .getByRole("navigation", { name: "Workspace" })
    .getByRole("link", { name: /^invoice-import/ })
    .click();
  await page.getByRole("navigation", { name: "Session" }).getByRole("link", { name: "Time" }).click();
  const table = page.getByRole("group", { name: "Who knew what" });
  await expect(table.getByRole("row", { name: /implementer-2/ })).toBeVisible();
  await page.getByLabel("At", { exact: true }).fill("2020-01-01T14:32");
  await expect(page.getByText("No roles had joined yet.")).toBeVisible();
  await expect(page).toHaveURL(/time\?at=2020-01-01T/);
});

test("a session is compared with when it was looked at last, and the mark is the person's own", async ({
  page,
  owner,
}) => {
  await open(page, "/example/sessions/invoice-import/time");
  await expect(page.getByText("You have not looked at this session before.", { exact: false })).toBeVisible();
  // Who leaves before the page has said that it was shown has not looked.
  const looked = page.waitForResponse((answer) => answer.url().endsWith("/inbox/seen") && answer.ok());
  await open(page, "/example/sessions/invoice-import/memory");
  await looked;
  await open(page, "/example/sessions/invoice-import/time");
  await expect(page.getByText("Nothing changed between the two times.")).toBeVisible();
  const place = page.getByText(/^Change [\d,]+ of [\d,]+$/);
  const before = await place.innerText();
  await owner.post("/sessions/invoice-import/memory/items", { tag: "Finding", text: "Quokkas smile at invoices" });
  const changes = page.getByRole("list", { name: "Changes" });
  await expect(changes.getByRole("listitem").filter({ hasText: "Quokkas smile" })).toContainText("Added");

  // The slider is read apart from the list.
  await expect(place).not.toHaveText(before);
  await page.getByRole("slider", { name: "Moment" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/time\?at=/);
  await expect(changes).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/time$/);
  await page.getByRole("button", { name: "Mark as seen" }).click();
  await expect(page.getByText("Nothing changed between the two times.")).toBeVisible();
});
