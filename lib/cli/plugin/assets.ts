import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readOwnFiles } from "@/lib/cli/plugin/own-files";
import { OWN_FOLDER, SCRIPT, type SetupAssets } from "@/lib/core/plugin-setup/plan-setup";
import type { HookGroups } from "@/lib/core/plugin-setup/setup-files";
import { findServer } from "@/lib/cli/find-server";
import type { Surroundings } from "@/lib/cli/surroundings";

/** The address a client uses where no server runs to name another. */
const ADDRESS = "http://127.0.0.1:4100";
/** The parts of the plugin that a project gets copies of, beside the script: where from, and where to. */
const COPIES: [string, string][] = [
  ["skills/wardroom/SKILL.md", ".claude/skills/wardroom/SKILL.md"],
  ...["load", "unload", "knowledge", "resume", "reload"].map((name): [string, string] => [
    `commands/${name}.md`,
    `.claude/commands/wardroom/${name}.md`,
  ]),
];

/** The plugin of this Wardroom as the project in `folder` gets it. Where no server runs, the address it has stays. */
export async function readAssets(surroundings: Surroundings, folder: string): Promise<SetupAssets> {
  const { project, version } = surroundings;
  const { dataFolder } = surroundings.settings();
  const read = (path: string) => readFile(join(project, "plugin", path), "utf8");
  const hooks = (await read("hooks/hooks.json")).replaceAll(
    "${CLAUDE_PLUGIN_ROOT}/scripts/hook.mjs",
    `\${CLAUDE_PROJECT_DIR}/${SCRIPT}`,
  );
  const server = await findServer(dataFolder);
  const copies = await Promise.all(COPIES.map(async ([from, to]) => ({ path: to, text: await read(from) })));
  return {
    version,
    hooks: (JSON.parse(hooks) as { hooks: HookGroups }).hooks,
    server: {
      type: "http",
      url: `\${WARDROOM_URL:-${server?.url ?? (await installedAddress(folder)) ?? ADDRESS}}/api/mcp`,
      headersHelper: `node "\${CLAUDE_PROJECT_DIR:-.}/${SCRIPT}" headers`,
    },
    files: [...(await readOwnFiles(surroundings, OWN_FOLDER)), ...copies],
  };
}

/** The address in a project's settings of MCP, such as `${WARDROOM_URL:-http://127.0.0.1:4101}/api/mcp`; null without one. */
async function installedAddress(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, ".mcp.json"), "utf8").catch(() => "");
  return /\$\{WARDROOM_URL:-([^}"]+)\}\/api\/mcp/.exec(text)?.[1] ?? null;
}
