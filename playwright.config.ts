import { defineConfig, devices } from "@playwright/test";
import { BROWSER_FLAGS, findBrowser } from "./scripts/browser.mjs";
import { useMemoryForTemporaryFiles } from "./scripts/temporary-folder.mjs";

useMemoryForTemporaryFiles();

// One browser, the one scripts/browser.mjs finds or installs. Each worker has a server that opens one test's folders after another's; a
// test that ends or breaks its server has one to itself (e2e/test.ts).
const executablePath = findBrowser();

/** The journeys of `npm test`; the others are those of `npm run test:all`. */
const MAIN = /(journey|first-run|command-line|conflict|context|faults|finish|readme|relay)\.spec\.ts$/;

export default defineConfig({
  testDir: "e2e",
  projects: [
    { name: "main", testMatch: MAIN },
    { name: "others", testMatch: "**/*.spec.ts", testIgnore: MAIN },
  ],
  globalSetup: "./e2e/databases.ts",
  outputDir: "test-results",
  fullyParallel: true,
  // Each has a server and a browser, and waits more than it works: three keep two processors busy.
  workers: 3,
  forbidOnly: true,
  // The machine may be shared and slow: these limits catch a hang, never a slow run.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    screenshot: "only-on-failure",
    launchOptions: { args: BROWSER_FLAGS, ...(executablePath === undefined ? {} : { executablePath }) },
  },
});
