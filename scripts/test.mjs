// `npm test`: everything a change must pass, from a fresh clone with nothing installed. Cheapest first; the first
// failure ends it. Each step is a script of package.json and can be run alone.
import "./require-node.mjs";
import { ensureBrowser } from "./browser.mjs";
import { ensureGenerated, ensureInstalled } from "./prepare.mjs";
import { showProgress } from "./progress.mjs";
import { run } from "./run.mjs";
import { Stop, runCommand } from "./stop.mjs";

const STEPS = [
  "format:check",
  "lint",
  "unused",
  "plugin:check",
  "types",
  "openapi:lint",
  "unit",
  "build",
  "interoperability",
  "e2e",
];

await runCommand(async () => {
  await ensureInstalled();
  await ensureGenerated();
  await ensureBrowser();

  for (const [passed, step] of STEPS.entries()) {
    await showProgress(step, async (report) => {
      const { code, output } = await run(["npm", "run", "--silent", step], {
        onOutput: (text) => report(lastLine(text)),
      });
      if (code === 0) return;
      throw new Stop(
        `${step} failed: the lines above say why. Alone: npm run ${step}\n${passed} passed, 1 failed`,
        output,
      );
    });
  }
  console.log(`${STEPS.length} passed, 0 failed`);
});

/** @param {string} text What is shown beside a running step, without colours. */
function lastLine(text) {
  // \x1b[32m
  const plain = text.replaceAll(/\x1b\[[\d;?]*[A-Za-z]/g, "");
  return plain.trim().split(/\r?\n/).at(-1)?.trim().slice(0, 60) ?? "";
}
