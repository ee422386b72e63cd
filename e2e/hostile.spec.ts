import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, open, row, test } from "./test";

const ITEMS = [
  '- [Finding] <script>document.title = "owned"</script><img src=x onerror="document.title=\'owned\'">',
  '- [Finding] ![tracker](https://tracker.example/pixel.png) and <img src="https://tracker.example/second.png">',
  "- [Finding] [click me](javascript:document.title='owned') and [data](data:text/html,<script>1</script>)",
  "- [Finding] [a plain link](https://example.com/page) and <https://example.com/other>",
  `- [Warning] ${"word ".repeat(400).trim()}`,
  `- [Warning] ${"unbroken".repeat(250)}`,
  "- [Question] هل تُحفظ سلة الضيف يومًا أم أسبوعًا؟ راجع `cart.ttl` في الإعدادات",
  "- [Decision] 결제는 두 번째 주까지 기능 플래그 뒤에 둔다 🚧👩🏽‍💻🏳️‍🌈",
  "- [Pattern] 支付在第二周之前一直处于功能开关之后",
  "- [Finding] \u202Eright to left override\u202C and \u0000 nothing",
  '- [Finding] "></span></div><h1>Forged</h1>',
  "- [Pattern] Code:\n  ```html\n  <script>document.title = 'owned'</script>\n  ```\n  ## not a heading",
].join("\n");

const MEMORY_TEXT = `# TEAM-MEMORY — <b>hostile</b>\n\n## Lead\n${ITEMS}\n\n## ${"long-role-name-".repeat(4)}1\n- [Finding] Hello\n`;

test.use({ files: { ".agent/teams/hostile/TEAM-MEMORY.md": MEMORY_TEXT.replace("\u0000", "") } });

const PAGES = [
  "/team",
  "/team/sessions/hostile/memory",
  "/team/sessions/hostile/memory?view=board",
  "/team/sessions/hostile/memory?view=file",
  "/team/sessions/hostile/history",
  "/team/history",
  "/team/settings",
];

test("nothing in a memory is executed or fetched, whatever it says", async ({ page, context }) => {
  // What leaves for another host fails every test (e2e/test.ts); so does what the page's policy had to forbid.
  await open(page, "/team/sessions/hostile/memory");
  const peek = page.getByRole("complementary", { name: "Item" });
  for (const [text, shown] of [
    ["document.title", "<script>document.title"],
    ["and <img src=", "[picture: tracker]"],
    ["click me", "[click me](javascript:"],
    ["Forged", '"></span></div><h1>Forged</h1>'],
    ["Code:", "<script>document.title"],
  ] as const) {
    await row(page, text).first().click();
    await expect(peek).toContainText(shown);
  }
  await expect(peek.locator("script, img, h1, iframe")).toHaveCount(0);

  await row(page, "a plain link").click();
  const links = peek.getByRole("link");
  await expect(links).toHaveCount(2);
  await expect(links.first()).toHaveAttribute("rel", "noreferrer");
  await expect(page.locator("a[href^='javascript'], a[href^='data:']")).toHaveCount(0);
  await expect(page).not.toHaveTitle(/owned/);

  for (const address of PAGES) {
    await open(page, address);
    await expect(page).not.toHaveTitle(/owned/);
    await expect(page.getByRole("heading", { name: "Forged" })).toHaveCount(0);
  }
  expect(context.pages()).toHaveLength(1);
});

for (const width of [375, 1280]) {
  test(`long and foreign text leaves the layout whole at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const address of [...PAGES, "/team/sessions/hostile/memory?q=unbroken"]) {
      await open(page, address);
      await expect(page.getByRole("main")).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${address} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    await row(page, "unbroken").click();
    await expect(page.getByRole("complementary", { name: "Item" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
}

test("Arabic runs from right to left, with the code in it from left to right", async ({ page }) => {
  await open(page, "/team/sessions/hostile/memory");
  const words = row(page, "cart.ttl").locator("[dir=auto]");
  await expect(words).toHaveCSS("direction", "rtl");
  await expect(words.getByText("cart.ttl")).toHaveCSS("direction", "ltr");
});

/** A turn of direction, a zero width space and a tag: what a title could hide. */
const HIDDEN = "\u202E\u200B\u{E0041}";

/** The bundled example with such characters in every sentence, heading, description and item of its files. */
function poisonedExample(): Record<string, string> {
  const root = path.join(import.meta.dirname, "../example/workspace");
  const files: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const lines = readFileSync(file, "utf8").split("\n");
    // "## Phase 2: import", "- Reads the file", "description: What it is", "  - a question in words"
    const prose =
      /^(#+ \S+ .*|[A-Z]\S* .*|\s*- (?!\w+:)\S+ .*|\s*(?:description|question|title|summary|goal): [^|>'"&*[{].*)$/;
    files[path.relative(root, file)] = lines.map((line) => (prose.test(line) ? `${line}${HIDDEN}` : line)).join("\n");
  }
  return files;
}

const EVERY_KIND = [
  "/team",
  "/team/agents",
  "/team/agents/tester",
  "/team/agents/tester?view=sessions",
  "/team/agents/tester?view=brief",
  "/team/knowledge",
  "/team/knowledge/teams/security-review",
  "/team/knowledge?view=duplicates",
  "/team/sessions/invoice-import/memory",
  "/team/sessions/invoice-import/context",
  "/team/sessions/invoice-import/gates",
  "/team/sessions/invoice-import/history",
  "/team/history",
  "/team/search?q=invoice",
];

test.describe("texts that hide characters", () => {
  test.use({ files: poisonedExample() });

  test("are shown with them in every kind of title and text", async ({ page }) => {
    let shown = 0;
    for (const address of EVERY_KIND) {
      await open(page, address);
      await expect(page.getByRole("main")).toBeVisible();
      const found = await page.evaluate(() => {
        const hidden = /[\u202E\u200B\u{E0041}]/u;
        const texts: string[] = [document.title];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          if (!(node instanceof Element)) {
            if (node.parentElement?.closest("script, style, textarea") === null) texts.push(node.textContent ?? "");
          } else
            for (const name of ["title", "alt", "placeholder", "aria-label"]) texts.push(node.getAttribute(name) ?? "");
        }
        return {
          raw: texts.filter((text) => hidden.test(text)),
          shown: texts.filter((text) => text.includes("‹U+202E›")).length,
        };
      });
      expect(found.raw, address).toEqual([]);
      shown += found.shown;
    }
    // Something was there to be shown: on most of these pages many times.
    expect(shown).toBeGreaterThan(50);
  });
});
