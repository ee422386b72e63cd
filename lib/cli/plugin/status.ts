import { realpath } from "node:fs/promises";
import { findServer } from "@/lib/cli/find-server";
import type { Paint } from "@/lib/operations/terminal";
import type { Surroundings } from "@/lib/cli/surroundings";
import { clientTitle, type ClientName, type PastedName } from "@/lib/core/plugin-setup/client-names";
import { SCRIPT, SETTINGS, type SetupProject } from "@/lib/core/plugin-setup/plan-setup";
import { listHooks } from "@/lib/core/plugin-setup/setup-files";
import { isCurrent, type ClientSetup } from "@/lib/store/client-setup";

/** What a project's client has of Wardroom. */
export interface Status {
  folder: string;
  /** Named for every client but Claude Code. */
  client?: string;
  /** Version of what is installed; null for nothing. */
  installed: string | null;
  /** Whether installing again would change nothing. */
  isCurrent: boolean;
  /** Hooks of ours in Claude Code's settings. */
  hooks?: number;
  server: { url: string; workspace: string | null } | null;
}

/** What is installed for a client, and whether a server serves the project. */
export async function readStatus(
  surroundings: Surroundings,
  folder: string,
  client: ClientName | PastedName,
  setup: ClientSetup,
): Promise<Status> {
  return {
    folder,
    ...(client !== "claude" && { client: clientTitle(client) }),
    installed: setup.installed,
    isCurrent: isCurrent(setup),
    ...(client === "claude" && { hooks: countHooks(setup.project) }),
    server: await servedBy(surroundings, folder),
  };
}

function countHooks(project: SetupProject): number {
  const settings = project.read(SETTINGS);
  return settings === null ? 0 : listHooks(settings, SETTINGS).filter(({ hook }) => hook.includes(SCRIPT)).length;
}

async function servedBy(surroundings: Surroundings, folder: string): Promise<Status["server"]> {
  const server = await findServer(surroundings.settings().dataFolder);
  const real = (path: string) => realpath(path).catch(() => path);
  const served = await Promise.all(
    (server?.workspaces ?? []).map(async (each) => ({ name: each.name, folder: await real(each.folder) })),
  );
  return server && { url: server.url, workspace: served.find((each) => each.folder === folder)?.name ?? null };
}

/** The same in sentences, each with what to do next. */
export function renderStatus({ folder, client, installed, isCurrent, hooks, server }: Status, paint: Paint): string {
  const place = client === undefined ? `in ${folder}` : `for ${client} in ${folder}`;
  const next = client === undefined ? "wardroom plugin install" : "wardroom plugin install --client …";
  const what = hooks === undefined ? installed : `${installed}, ${hooks} hooks`;
  if (installed === null) return `${paint.warn("Not installed")} ${place}. Next: ${next}\n${renderServer(server)}`;
  if (isCurrent) return `${paint.good("Installed")} ${place}: ${what}.\n${renderServer(server)}`;
  return `${paint.warn("Installed, and not as this Wardroom would")} ${place}: ${what}. Next: ${next}\n${renderServer(server)}`;
}

function renderServer(server: Status["server"]): string {
  if (server === null)
    return "No server answers: the rules hold from the files alone, and deliveries wait. Next: wardroom serve\n";
  return server.workspace === null
    ? `The server at ${server.url} does not serve this project. Next: wardroom serve\n`
    : `The server at ${server.url} serves it as ${server.workspace}.\n`;
}
