// `npm run openapi:lint`: writes the OpenAPI document to a temporary file and has it checked, without a network.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { openApi } from "@/app/api/routes";

const require = createRequire(import.meta.url);
const project = path.dirname(import.meta.dirname);
const folder = await mkdtemp(path.join(tmpdir(), "wardroom-openapi-"));
try {
  const file = path.join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(openApi(), null, 2));
  const linter = require.resolve("@redocly/cli/bin/cli.js");
  const { status } = spawnSync(
    process.execPath,
    [linter, "lint", file, "--config", path.join(project, "redocly.yaml")],
    {
      stdio: "inherit",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  process.exitCode = status ?? 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
