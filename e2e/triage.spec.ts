import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { NeedCount, NeedList } from "@/lib/contracts/needs";
import { Keyboard } from "./keys";
import { expect, open, test } from "./test";

const lines = (count: number, tag: string, of: string) =>
  Array.from({ length: count }, (_, at) => `- [${tag}] 2026-11-2${at % 4}T10:00:00Z ${of} ${at + 1}?`).join("\n");

test.use({
  files: {
    ".agent/teams/checkout/TEAM-MEMORY.md": `# TEAM-MEMORY — checkout\n\n## Meta\n- Created: 2026-11-09\n\n## Lead\n- [Decision] Go\n\n## implementer-1\n${lines(12, "Question", "Which currency is")}\n\n## researcher-1\n- [Finding] Eight of ten\n`,
    ".agent/teams/billing/TEAM-MEMORY.md": `# TEAM-MEMORY — billing\n\n## Meta\n- Created: 2026-11-09\n\n## Lead\n- [Decision] Go\n\n## tester-1\n${lines(13, "Conflict", "Who owns the lease")}\n\n## analyst-1\n- [Finding] Late\n`,
  },
});

test("fifty mixed needs are triaged by keyboard alone in at most 60 keys, and all of it can be undone", async ({
  page,
  owner,
  agent,
}, info) => {
  const researcher = await agent("researcher-1");
  for (let at = 1; at <= 25; at++)
    await researcher.post("/sessions/checkout/memory/items", {
      tag: "Finding",
      text: `Shoppers look for button ${at}`,
    });
  expect((await owner.get<NeedCount>("/needs/count")).waiting).toBe(50);
  await open(page, "/team");
  const list = page.getByRole("region", { name: "Needs you" });
  await expect(page).toHaveTitle(/^\(50\) /);
  await expect(page.getByRole("link", { name: /^Overview 50/ })).toBeVisible();

  const keys = new Keyboard(page);
  // The conflicts come first: they are urgent. One of them waits until tomorrow, the others are decided with one note.
  await keys.press("j", "s");
  await expect(page.getByRole("dialog", { name: "Snooze until" })).toBeVisible();
  // It hears keys once it has taken the focus.
  await expect(page.locator("[role=dialog]:focus-within")).toBeVisible();
  await keys.press("3");
  await expect(list.getByRole("heading", { name: /^Open conflicts 12/ })).toBeVisible();
  await keys.press("*", "r");
  await expect(page.getByRole("dialog", { name: "Resolve 12 items" })).toBeVisible();
  await keys.type("See D-4");
  await keys.press("Control+Enter");
  await expect(page.getByText("Resolved 12 items")).toBeVisible();
  await expect(list.getByRole("heading", { name: /^Open conflicts/ })).toBeHidden();

  // The cursor went on to the next group by itself: two of it are answered, the rest archived.
  await keys.press("Shift+J", "r");
  await expect(page.getByRole("dialog", { name: "Resolve 2 items" })).toBeVisible();
  await keys.type("EUR");
  await keys.press("Control+Enter");
  await expect(page.getByText("Resolved 2 items")).toBeVisible();
  await keys.press("*", "e");
  await expect(page.getByText("Archived 10 items")).toBeVisible();

  // A range of relays is turned down with one reason, and the others are approved.
  await keys.press("Shift+J", "Shift+J", "Shift+R");
  await expect(page.getByRole("dialog", { name: "Reject 3 relays" })).toBeVisible();
  await keys.type("known");
  await keys.press("Control+Enter");
  await expect(page.getByText("Rejected 3 relays")).toBeVisible();
  await keys.press("*", "a");
  await expect(page.getByText("Approved 22 relays")).toBeVisible();
  await expect(list.getByText("You’re all caught up.")).toBeVisible();

  await info.attach("keys", { body: `${keys.pressed.length} keys: ${keys.pressed.join(" ")}` });
  console.log(`${keys.pressed.length} keys: ${keys.pressed.join(" ")}`);
  expect(keys.pressed.length).toBeLessThanOrEqual(60);
  const count = await owner.get<NeedCount>("/needs/count");
  expect(count).toMatchObject({ waiting: 0, snoozed: 1 });
  await expect(page).not.toHaveTitle(/^\(/);

  // What was done last is undone with one key, all of it: the relays wait again.
  await page.keyboard.press("u");
  await expect(list.getByRole("heading", { name: /^Relays to review 22/ })).toBeVisible();
  const again = await owner.get<NeedList>("/needs");
  expect(again.items.filter(({ kind }) => kind === "relay")).toHaveLength(22);
  await page.keyboard.press("u");
  await expect(list.getByRole("heading", { name: /^Relays to review 25/ })).toBeVisible();
});

test("what is snoozed is kept for the person at every browser, and is brought back by hand", async ({
  page,
  somebodyElse,
}) => {
  await open(page, "/team");
  const row = page.locator("[data-need^='item:billing:']").first();
  await expect(row).toContainText("Unread");
  await page.keyboard.press("j");
  await page.keyboard.press("v");
  await expect(row).not.toContainText("Unread");
  await page.keyboard.press("s");
  await page
    .getByRole("dialog", { name: "Snooze until" })
    .getByRole("button", { name: /^In 4 hours/ })
    .click();
  const other = await somebodyElse();
  await open(other, "/team");
  await other.getByRole("button", { name: "1 snoozed" }).click();
  const list = other.getByRole("region", { name: "Snoozed" });
  await expect(list).toContainText("snoozed, back in");
  await other.keyboard.press("j");
  await other.keyboard.press("s");
  await expect(list).toContainText("Nothing is snoozed.");
});

test("a relay of a role that the session does not have says so before it is approved", async ({
  page,
  owner,
  agent,
  memory,
}) => {
  const researcher = await agent("researcher-1");
  await researcher.post("/sessions/checkout/memory/items", {
    tag: "Finding",
    text: "# A\n\n- one\n- two\n\n```\ncode\n```",
  });
  await memory.rewrite((await memory.read()).replace(/\n## researcher-1\n[^]*$/, "\n"));
  await open(page, "/team");
  const row = page.locator("[data-need^='relay:']");
  await expect(row).toContainText("researcher-1 is not in this session: approving adds the role.");
  // The whole text, as it is written.
  await expect(row.getByRole("listitem")).toHaveText(["one", "two"]);
  await expect(row.locator("pre")).toHaveText("code");
  await row.getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog", { name: "Add the role and approve" });
  await expect(dialog).toContainText("researcher-1 in checkout");
  expect((await owner.get<NeedCount>("/needs/count")).sessions.find(({ kinds }) => kinds.relay)?.kinds.relay).toBe(1);
  await page.keyboard.press("Enter");
  await expect.poll(() => memory.read()).toContain("## researcher-1");
});

test.describe("of every kind that a page of needs has", () => {
  test.use({
    files: Object.fromEntries(
      ["checkout", "billing"].map((name) => [
        `.agent/teams/${name}/TEAM-MEMORY.md`,
        `# TEAM-MEMORY — ${name}\n\n## Meta\n- Created: 2026-11-09\n\n## Lead\n- [Decision] Go\n\n## tester-1\n${name === "billing" ? lines(5, "Conflict", "Who owns the lease") : lines(6, "Question", "Which currency is")}\n\n## researcher-1\n- [Finding] Late\n`,
      ]),
    ),
  });

  test("21 needs are triaged in at most 20 keys, each decided with its text on screen and none shown twice", async ({
    page,
    owner,
    agent,
    memory,
  }) => {
    const researcher = await agent("researcher-1");
    for (let at = 1; at <= 8; at++)
      await researcher.post("/sessions/checkout/memory/items", { tag: "Finding", text: `Shoppers want button ${at}` });
    for (const each of [memory.path, memory.path.replace("/checkout/", "/billing/")])
      await writeFile(each, (await readFile(each, "utf8")).replace("Decision] Go", "Decision] Go on"));
    await expect.poll(async () => (await owner.get<NeedCount>("/needs/count")).waiting).toBe(21);
    await open(page, "/team");
    const told = await watchNeeds(page);
    const keys = new Keyboard(page);
    const send = async (note: string, said: string) => {
      await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
      await keys.type(note);
      await keys.press("Control+Enter");
      await expect(page.getByText(said)).toBeVisible();
    };
    const chooseGroup = async (count: number) => {
      await keys.press("*");
      await expect(page.getByText(`${count} selected`)).toBeVisible();
      await expect.poll(async () => (await told()).unread).toEqual([]);
    };

    await chooseGroup(5);
    await keys.press("r");
    await send("D-4", "Resolved 5 items");
    await keys.press("Shift+J", "r");
    await send("EUR", "Resolved 2 items");
    await chooseGroup(4);
    await keys.press("e");
    await expect(page.getByText("Archived 4 items")).toBeVisible();
    await chooseGroup(8);
    await keys.press("a");
    await expect(page.getByText("Approved 8 relays")).toBeVisible();
    await chooseGroup(2);
    await keys.press("a");
    await expect(page.getByText("You’re all caught up.")).toBeVisible();
    await expect(page.getByText("Seen: 2 of them")).toBeVisible();
    await expect(page).not.toHaveTitle(/^\(/);

    console.log(`${keys.pressed.length} keys: ${keys.pressed.join(" ")}`);
    expect(keys.pressed.length).toBeLessThanOrEqual(20);
    const { read, twice } = await told();
    expect(read).toHaveLength(21);
    expect(twice).toEqual([]);
  });
});

/** Which needs had their whole row on screen at some moment, which of those that are chosen had not yet, and which came again after they had gone. */
async function watchNeeds(page: Page) {
  await page.evaluate(() => {
    const read = new Set<string>();
    const gone = new Set<string>();
    const twice = new Set<string>();
    const keyOf = (row: Element) => row.getAttribute("data-need") ?? "";
    const sight = new IntersectionObserver(
      (entries) => entries.forEach(({ target, isIntersecting }) => isIntersecting && read.add(keyOf(target))),
      { threshold: 1 },
    );
    let shown = new Set<Element>();
    const look = () => {
      const now = new Set(document.querySelectorAll("[data-need]"));
      for (const row of now.difference(shown)) {
        if (gone.has(keyOf(row))) twice.add(keyOf(row));
        sight.observe(row);
      }
      for (const row of shown.difference(now)) gone.add(keyOf(row));
      shown = now;
    };
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    const tell = () => {
      const chosen = [...document.querySelectorAll("[data-need]:has(input:checked)")].map(keyOf);
      return { read: [...read], twice: [...twice], unread: chosen.filter((key) => !read.has(key)) };
    };
    Object.assign(window, { tell });
  });
  return () =>
    page.evaluate(() => (window as unknown as { tell: () => Record<"read" | "twice" | "unread", string[]> }).tell());
}
