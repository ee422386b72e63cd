import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { axeOn, faults } from "./axe";
import { SIGHTS, WIDTHS } from "./sights";
import { expect, open, test } from "./test";

test.use({ files: "example", locale: "ko-KR" });

const korean: Record<string, string> = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, "../lib/core/i18n/korean.json"), "utf8"),
);

/** Tags, names and states as files have them: the same in every language. */
const MARKS = [
  "Lead",
  "Finding",
  "Pattern",
  "Decision",
  "Warning",
  "Dependency",
  "Conflict",
  "Question",
  "Gate",
  "ACK",
  "active",
  "paused",
];

/** English sentences of the interface for which there is Korean. */
const ENGLISH = Object.entries(korean)
  .filter(([english, said]) => english !== said && !MARKS.includes(english))
  .map(([english]) => english);

/** What can be read or heard on the page in English though there is Korean for it; not what files say, or what is typed. */
function foundEnglish(page: Page): Promise<string[]> {
  return page.evaluate((sentences) => {
    const known = new Set(sentences);
    const isContent = (element: Element | null) =>
      Boolean(
        element?.closest("code, pre, kbd, bdi, script, style, .cm-content, .font-mono, [dir='auto'], [lang='en']"),
      );
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (!isContent(walker.currentNode.parentElement)) texts.push(walker.currentNode.textContent?.trim() ?? "");
    }
    for (const name of ["aria-label", "aria-description", "title", "placeholder"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? "");
    }
    return [...new Set(texts)].filter((text) => known.has(text));
  }, ENGLISH);
}

const PAGES = SIGHTS.filter(({ show }) => show === undefined);
const HALF = Math.ceil(PAGES.length / 2);

for (const pages of [PAGES.slice(0, HALF), PAGES.slice(HALF)]) {
  const names = `${pages[0]?.name} to ${pages.at(-1)?.name}`;
  test(`the pages ${names} are Korean and fit in either width, and axe finds nothing`, async ({
    page,
    expectMessage,
  }) => {
    test.slow();
    expectMessage(/status of 404 .*there-is-no-such/);
    for (const { name, address } of pages) {
      await test.step(name, async () => {
        await page.setViewportSize(WIDTHS[0]);
        if (name === "not-found") await page.goto(address);
        else await open(page, address);
        await expect(page.locator("html")).toHaveAttribute("lang", "ko");
        for (const viewport of WIDTHS) {
          await page.setViewportSize(viewport);
          expect.soft(await foundEnglish(page), name).toEqual([]);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect.soft(overflow, `${name} at ${viewport.width} px`).toBeLessThanOrEqual(0);
        }
        // Its markup and colours are those of the English page: once is enough, and without contrast.
        expect.soft(await faults(page, axeOn(page).disableRules("color-contrast")), name).toEqual([]);
      });
    }
  });
}

test("what a page asks and shows once is Korean too", async ({ page }) => {
  test.slow();
  const said = (english: string) => {
    const text = korean[english];
    if (text === undefined) throw new Error(`${english} has no Korean`);
    return text;
  };
  const isKorean = (name: string) =>
    test.step(name, async () => {
      expect.soft(await foundEnglish(page), name).toEqual([]);
      expect.soft(await faults(page), name).toEqual([]);
    });
  const session = "/example/sessions/invoice-import";

  await open(page, "/example/settings?session=invoice-import");
  const people = page.getByRole("region", { name: said("People") });
  await people.getByLabel(said("Name"), { exact: true }).fill("Dana");
  await people.getByRole("button", { name: said("Invite") }).click();
  await expect(people.locator("code")).toBeVisible();
  await isKorean("invite");
  await page.getByRole("button", { name: said("New token for {id}").replace("{id}", "implementer-2") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await isKorean("token");

  await open(page, "/example/join?session=invoice-import");
  await expect(page.getByRole("list", { name: said("Clients") })).toBeVisible();
  await isKorean("join");

  await open(page, `${session}/context?edit=true`);
  await expect(page.getByRole("group", { name: said("What is sent") })).toHaveAttribute("aria-busy", "false");
  await isKorean("publish");

  await open(page, `${session}/memory`);
  const more = new RegExp(said("More for {role}").replace("{role}", "\\S+"));
  await page.getByRole("button", { name: more }).first().click();
  await page.getByRole("menuitem", { name: said("Archive the section…") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await isKorean("archive");
});

test("a language chosen in the settings wins over the browser's, until that is chosen again", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("용어");
  expect(await foundEnglish(page)).toEqual([]);

  await open(page, "/example/settings");
  const choice = page.getByRole("group", { name: "언어" });
  await expect(choice.getByRole("button", { name: "브라우저 언어" })).toHaveAttribute("aria-pressed", "true");

  await choice.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const chosen = page.getByRole("group", { name: "Language" });
  await expect(chosen.getByRole("button", { name: "English" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("script[src*='/words/']")).toHaveCount(0);

  await chosen.getByRole("button", { name: "Browser language" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
});

test.describe("before anybody has signed in", () => {
  test.use({ signedIn: false });

  test("the login page is Korean", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "로그인" })).toBeVisible();
    expect(await foundEnglish(page)).toEqual([]);
  });
});
