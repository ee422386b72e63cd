// `npx tsx scripts/draw-icons.ts`: draws the pictures in public/ that have no vector form, from public/icon.svg. Run it when
// the sign, the name or the colours change; what it draws is committed.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { BROWSER_FLAGS, findBrowser } from "./browser.mjs";

const root = path.resolve(import.meta.dirname, "..");
const publicFolder = path.join(root, "public");

/** The dark theme's panel and text (app/globals.css): the pictures are the same in both themes. */
const [GROUND, TEXT, SUBDUED] = ["#131312", "#ecebe7", "#b1afa8"];

/** Share of the side that the sign takes: launchers cut a circle out of a maskable icon, and the sign must lie within it. */
const WHOLE = 1;
const WITHIN_THE_CIRCLE = 0.62;

const sign = await readFile(path.join(publicFolder, "icon.svg"), "utf8");
const typeface = await readFile(
  path.join(root, "node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2"),
  "base64",
);
const executablePath = findBrowser();
const browser = await chromium.launch({
  args: BROWSER_FLAGS,
  ...(executablePath === undefined ? {} : { executablePath }),
});
try {
  const page = await browser.newPage();
  await drawIcon(page, "icon-192.png", 192, WHOLE);
  await drawIcon(page, "icon-512.png", 512, WHOLE);
  await drawIcon(page, "icon-maskable-512.png", 512, WITHIN_THE_CIRCLE, GROUND);
  await drawIcon(page, "apple-touch-icon.png", 180, WITHIN_THE_CIRCLE, GROUND);
  await writeFile(path.join(publicFolder, "favicon.ico"), iconFile(await icon(page, 32, WHOLE), 32));
  await drawSocialPicture(page);
} finally {
  await browser.close();
}

async function drawIcon(page: Page, name: string, side: number, share: number, ground?: string): Promise<void> {
  await writeFile(path.join(publicFolder, name), await icon(page, side, share, ground));
}

async function icon(page: Page, side: number, share: number, ground = "transparent"): Promise<Buffer> {
  const signSide = Math.round(side * share);
  await page.setViewportSize({ width: side, height: side });
  await page.setContent(
    `<style>
       body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${ground} }
       svg { width: ${signSide}px; height: ${signSide}px; display: block }
     </style>${sign}`,
  );
  return page.screenshot({ omitBackground: true });
}

async function drawSocialPicture(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.setContent(
    `<style>
       @font-face { font-family: Geist; font-weight: 100 900; src: url(data:font/woff2;base64,${typeface}) }
       body { margin: 0; height: 100vh; box-sizing: border-box; padding: 96px; background: ${GROUND}; color: ${TEXT};
              font-family: Geist; display: flex; flex-direction: column; justify-content: center }
       h1 { margin: 0 0 36px; font-size: 96px; font-weight: 600; letter-spacing: -0.03em; display: flex; align-items: center; gap: 32px }
       p { margin: 0; font-size: 42px; line-height: 1.35; color: ${SUBDUED}; max-width: 960px }
       svg { width: 104px; height: 104px }
     </style>
     <h1>${sign}Wardroom</h1>
     <p>Shared memory for teams of AI coding agents: no lost lines, one version for everyone, a history of every change.</p>`,
  );
  await page.evaluate(() => document.fonts.ready);
  await writeFile(path.join(publicFolder, "social.png"), await page.screenshot());
}

/** An ICO file that holds one PNG: a header of 6 bytes, an entry of 16, and the picture. */
function iconFile(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
