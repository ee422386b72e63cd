// `npm start`: makes whatever is missing of a fresh or changed checkout, then serves it. An installed package is served as it is.
import "./require-node.mjs";
// Early, because it remembers who started us.
import "./orphan.mjs";
import { assertFree, readAddress } from "./address.mjs";
import { isInstalled } from "./cli-bundle.mjs";
import { assertEnoughOpenFiles } from "./open-files.mjs";
import { ensureBuilt, ensureGenerated, ensureInstalled } from "./prepare.mjs";
import { runCommand } from "./run.mjs";

// Started by `wardroom up`, which ended before this was ready: nobody would know of it. It leads a group of its own, the build included.
const isUp = process.env["WARDROOM_UP"] === "1";
if (isUp) process.stdin.once("end", endAll).resume();

await runCommand(async () => {
  assertEnoughOpenFiles();
  await assertFree(readAddress());
  if (isInstalled) return;
  await ensureInstalled();
  await ensureGenerated();
  await ensureBuilt();
});
await import("./serve.mjs");

function endAll() {
  if (process.platform !== "win32") process.kill(-process.pid);
  process.exit(1);
}
