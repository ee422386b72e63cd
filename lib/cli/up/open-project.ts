import { realpath } from "node:fs/promises";
import type { Cli } from "@/lib/cli/cli";
import { findCheckout } from "@/lib/cli/connect";
import { findProjectFolder, lyingAt } from "@/lib/cli/find-place";
import { readServer } from "@/lib/cli/find-server";
import { findRunning } from "@/lib/cli/own-server";
import { AppError } from "@/lib/core/errors";
import { ALL_CLIENTS, type ClientName, type PastedName } from "@/lib/core/plugin-setup/client-names";
import type { SetupSource } from "@/lib/store/client-setup";

/**
 * The project of `up` and `down`, with the name of its workspace where it has one. `isElsewhere` is one that another server serves, named by an
 * address or keeping the checkout in step: its files alone are this machine's. Throws `invalid_input` for a folder that is no project.
 */
export async function openProject(cli: Cli) {
  const { flags, surroundings } = cli;
  const { home, project, version, locateFile } = surroundings;
  const folder = await folderOf(cli);
  if (folder === (await realpath(home).catch(() => home))) {
    throw new AppError("invalid_input", "This is your home folder, which is no project.", {
      hint: "Go into a project's folder, or name one: --workspace /path",
    });
  }
  if (folder.includes(",")) {
    throw new AppError("invalid_input", `${folder} has a comma in its name, which separates workspaces.`, {
      hint: "Rename it; nothing was changed.",
    });
  }
  const { dataFolder, workspaces } = surroundings.settings();
  const address = flags.url ?? (surroundings.env["WARDROOM_URL"] || undefined);
  const isElsewhere = address !== undefined || (await findCheckout(surroundings, flags)) !== null;
  const server = isElsewhere ? null : await findRunning(dataFolder, surroundings);
  const isKnown = (await surroundings.listKnown()).some((each) => each.folder === folder);
  const name =
    lyingAt([...(server?.workspaces ?? []), ...workspaces], folder)?.name ??
    (isKnown ? await surroundings.claimName(folder) : null);
  const isServed = server?.workspaces.some((each) => each.name === name) === true;
  const source: SetupSource = {
    ...{ folder, locateFile, wardroom: project, version, dataFolder },
    url: server?.url ?? null,
  };
  return { folder, dataFolder, server, name, isServed, isElsewhere, source };
}

/** The folder of the project that a command is about, whether it is laid out or not. */
export async function folderOf({ flags, surroundings }: Cli): Promise<string> {
  const { dataFolder, workspaces } = surroundings.settings();
  const named = [
    ...((await readServer(dataFolder))?.workspaces ?? []),
    ...workspaces,
    ...(await surroundings.listKnown()),
  ];
  const chosen = named.find(({ name }) => name === flags.workspace)?.folder ?? flags.workspace;
  return realpath(await findProjectFolder(surroundings, chosen));
}

/** The client that a word for `--client` means. Throws `invalid_input` with the names for any other word. */
export function clientOf(word: string): ClientName | PastedName {
  const name = word
    .toLowerCase()
    .replace(/^vs-?code$/, "copilot") // vscode
    .replace(/^claude-code$/, "claude");
  const found = ALL_CLIENTS.find((each) => each === name);
  if (found !== undefined) return found;
  throw new AppError("invalid_input", `--client: Wardroom has no hooks for ${word}.`, {
    hint: `Clients: ${ALL_CLIENTS.join(", ")}, vscode. Any other client of MCP uses: wardroom mcp.`,
  });
}
