// `npm run build`: builds the server, unless the last build was made from the same sources.
import "./require-node.mjs";
import { ensureBuilt, ensureGenerated, ensureInstalled } from "./prepare.mjs";
import { runCommand } from "./stop.mjs";

await runCommand(async () => {
  await ensureInstalled();
  await ensureGenerated();
  if (!(await ensureBuilt())) console.log("The build is current.");
});
