#!/usr/bin/env node
// The command `wardroom`: starts the built command, which is built anew first when its sources have changed.
import "./require-node.mjs";
import { spawnSync } from "node:child_process";
import module from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { cliFolder, home, isCliCurrent } from "./cli-bundle.mjs";

// Who names a built command wants that one.
if (process.env["WARDROOM_CLI"] === undefined && !isCliCurrent()) {
  // A process of its own, for it may have to install what it needs; what it says goes beside our own output.
  const { status } = spawnSync(process.execPath, [path.join(home, "scripts/prepare-cli.mjs")], {
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) process.exit(1);
}
// Newer ones keep what they compiled, and the next start is sooner.
/** @type {{enableCompileCache?: () => unknown}} */ (module).enableCompileCache?.();
process.env["WARDROOM_HOME"] = home;
await import(pathToFileURL(path.join(cliFolder, "cli.mjs")).href);
