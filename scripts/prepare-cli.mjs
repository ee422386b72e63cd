// `node scripts/prepare-cli.mjs`: makes whatever the command `wardroom` needs of a fresh or changed checkout.
import "./require-node.mjs";
import { ensureCli } from "./build-cli.mjs";
import { ensureGenerated, ensureInstalled } from "./prepare.mjs";
import { runCommand } from "./run.mjs";

await runCommand(async () => {
  await ensureInstalled();
  await ensureGenerated();
  await ensureCli();
});
