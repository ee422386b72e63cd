import type { Page } from "@playwright/test";
import type { GateList } from "@/lib/contracts/gates";
import { CONNECTION_LOST, expect, MEMORY, open, row, test } from "./test";

test.use({ ownServer: true });

const SESSION = "/team/sessions/checkout";
const comment = (page: Page) => page.getByLabel("Your comment");

test("a click while the server is away keeps the page and what is written, and leads on when it is back", async ({
  page,
  server,
  expectMessage,
}) => {
  expectMessage(CONNECTION_LOST);
  await open(page, MEMORY);
  await page.getByRole("row").filter({ hasText: /\w/ }).nth(1).click();
  await comment(page).fill("Half a sen");
  await server.kill();
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByText("Wardroom does not answer. Your page opens when it does.")).toBeVisible();
  await expect(comment(page)).toHaveValue("Half a sen");
  await expect(page).toHaveURL(/memory/);
  await server.restart();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(comment(page)).toHaveValue("Half a sen");
});

test("whatever is written survives a reload, a crash of the tab and a restart, until it is sent", async ({
  page,
  context,
  owner,
  server,
  expectMessage,
}) => {
  test.slow();
  expectMessage(CONNECTION_LOST);
  await owner.post("/sessions/checkout/memory/items", { tag: "Question", text: "Which currency?" });
  await owner.put("/sessions/checkout/context", { text: "# Global Context\n\n## Scope\n**Goal:** one\n" });
  await owner.post<GateList>("/sessions/checkout/gates", { phase: 1 });

  /** Each text that can be begun: how its field is opened, and which it is. */
  const begun = [
    {
      what: "an item",
      show: async (on: Page) => {
        await open(on, MEMORY);
        await on.keyboard.press("c");
        return on.getByRole("dialog").getByLabel("Text");
      },
    },
    {
      what: "a comment",
      show: async (on: Page) => {
        await open(on, MEMORY);
        await row(on, "Which currency?").click();
        return comment(on);
      },
    },
    {
      what: "a resolution",
      show: async (on: Page) => {
        await open(on, MEMORY);
        await row(on, "Which currency?").click();
        await on.keyboard.press("r");
        return on.getByLabel("Resolution");
      },
    },
    {
      what: "an answer",
      show: async (on: Page) => {
        await open(on, "/team");
        await on
          .getByRole("listitem")
          .filter({ hasText: "Which currency?" })
          .getByRole("button", { name: /^Resolve/ })
          .click();
        return on.getByRole("textbox", { name: "Answer" });
      },
    },
    {
      what: "a waiver",
      show: async (on: Page) => {
        await open(on, `${SESSION}/gates`);
        await on
          .getByRole("listitem")
          .filter({ hasText: "Which currency?" })
          .getByRole("button", { name: /^Waive/ })
          .click();
        return on.getByLabel("Reason");
      },
    },
    {
      what: "a context",
      show: async (on: Page) => {
        await open(on, `${SESSION}/context?edit=true`);
        return on.getByLabel("Required actions");
      },
    },
  ];
  for (const { what, show } of begun) {
    const field = await show(page);
    await field.fill(`Half of ${what}`);
    await expect(field, what).toHaveValue(`Half of ${what}`);
  }
  const crashed = page.waitForEvent("crash");
  await page.goto("chrome://crash").catch(() => undefined);
  await crashed;
  await page.close();
  await server.kill();
  await server.restart();
  const again = await context.newPage();
  for (const { what, show } of begun) await expect(await show(again), what).toHaveValue(`Half of ${what}`);

  await again.evaluate(() => {
    for (const name of Object.keys(localStorage))
      if (/draft:(context|waive|add|comment) /.test(name)) localStorage.removeItem(name);
  });
  const answer = await begun[3]!.show(again);
  await answer.press("Control+Enter");
  await expect(again.getByText("Resolved", { exact: true }).first()).toBeVisible();
  const kept = () =>
    again.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("draft:resolve item")));
  await expect.poll(kept).toEqual([]);
});
