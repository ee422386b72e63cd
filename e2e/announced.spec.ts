import { expect, open, test } from "./test";

test.use({ files: "example" });

test("the inbox is read out sensibly: where, what, how much, and what is selected", async ({ page, owner }) => {
  await open(page, "/example");
  const inbox = page.getByRole("region", { name: "Needs you" });
  const count = inbox.getByRole("status").first();
  await expect(count).toHaveText(/^\d+ things need you$/);
  const before = Number(/\d+/.exec((await count.textContent()) ?? "")?.[0]);

  // Each group is a list with a name, each row says what it is and can be chosen by what it says.
  const groups = inbox.locator("ul:has(> [data-need])");
  expect(await groups.count()).toBeGreaterThan(2);
  for (const group of await groups.all()) {
    await expect(group).toHaveAccessibleName(/\S/);
    for (const row of await group.locator("> [data-need]").all()) {
      await expect(row.getByRole("checkbox", { name: /^Select: \S/ })).toBeVisible();
      await expect(row.getByRole("link").first()).toHaveAccessibleName(/\S/);
    }
  }
  for (const button of await inbox.getByRole("button").all()) await expect(button).toHaveAccessibleName(/\S/);

  // What comes is told of, and so is what a key selects.
  await owner.post("/sessions/invoice-import/memory/items", { tag: "Question", text: "Who reads this out?" });
  await expect(count).toHaveText(`${before + 1} things need you`);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(inbox.getByRole("toolbar", { name: "Selected needs" }).getByRole("status")).toHaveText("1 selected");
  await expect(inbox.locator("[aria-current=true]")).toHaveCount(1);
});

test("the live strip is read out as sessions with their roles, each with what it owes", async ({ page }) => {
  await open(page, "/example");
  const strip = page.getByRole("region", { name: /^At work/ });
  const lists = strip.getByRole("list", { name: /^Roles of \S/ });
  expect(await lists.count()).toBeGreaterThan(0);
  for (const role of await lists.first().getByRole("link").all()) {
    await expect(role).toHaveAccessibleName(/^(Just seen: ?)?[\w-]+/);
  }
  await expect(strip.getByRole("link", { name: /overdue|behind/ }).first()).toBeVisible();
});
