// Wardroom in the process of the command: the same handlers, services and database as the server's, safely beside it.
import { stat } from "node:fs/promises";
import { answer } from "@/app/api/answer";
import type { Opened, Wanted } from "@/lib/cli/surroundings";
import { openConfigured } from "@/lib/runtime";
import { isMinted, type Configuration } from "@/lib/services/configuration";
import { ensureDataFolder, ensureSecret } from "@/lib/store/data-folder";
import { claimWorkspace, listKnownWorkspaces } from "@/lib/store/known-workspaces";

/**
 * Opens the wanted workspace and every other one the data folder knows: what another process left unfinished may be
 * about several. `configuration` is what the environment says.
 */
export async function openHere(configuration: Configuration, project: string, wanted: Wanted): Promise<Opened> {
  const { dataFolder } = configuration;
  await ensureDataFolder(dataFolder);
  // Somebody's token is not the owner's choice.
  const token = configuration.token !== null && isMinted(configuration.token) ? null : configuration.token;
  const workspace = wanted === null ? "example" : (wanted.name ?? (await claimWorkspace(dataFolder, wanted.folder)));
  const workspaces = wanted === null ? [] : [{ name: workspace, folder: wanted.folder }];
  for (const known of await listKnownWorkspaces(dataFolder)) {
    if (wanted !== null && known.name !== workspace && (await isFolder(known.folder))) workspaces.push(known);
  }
  const opening = openConfigured({ ...configuration, token, workspaces, host: "127.0.0.1", port: 4100 }, project);
  globalThis.wardroomRuntime = opening;
  const runtime = await opening;
  let watching: Promise<void> | undefined;
  return {
    workspace,
    ownerToken: token ?? (await ensureSecret(dataFolder, "token")),
    port: async (request) => {
      // Who waits is to hear of what other processes do.
      const { host, searchParams } = new URL(request.url);
      if (searchParams.has("wait")) await (watching ??= runtime.watch(() => undefined));
      const headers = new Headers(request.headers);
      headers.set("host", host);
      return answer(new Request(request, { headers }));
    },
    close: () => runtime.close(),
  };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}
