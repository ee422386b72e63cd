// `npm run generate`: writes the typed database client that `prisma/schema.prisma` describes.
import "./require-node.mjs";
import { ensureGenerated, ensureInstalled } from "./prepare.mjs";
import { runCommand } from "./run.mjs";

await runCommand(async () => {
  await ensureInstalled();
  await ensureGenerated({ force: true });
});
