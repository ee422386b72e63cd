// `npm run generate`: writes the typed database client that `prisma/schema.prisma` describes.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const prisma = createRequire(import.meta.url).resolve("prisma/build/index.js");

const { status, stdout, stderr } = spawnSync(process.execPath, [prisma, "generate", "--no-hints"], {
  cwd: root,
  encoding: "utf8",
  env: {
    ...process.env,
    // Generating never runs the native engine, yet Prisma downloads it unless told where one is: any program will do.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  },
});
if (status !== 0) {
  console.error(stdout + stderr);
  console.error("The database client could not be generated; the lines above say why.");
}
process.exitCode = status ?? 1;
