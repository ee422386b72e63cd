import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { showProgress } from "./progress.mjs";
import { run, Stop } from "./run.mjs";

/** Keep Chromium quiet without a network and able to start as root, where it has no sandbox. */
export const BROWSER_FLAGS = [
  ...["--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
  ...(isRoot() ? ["--no-sandbox"] : []),
];

/** Without windows, menus and a screen a browser takes half the time for each page: that form is preferred where there is one. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome.exe",
];

const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** The Chromium or Chrome that tests run in: CHROME_PATH, an installed one, or Playwright's own. */
export function findBrowser() {
  const chosen = process.env["CHROME_PATH"];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Stop(`CHROME_PATH names ${chosen}, which does not exist: correct it, or leave it out.`);
  }
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean);
  const installed = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return [...installed, ...ELSEWHERE, playwrightsOwn()].find((file) => file !== undefined && existsSync(file));
}

/** Like `findBrowser`, and installs one where there is none. */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found !== undefined) return found;
  const output = await showProgress("Installing a browser", async () => {
    // Debian's own package needs no other server than the rest of the system.
    if (isRoot() && existsSync("/usr/bin/apt-get")) {
      const env = { DEBIAN_FRONTEND: "noninteractive" };
      let { output } = await run(["apt-get", "update"], { env });
      const install = ["apt-get", "install", "-y", "--no-install-recommends", "fonts-liberation"];
      for (const name of ["chromium-headless-shell", "chromium"]) {
        output += (await run([...install, name], { env })).output;
        if (findBrowser() !== undefined) break;
      }
      return output;
    }
    return (await run(["node_modules/@playwright/test/cli.js", "install", "--with-deps", "chromium"])).output;
  });
  const installed = findBrowser();
  if (installed !== undefined) return installed;
  throw new Stop(
    "No browser was found and none could be installed: install Chromium or Chrome, or set CHROME_PATH to one, and start again.",
    output,
  );
}

function isRoot() {
  return process.getuid?.() === 0;
}

function playwrightsOwn() {
  try {
    /** @type {typeof import("@playwright/test")} */
    const { chromium } = createRequire(import.meta.url)("@playwright/test");
    return chromium.executablePath();
  } catch {
    // Not installed yet, or it has no browser for this system.
    return undefined;
  }
}
