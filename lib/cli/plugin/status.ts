import { planInstall, readInstalled, SCRIPT, SETTINGS, type SetupProject } from "@/lib/core/plugin-setup/plan-setup";
import { listHooks } from "@/lib/core/plugin-setup/setup-files";
import { planClientInstall, readClientRecord, type ClientAssets } from "@/lib/core/plugin-setup/plan-client";
import type { OtherClient } from "@/lib/cli/plugin/clients";
import { findServer } from "@/lib/cli/find-server";
import type { Paint } from "@/lib/cli/paint";
import { readAssets } from "@/lib/cli/plugin/assets";
import { real } from "@/lib/cli/plugin/own-files";
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
  return { folder, installed, isCurrent, hooks: hooks.length, server: await servedBy(surroundings, folder) };
}

/** What a project's other client has of Wardroom. */
export type ClientStatus = Omit<Status, "hooks"> & { client: string };

/** What is installed for another client, and whether a server serves the project. */
export async function readClientStatus(
  surroundings: Surroundings,
  folder: string,
  { client, project, assets }: { client: OtherClient; project: SetupProject; assets: ClientAssets },
): Promise<ClientStatus> {
  const installed = readClientRecord(project, client.folder)?.version ?? null;
  const isCurrent = planClientInstall(project, assets).files.every(({ before, after }) => before === after);
  return { folder, client: client.name, installed, isCurrent, server: await servedBy(surroundings, folder) };
}

async function servedBy(surroundings: Surroundings, folder: string): Promise<Status["server"]> {
  const server = await findServer(surroundings.settings().dataFolder);
  const served = await Promise.all(
    (server?.workspaces ?? []).map(async (each) => ({ name: each.name, folder: await real(each.folder) })),
  );
  return server && { url: server.url, workspace: served.find((each) => each.folder === folder)?.name ?? null };
}

/** The same in sentences, each with what to do next. */
export function renderClientStatus(
  { folder, client, installed, isCurrent, server }: ClientStatus,
  paint: Paint,
): string {
  const place = `for ${client} in ${folder}`;
  const what =
    installed === null
      ? `${paint.warn("Not installed")} ${place}. Next: wardroom plugin install --client …\n`
      : isCurrent
        ? `${paint.good("Installed")} ${place}: ${installed}.\n`
        : `${paint.warn("Installed, and not as this Wardroom would")} ${place}: ${installed}. Install once more.\n`;
  return what + renderServer(server);
}

/** The same in sentences, each with what to do next. */
export function renderStatus({ folder, installed, isCurrent, hooks, server }: Status, paint: Paint): string {
  const what =
    installed === null
      ? `${paint.warn("Not installed")} in ${folder}. Next: wardroom plugin install\n`
      : isCurrent
        ? `${paint.good("Installed")} in ${folder}: ${installed}, ${hooks} hooks.\n`
        : `${paint.warn("Installed, and not as this Wardroom would")} in ${folder}: ${installed}, ${hooks} hooks. Next: wardroom plugin install\n`;
  return what + renderServer(server);
}

function renderServer(server: Status["server"]): string {
  if (server === null)
    return "No server answers: the rules hold from the files alone, and deliveries wait. Next: wardroom serve\n";
  return server.workspace === null
    ? `The server at ${server.url} does not serve this project. Next: wardroom serve\n`
    : `The server at ${server.url} serves it as ${server.workspace}.\n`;
}
