// `npm test`: what every change must pass in a few minutes, from a fresh clone with nothing installed. `npm run test:all`: all that takes
// longer, and every other script once, on the least that it does. Cheapest first; the first row with a failure ends it. Each step is a script
// of package.json, with its words, and can be run alone.
import "./require-node.mjs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureGenerated, ensureInstalled } from "./prepare.mjs";
import { showProgress } from "./progress.mjs";
import { run, runCommand, Stop } from "./run.mjs";

/** Those of one row run at once. `lint` writes declarations that `unused` reads. */
const STEPS =
  process.argv[2] === "all"
    ? [
        ["generate"],
        ["plugin", "format", "migration -- nothing_new", "build"],
        [
          "fuzz -- 0.001 single-spaces",
          "mutation -- version-number",
          "soak -- --part power --count 1 --seed 1",
          "bench -- core",
          "lighthouse -- /example desktop",
          `screenshots -- ${path.join(tmpdir(), `wardroom-pictures-${process.pid}`)} people`,
        ],
        ["unit:all"],
        ["interoperability"],
        ["e2e:all"],
      ]
    : [["lint", "format:check", "plugin:check", "openapi:lint"], ["unused", "unit"], ["build"], ["e2e"]];

await runCommand(async () => {
  await ensureInstalled();
  await ensureGenerated();
  await ensureBrowser();

  let passed = 0;
  for (const row of STEPS) {
    await showProgress(row.join(", "), async (report) => {
      const ended = await Promise.all(row.map(async (step) => ({ step, ...(await runStep(step, report)) })));
      const failed = ended.filter(({ code }) => code !== 0);
      passed += ended.length - failed.length;
      if (failed.length === 0) return;
      const hints = failed.map(({ step }) => `${step} failed: the lines above say why. Alone: npm run ${step}`);
      throw new Stop(
        [...hints, `${passed} passed, ${failed.length} failed`].join("\n"),
        failed.map(({ output }) => output).join("\n"),
      );
    });
  }
  console.log(`${passed} passed, 0 failed`);
});

/** @param {string} step @param {(detail: string) => void} report */
function runStep(step, report) {
  return run(["npm", "run", "--silent", ...step.split(" ")], { onOutput: (text) => report(lastLine(text)) });
}

/** @param {string} text What is shown beside a running step, without colours. */
function lastLine(text) {
  // \x1b[32m
  const plain = text.replaceAll(/\x1b\[[\d;?]*[A-Za-z]/g, "");
  return plain.trim().split(/\r?\n/).at(-1)?.trim().slice(0, 60) ?? "";
}
