import { CONNECTION_LOST, MEMORY, expect, open, row, test } from "./test";
import type { Memory } from "@/lib/contracts/memory";

/** A memory that is longer than any screen. */
const LONG = `# TEAM-MEMORY — long\n\n## Lead\n- [Decision] Begin\n\n## implementer-1\n${Array.from(
  { length: 200 },
  (_, index) => `- [Finding] Finding number ${index + 1} of the implementer\n`,
).join("")}`;

test.describe("a memory open on the screen", () => {
  test.beforeEach(({ page }) => open(page, MEMORY));

  test("follows an edit made in place with another program, and says where it came from", async ({ page, memory }) => {
    const text = await memory.read();
    await memory.rewrite(text.replace("on the apex domain\n", "on the apex domain\n- [Warning] Typed in an editor\n"));
    await expect(row(page, "Typed in an editor")).toBeVisible();

    await page.getByRole("navigation", { name: "Session" }).getByRole("link", { name: "History" }).click();
    const edit = page.getByRole("listitem").filter({ hasText: "edited the section of implementer-2 outside Wardroom" });
    await expect(edit).toContainText("On disk");
  });

  test("follows a file that was written anew and renamed over it", async ({ page, memory }) => {
    const text = await memory.read();
    await memory.exchange(
      text.replace("## researcher-1\n", "## researcher-1\n- [Finding] Saved by a careful editor\n"),
    );
    await expect(row(page, "Saved by a careful editor")).toBeVisible();
    await memory.exchange(text);
    await expect(row(page, "Saved by a careful editor")).toBeHidden();
  });

  test("shows a file that breaks as it is, and is back when the file is", async ({ page, memory }) => {
    const text = await memory.read();
    const broken = Buffer.concat([Buffer.from(`${text}- [Finding] Latin-1: `), Buffer.from([0xe9, 0xff, 0x0a])]);
    await memory.rewrite(broken);
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("It is read-only until fixed");
    await expect(alert).toContainText(/TEAM-MEMORY.md:\d+:\d+/);
    await alert.getByRole("button", { name: "Show the line" }).click();
    await expect(page.getByRole("group", { name: "TEAM-MEMORY.md" })).toContainText("Latin-1");

    await memory.rewrite(`${text}- [Finding] Mended\n`);
    await expect(alert).toBeHidden();
    await page.getByRole("button", { name: "List" }).click();
    await expect(row(page, "Mended")).toBeVisible();
  });

  test("says calmly that its session was deleted, and is back when it is restored", async ({
    page,
    owner,
    expectMessage,
  }) => {
    expectMessage(/status of 404 .*\/sessions\/checkout\//);
    await owner.delete("/sessions/checkout");
    await expect(page.getByText("Showing the last data read")).toBeVisible();
    await expect(row(page, "Payment stays behind a flag")).toBeVisible();

    await page.getByRole("alert").getByRole("link", { name: "Go to overview" }).click();
    await page.getByText("Trash").click();
    await page
      .getByRole("list", { name: "Sessions in the trash" })
      .getByRole("listitem")
      .filter({ hasText: "checkout" })
      .getByRole("button", { name: "Restore" })
      .click();
    await expect(page.getByText("checkout is back")).toBeVisible();
    // What waits in it comes above the sessions: what is to be clicked has come to rest then.
    await expect(page.getByRole("list", { name: "Open questions" })).toBeVisible();
    await page
      .getByRole("table")
      .getByRole("link", { name: /checkout/ })
      .click();
    await expect(row(page, "Payment stays behind a flag")).toBeVisible();
    await expect(page.getByText("Showing the last data read")).toBeHidden();
  });

  test("shares one stream with other tabs, and another tab takes over when it closes", async ({
    page,
    context,
    agent,
  }) => {
    const streams: string[] = [];
    context.on("request", (request) => {
      if (request.url().includes("/events/stream")) streams.push(request.url());
    });
    const implementer = await agent("implementer-1");
    const second = await context.newPage();
    await second.goto(MEMORY);
    await expect(second.getByRole("status").filter({ hasText: "live" })).toBeVisible();
    expect(streams).toHaveLength(0);
    await implementer.post("/sessions/checkout/memory/items", { tag: "Finding", text: "Heard in both tabs" });
    await expect(row(second, "Heard in both tabs")).toBeVisible();
    await expect(row(page, "Heard in both tabs")).toBeVisible();

    await page.close();
    await expect.poll(() => streams.length).toBe(1);
    await implementer.post("/sessions/checkout/memory/items", { tag: "Finding", text: "Heard after the first closed" });
    await expect(row(second, "Heard after the first closed")).toBeVisible();
  });
});

test("marks what came while nobody looked, until it was looked at", async ({ page, agent }) => {
  const implementer = await agent("implementer-1");
  const looked = page.waitForResponse((response) => response.url().endsWith("/inbox/seen") && response.ok());
  await open(page, MEMORY);
  await looked;
  const away = async () => {
    await page.getByRole("link", { name: "Overview" }).first().click();
    await expect(page.getByRole("region", { name: "At work" })).toBeVisible();
  };
  const back = () =>
    page
      .getByRole("table")
      .getByRole("link", { name: /checkout/ })
      .click();
  await away();
  await implementer.post("/sessions/checkout/memory/items", { tag: "Finding", text: "Came while nobody looked" });
  await back();

  const came = row(page, "Came while nobody looked");
  await expect(came).toContainText("New:");
  await page.getByRole("button", { name: "New 1" }).click();
  await expect(row(page, "Payment stays behind a flag")).toBeHidden();
  await expect(came).toBeVisible();
  await expect(page).toHaveURL(/new=true/);

  await away();
  await back();
  await expect(came).toBeVisible();
  await expect(came).not.toContainText("New:");
  await expect(page.getByRole("button", { name: /^New \d/ })).toBeHidden();
});

test("an edit made outside waits on the overview until it was seen, in any browser", async ({
  page,
  browser,
  server,
  memory,
}) => {
  await open(page, "/team");
  const text = await memory.read();
  await memory.rewrite(text.replace("on the apex domain\n", "on the apex domain\n- [Warning] Typed in an editor\n"));
  const edit = page.locator("[data-need='outside:checkout']");
  await expect(edit).toBeVisible();
  await edit.getByRole("button", { name: "Seen" }).click();
  await expect(edit).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(edit).toBeVisible();
  await edit.getByRole("button", { name: "Seen" }).click();
  await expect(edit).toBeHidden();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(server.loginUrl);
  await expect(other.getByRole("region", { name: "Needs you" })).toBeVisible();
  await expect(other.locator("[data-need^='outside:']")).toHaveCount(0);
  await elsewhere.close();
});

test("the overview shows who is at work, what they say of it and what they owe, as it changes", async ({
  page,
  owner,
  agent,
}) => {
  const implementer = await agent("implementer-1");
  await implementer.post("/sessions/checkout/state", { text: "The cart, about 3 min" });
  await open(page, "/team");
  const present = page
    .getByRole("region", { name: "At work" })
    .getByRole("listitem")
    .filter({ hasText: "implementer-1" });
  await expect(present).toContainText("Just seen");
  await expect(present).toContainText("The cart, about 3 min");
  await implementer.post("/sessions/checkout/state", { text: "The cart is done" });
  await expect(present).toContainText("The cart is done");
  await owner.put("/sessions/checkout/context", { text: "# Global Context\n\n## Scope\n- the cart\n" });
  await expect(present).toContainText("1 behind");
  await expect(present).toContainText("ACK due in");
  await implementer.post("/sessions/checkout/questions", { role: "Lead", text: "May the cart be empty?" });
  await expect(present).toContainText("Waits for Lead to answer a question");
  await page.getByRole("link", { name: "Full page" }).click();
  await expect(page).toHaveURL(/\/team\?wall$/);
  await expect(page.getByRole("heading", { name: "Wall" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Workspace" })).toHaveCount(0);
  await expect(present).toContainText("Waits for Lead to answer a question");
  await present.getByRole("link").click();
  await expect(page).toHaveURL(/\/sessions\/checkout\/memory\?role=implementer-1/);
});

test.describe("in a short list", () => {
  const text =
    "# TEAM-MEMORY — new\n\n## implementer-1\n- [Decision] Begin\n\n## implementer-2\n- [Decision] The last\n";
  test.use({ files: { ".agent/teams/checkout/TEAM-MEMORY.md": text } });

  test("no new tag, no line above the pointer and none of the newest first moves what is read", async ({
    page,
    agent,
  }) => {
    const implementer = await agent("implementer-1");
    const post = (tag: string, said: string) =>
      implementer.post("/sessions/checkout/memory/items", { tag, text: said });
    await open(page, MEMORY);
    const list = page.getByRole("grid", { name: "Items" });
    const before = await list.boundingBox();
    for (const tag of ["Finding", "Pattern", "Warning", "Question"]) await post(tag, `The first ${tag} of all`);
    await expect(row(page, "The first Question of all")).toBeVisible();
    expect(await list.boundingBox()).toEqual(before);

    const last = row(page, "The last");
    await last.hover();
    const place = await last.boundingBox();
    await post("Finding", "Above the pointer");
    const show = page.getByRole("button", { name: "1 update — show" });
    await expect(show).toBeVisible();
    expect(await last.boundingBox()).toEqual(place);
    await show.click();
    await expect(row(page, "Above the pointer")).toBeVisible();

    await page.mouse.move(0, 0);
    await page.keyboard.press("v");
    await page.keyboard.press("n");
    await expect(list.locator("[data-key]").first()).toContainText("Above the pointer");
    await post("Finding", "The newest of all");
    await show.click();
    await expect(list.locator("[data-key]").first()).toContainText("The newest of all");
  });
});

test.describe("in the middle of a long list", () => {
  test.use({ files: { ".agent/teams/checkout/TEAM-MEMORY.md": LONG } });

  test("what comes in above waits, and neither focus nor scroll moves", async ({ page, owner, agent }) => {
    await open(page, MEMORY);
    const grid = page.getByRole("grid", { name: "Items" });
    for (let step = 0; step < 60; step++) await page.keyboard.press("j");
    const reading = page.locator("[role=row]:focus");
    await expect(reading).toContainText("Finding number 59 ");
    const before = await grid.evaluate((element) => element.scrollTop);
    expect(before).toBeGreaterThan(0);
    const top = (await reading.boundingBox())!.y;

    // Below what is read nothing can move: it simply appears.
    const implementer = await agent("implementer-1");
    await implementer.post("/sessions/checkout/memory/items", { tag: "Finding", text: "At the very end" });
    await owner.post("/sessions/checkout/memory/items", { tag: "Decision", text: "At the very beginning" });
    await owner.post("/sessions/checkout/memory/items", { tag: "Decision", text: "And one more" });
    const show = page.getByRole("button", { name: "2 updates — show" });
    await expect(show).toBeVisible();
    await expect(reading).toContainText("Finding number 59 ");
    expect(await grid.evaluate((element) => element.scrollTop)).toBe(before);
    expect((await reading.boundingBox())!.y).toBe(top);

    await show.click();
    await expect(show).toBeHidden();
    await expect(page).not.toHaveURL(/item=/);
    await page.keyboard.press("/");
    await page.keyboard.type("at the very");
    await expect(row(page, "At the very beginning")).toBeVisible();
    await expect(row(page, "At the very end")).toBeVisible();
  });
});

test.describe("with a server of its own", () => {
  test.use({ ownServer: true });

  test("a lead works on when the server comes back after a crash", async ({ page, server, owner, expectMessage }) => {
    expectMessage(CONNECTION_LOST);
    await open(page, MEMORY);
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await expect(page.getByText("Archived 1 item")).toBeVisible();
    await page.keyboard.press("u");
    await expect(page.getByText("Undone: Archived 1 item")).toBeVisible();
    await expect(row(page, "Payment stays behind a flag")).toBeVisible();
    // The crash should meet a page that has read what it undid.
    await expect(row(page, "Payment stays behind a flag")).toBeVisible();

    await server.kill();
    await expect(page.getByText("The connection to Wardroom is lost.")).toBeVisible();
    await expect(row(page, "Payment stays behind a flag")).toBeVisible();

    await row(page, "Payment stays behind a flag").click();
    await page.keyboard.press("e");
    await expect(page.getByText("Not archived").first()).toBeVisible();
    await expect(row(page, "Payment stays behind a flag")).toBeVisible();

    await server.restart();
    await owner.post("/sessions/checkout/memory/items", { tag: "Decision", text: "Written while nobody listened" });
    await expect(row(page, "Written while nobody listened")).toBeVisible();
    await expect(page.getByText("The connection to Wardroom is lost.")).toBeHidden();
    await row(page, "Payment stays behind a flag").click();
    await expect(page.getByRole("complementary", { name: "Item" })).toContainText("Payment stays behind a flag");
    await page.keyboard.press("e");
    await expect(row(page, "Payment stays behind a flag")).toBeHidden();
    await expect
      .poll(async () => (await owner.get<Memory>("/sessions/checkout/memory?q=Payment")).sections[0]?.items)
      .toMatchObject([{ state: "archived" }]);
  });
});
