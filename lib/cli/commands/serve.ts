import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { addExamples, portNumber } from "@/lib/cli/declare-command";
import { findPlace } from "@/lib/cli/find-place";

interface ServeOptions {
  port?: number;
  host?: string;
  origin?: string;
  proxies?: string;
  example?: true;
}

/** `wardroom serve`: the dashboard and the API of the project around the current folder. */
export function addServeCommand(program: Command, cli: Cli): void {
  const command = program
    .command("serve")
    .description("serve the dashboard and the API of this project until stopped")
    .option("-p, --port <port>", "where it listens; also PORT; 4100 when left out", portNumber)
    .option("--host <host>", "the address it listens on; also HOST; this machine alone when left out")
    .option("--origin <address>", "where browsers reach it through a proxy; also WARDROOM_ORIGIN")
    .option("--proxies <addresses>", "proxies whose X-Forwarded-For counts; also WARDROOM_PROXIES")
    .option("--example", "serve the example that comes with Wardroom, to look around");
  addExamples(
    command,
    [
      "wardroom serve",
      "wardroom serve --example",
      "wardroom serve --port 4200 --workspace ~/projects/shop",
      "WARDROOM_WORKSPACES=a=/a,b=/b wardroom serve",
      "wardroom serve --origin https://wardroom.example.org --proxies 127.0.0.1",
    ],
    "Serves the workspaces of WARDROOM_WORKSPACES where it is set and no --workspace is given.",
  );
  command.action(async ({ port, host, origin, proxies, example }: ServeOptions) => {
    const variables: Record<string, string> = {};
    if (port !== undefined) variables["PORT"] = String(port);
    if (host !== undefined) variables["HOST"] = host;
    if (origin !== undefined) variables["WARDROOM_ORIGIN"] = origin;
    if (proxies !== undefined) variables["WARDROOM_PROXIES"] = proxies;
    const workspaces = example === true ? chooseExample(cli) : await chooseWorkspaces(cli);
    if (workspaces !== null) variables["WARDROOM_WORKSPACES"] = workspaces;
    await cli.surroundings.serve(variables);
  });
}

/** None is the example. */
function chooseExample({ flags }: Cli): string {
  if (flags.workspace === undefined) return "";
  throw new AppError("invalid_input", "--example and --workspace name two things to serve.", {
    hint: "Leave one of them out.",
  });
}

/** The value of WARDROOM_WORKSPACES; null leaves it as it is. */
async function chooseWorkspaces({ surroundings, flags }: Cli): Promise<string | null> {
  const { cwd, home, project } = surroundings;
  const { workspaces, recorded } = surroundings.settings();
  if (workspaces.length + recorded.length > 0 && flags.workspace === undefined) return null;
  const known = await surroundings.listKnown();
  const place = await findPlace({
    chosen: flags.workspace,
    cwd,
    home,
    project,
    server: null,
    configured: workspaces,
    recorded,
    known,
    // To serve a copy is somebody's own wish.
    replicas: [],
  });
  if (place.at !== "here" || place.wanted === null) return null;
  const { folder } = place.wanted;
  if (folder === null) return place.wanted.name;
  await stat(folder);
  if (folder.includes(",")) {
    throw new AppError("invalid_input", `${folder} has a comma in its name, which separates workspaces.`, {
      hint: "Serve it through a link without one, or rename it.",
    });
  }
  const name = place.wanted.name ?? (await surroundings.claimName(folder));
  return `${name}=${folder}`;
}
