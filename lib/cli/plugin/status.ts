import { planInstall, readInstalled, SCRIPT, SETTINGS } from "@/lib/core/plugin-setup/plan-setup";
import { listHooks } from "@/lib/core/plugin-setup/setup-files";
import { findServer } from "@/lib/cli/find-server";
import type { Paint } from "@/lib/cli/paint";
import { readAssets, real } from "@/lib/cli/plugin/assets";
import { readProject } from "@/lib/cli/project-files";
import type { Surroundings } from "@/lib/cli/surroundings";

/** What a project's Claude Code has of Wardroom. */
export interface Status {
  folder: string;
  /** Version of what is installed; null for nothing. */
  installed: string | null;
  /** Whether installing again would change nothing. */
  isCurrent: boolean;
  /** Hooks of ours in the project's settings. */
  hooks: number;
  server: { url: string; workspace: string | null } | null;
}

/** What is installed in a project, and whether a server serves it. */
export async function readStatus(surroundings: Surroundings, folder: string): Promise<Status> {
  const assets = await readAssets(surroundings, folder);
  const project = await readProject(
    surroundings,
    folder,
    assets.files.map(({ path }) => path),
  );
  const installed = readInstalled(project)?.version ?? null;
  const settings = project.read(SETTINGS);
  const hooks = settings === null ? [] : listHooks(settings, SETTINGS).filter(({ hook }) => hook.includes(SCRIPT));
  const isCurrent = planInstall(project, assets).files.every(({ before, after }) => before === after);
  const server = await findServer(surroundings.settings().dataFolder);
  const served = await Promise.all(
    (server?.workspaces ?? []).map(async (each) => ({ name: each.name, folder: await real(each.folder) })),
  );
  const workspace = served.find((each) => each.folder === folder)?.name ?? null;
  return { folder, installed, isCurrent, hooks: hooks.length, server: server && { url: server.url, workspace } };
}

/** The same in sentences, each with what to do next. */
export function renderStatus({ folder, installed, isCurrent, hooks, server }: Status, paint: Paint): string {
  const what =
    installed === null
      ? `${paint.warn("Not installed")} in ${folder}. Next: wardroom plugin install\n`
      : isCurrent
        ? `${paint.good("Installed")} in ${folder}: ${installed}, ${hooks} hooks.\n`
        : `${paint.warn("Installed, and not as this Wardroom would")} in ${folder}: ${installed}, ${hooks} hooks. Next: wardroom plugin install\n`;
  if (server === null)
    return `${what}No server answers: the rules hold from the files alone, and deliveries wait. Next: wardroom serve\n`;
  return server.workspace === null
    ? `${what}The server at ${server.url} does not serve this project. Next: wardroom serve\n`
    : `${what}The server at ${server.url} serves it as ${server.workspace}.\n`;
}
