import { createRequire } from "node:module";
import path from "node:path";
import { cliFolder, home, isCliCurrent, isInstalled } from "./cli-bundle.mjs";
import { loadCompiled } from "./load-compiled.mjs";

/**
 * Runs the built command in this process; it is built first when its sources in a checkout have changed.
 * @param {import("./ask-server.mjs").Left} left
 */
export function runHere(left) {
  process.env["WARDROOM_HOME"] = home;
  globalThis.wardroomLeft = left;
  loadCompiled(path.join(cliFolder, "cli.cjs"), (file) => {
    // Who names a built command wants that one.
    if (isInstalled || process.env["WARDROOM_CLI"] !== undefined || isCliCurrent(path.basename(file, ".cjs"))) return;
    /** @type {typeof import("node:child_process")} Loaded only for this. */
    const { spawnSync } = createRequire(import.meta.url)("node:child_process");
    // A process of its own, for it may have to install what it needs; what it says goes to standard error, not into our output.
    const { status } = spawnSync(process.execPath, [path.join(home, "scripts/prepare-cli.mjs")], {
      stdio: ["ignore", 2, 2],
    });
    if (status !== 0) process.exit(1);
  });
}
