// `npm run build`: builds the command and the server, unless the last build was made from the same sources.
import "./require-node.mjs";
import { ensureCli } from "./build-cli.mjs";
import { ensureBuilt, ensureGenerated, ensureInstalled } from "./prepare.mjs";
import { runCommand } from "./run.mjs";

await runCommand(async () => {
  await ensureInstalled();
  await ensureGenerated();
  await ensureCli();
  if (!(await ensureBuilt())) console.log("The build is current.");
});
