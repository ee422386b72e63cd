// `npm run screenshots [folder]`: photographs every page of the example in both themes and both widths, from the build that
// is there, and docs/screenshot.png for the README.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { BROWSER_FLAGS, findBrowser } from "../scripts/browser.mjs";
import { signedInCookie } from "./sign-in.mjs";
import { startServer } from "../scripts/start-server.mjs";
import { SIGHTS, THEMES, WIDTHS } from "./sights";
import { open } from "./awake";

const folder = path.resolve(process.argv[2] ?? "test-results/screenshots");
const only = process.argv[3];
/** Whoever looks at some pages alone looks at them in one theme. */
const themes = only === undefined ? THEMES : THEMES.slice(0, 1);

const data = await mkdtemp(path.join(tmpdir(), "wardroom-"));
const server = await startServer({ data });
const executablePath = findBrowser();
const browser = await chromium.launch({ args: BROWSER_FLAGS, ...(executablePath !== undefined && { executablePath }) });
await mkdir(folder, { recursive: true });

try {
  for (const colorScheme of themes) {
    for (const viewport of WIDTHS) {
      const context = await browser.newContext({
        baseURL: server.origin,
        colorScheme,
        viewport,
        reducedMotion: "reduce",
      });
      await context.addCookies([await signedInCookie(server)]);
      const page = await context.newPage();
      for (const { name, address, show } of SIGHTS.filter(
        (sight) => only === undefined || sight.name.startsWith(only),
      )) {
        if (name === "not-found") await page.goto(address);
        else await open(page, address);
        await show?.(page);
        const file = path.join(folder, `${name}-${colorScheme}-${viewport.width}.png`);
        const picture = await photograph(page);
        await writeFile(file, picture);
        if (name === "memory" && colorScheme === "light" && viewport.width === 1440) {
          await writeFile(path.resolve(import.meta.dirname, "../docs/screenshot.png"), picture);
        }
        console.log(path.relative(process.cwd(), file));
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
}

/** A picture of a page that has come to rest: two in a row are the same. */
async function photograph(page: Page): Promise<Buffer> {
  let picture = await page.screenshot();
  for (let tries = 0; tries < 10; tries++) {
    const next = await page.screenshot();
    if (next.equals(picture)) break;
    picture = next;
  }
  return picture;
}
