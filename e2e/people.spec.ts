import type { Page } from "@playwright/test";
import { MEMORY, expect, open, row, test } from "./test";

/** The owner invites somebody, and answers the link that signs them in. */
async function invite(page: Page, name: string, role: string): Promise<string> {
  await open(page, "/team/settings");
  const people = page.getByRole("region", { name: "People" });
  await people.getByLabel("Name").fill(name);
  await people.getByRole("combobox", { name: "Role", exact: true }).click();
  await page.getByRole("option", { name: role }).click();
  await people.getByRole("button", { name: "Invite" }).click();
  await expect(people.getByRole("list", { name: "People" })).toContainText(name);
  return (await people.locator("code").filter({ hasText: "/login?code=" }).textContent()) ?? "";
}

async function signIn(visitor: Page, link: string): Promise<void> {
  await visitor.context().clearCookies();
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { name: "Needs you" })).toBeVisible();
}

test("a curator signs in by an invitation, archives, is named by the history, and does what the role lets them", async ({
  page,
  somebodyElse,
  memory,
  expectMessage,
}) => {
  expectMessage(/status of 40[13]/);
  const link = await invite(page, "Dana", "Curator");
  const dana = await somebodyElse();
  await signIn(dana, link);

  await open(dana, MEMORY);
  const flag = row(dana, "Payment stays behind a flag");
  await expect(dana.getByRole("button", { name: "Add as Lead" })).toHaveCount(0);
  await flag.click();
  await expect(dana.getByRole("button", { name: "Copy link" })).toBeVisible();
  await expect(dana.getByRole("button", { name: /^Edit/ })).toHaveCount(0);
  await dana.keyboard.press("e");
  await expect(dana.getByText("Archived 1 item")).toBeVisible();
  await expect.poll(() => memory.read()).toContain("[ARCHIVED]");
  expect(await memory.read()).not.toContain("Dana");

  await open(page, "/team/sessions/checkout/history");
  await expect(page.getByText(/Dana\s+archived an item/).first()).toBeVisible();

  // A role that changes while a page is open changes what the page offers, and what the server lets it do.
  await open(page, "/team/settings");
  const people = page.getByRole("region", { name: "People" });
  await people.getByRole("combobox", { name: "Role of Dana" }).click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await expect(page.getByText("Dana is now viewer")).toBeVisible();
  await expect(dana.getByRole("button", { name: /^Unarchive/ })).toHaveCount(0);
  const status = await dana.evaluate(async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ role: "implementer-1" });
    return (await fetch("/api/v1/workspaces/team/sessions/checkout/memory/archive", { method: "POST", headers, body }))
      .status;
  });
  expect(status).toBe(403);

  await people.getByRole("button", { name: "More for Dana" }).click();
  await page.getByRole("menuitem", { name: "End access…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End access" }).click();
  await expect(people.getByRole("list", { name: "People" })).toContainText("ended");
  await dana.goto(MEMORY);
  await expect(dana).toHaveURL(/\/login$/);
});

test("a viewer knows who is who and decides nothing, and an owner by name decides all of it", async ({
  page,
  somebodyElse,
  expectMessage,
}) => {
  expectMessage(/status of 409/);
  const viewers = await invite(page, "Mina", "Viewer");
  const owners = await invite(page, "Robin", "Owner");
  const mina = await somebodyElse();
  await signIn(mina, viewers);
  await open(mina, "/team/settings");
  const seen = mina.getByRole("region", { name: "People" });
  await expect(seen.getByRole("list", { name: "People" })).toContainText("Robin");
  await expect(seen.getByRole("button")).toHaveCount(0);
  await expect(mina.getByText("Mina · Viewer")).toBeVisible();
  for (const name of ["Role tokens", "Browsers", "Webhook"])
    await expect(mina.getByRole("region", { name })).toHaveCount(0);

  const robin = await somebodyElse();
  await signIn(robin, owners);
  await open(robin, "/team/settings");
  await robin.getByRole("button", { name: "More for Mina" }).click();
  await robin.getByRole("menuitem", { name: "Rename…" }).click();
  const dialog = robin.getByRole("dialog", { name: "Rename Mina" });
  await dialog.getByLabel("Name").fill("Robin");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(dialog.getByText("is somebody else's")).toBeVisible();
  await dialog.getByLabel("Name").fill("Mina K");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(mina.getByText("Mina K · Viewer")).toBeVisible();
});

test("a comment and an assignment appear live at somebody else, wait for them, and can be undone", async ({
  page,
  somebodyElse,
  memory,
}) => {
  const link = await invite(page, "Dana", "Curator");
  const dana = await somebodyElse();
  await signIn(dana, link);
  await open(dana, MEMORY);
  await row(dana, "Payment stays behind a flag").click();
  const comments = dana.getByRole("region", { name: "Comments" });
  await open(page, MEMORY);
  await row(page, "Payment stays behind a flag").click();

  await comments.getByLabel("Your comment").fill("@Owner Which **flag**? <img src=x onerror=alert(1)>");
  await comments.getByRole("button", { name: "Comment", exact: true }).click();
  const seen = page.getByRole("region", { name: "Comments" });
  await expect(seen.getByRole("listitem")).toContainText("Dana");
  await expect(seen.getByRole("strong")).toHaveText("flag");
  await expect(seen.locator("img")).toHaveCount(0);
  expect(await memory.read()).not.toContain("Which");

  await page.getByRole("combobox", { name: "Assigned to" }).click();
  await page.getByRole("option", { name: "Dana" }).click();
  await expect(page.getByText("Assigned to Dana", { exact: true })).toBeVisible();
  await expect(dana.getByRole("combobox", { name: "Assigned to" })).toHaveText(/Dana/);
  await open(dana, "/team");
  const own = dana.getByRole("list", { name: "Assigned to you" });
  await expect(own.getByRole("listitem")).toContainText("Payment stays behind a flag");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(own).toHaveCount(0);

  // Whom a comment names finds it in the inbox until they have seen it.
  await open(page, "/team");
  const naming = page.getByRole("list", { name: "Comments that name you" });
  await expect(naming.getByRole("listitem")).toContainText("Dana: @Owner Which flag?");
  await naming.getByRole("button", { name: "Seen" }).click();
  await expect(naming).toHaveCount(0);
  await open(page, MEMORY);
  await row(page, "Payment stays behind a flag").click();

  await open(dana, MEMORY);
  await row(dana, "Payment stays behind a flag").click();
  await comments.getByRole("button", { name: "Delete the comment of Dana" }).click();
  await expect(seen.getByRole("listitem")).toHaveCount(0);
});

test("somebody assigns by one key what waits", async ({ page, agent }) => {
  const asking = await agent("implementer-1");
  await asking.post("/sessions/checkout/memory/items", { tag: "Question", text: "Which currency first?" });
  await open(page, "/team");
  const question = page.getByRole("listitem").filter({ hasText: "Which currency first?" });
  await expect(question).toBeVisible();
  await question.getByRole("checkbox").check();
  await page.keyboard.press("t");
  const dialog = page.getByRole("dialog", { name: "Assign it" });
  await dialog.getByRole("button", { name: "Assign", exact: true }).click();
  await expect(question).toContainText("assigned to you");
});

test("two people see each other on a page, once however many tabs, and no more once one leaves", async ({
  page,
  somebodyElse,
}) => {
  const link = await invite(page, "Dana", "Curator");
  const dana = await somebodyElse();
  await signIn(dana, link);
  await open(page, MEMORY);
  const here = page.getByRole("list", { name: "Also here" });
  await expect(here).toHaveCount(0);
  await open(dana, MEMORY);
  await expect(here.getByRole("listitem")).toHaveText(["Dana"]);
  await expect(dana.getByRole("list", { name: "Also here" }).getByRole("listitem")).toHaveText(["Owner"]);
  const second = await dana.context().newPage();
  // It shares the stream of the first.
  await second.goto("/team/sessions/checkout/context");
  await expect(second.getByRole("list", { name: "Also here" }).getByRole("listitem")).toHaveText(["Owner"]);
  await expect(here.getByRole("listitem")).toHaveText(["Dana"]);
  await second.close({ runBeforeUnload: true });
  await dana.goto("about:blank");
  await expect(here).toHaveCount(0);
});
