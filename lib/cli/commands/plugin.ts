import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { findProjectFolder } from "@/lib/cli/find-place";
import { findServer } from "@/lib/cli/find-server";
import { renderPlan } from "@/lib/cli/init/render-plan";
import {
  ALL_CLIENTS,
  isPasted,
  PASTED,
  type ClientName,
  type PastedName,
  clientTitle,
} from "@/lib/core/plugin-setup/client-names";
import { nextSteps } from "@/lib/core/plugin-setup/other-clients";
import {
  OWN_FOLDER,
  SERVERS,
  SETTINGS,
  type SetupFile,
  type SetupPlan,
  SCRIPT,
  type SetupProject,
} from "@/lib/core/plugin-setup/plan-setup";
import { sayCount } from "@/lib/core/text/say-count";
import { changeFiles } from "@/lib/store/project-files";
import { openClientSetup, isCurrent, type ClientSetup } from "@/lib/store/client-setup";
import { AppError } from "@/lib/core/errors";
import { realpath } from "node:fs/promises";
import type { Paint } from "@/lib/operations/terminal";
import type { Surroundings } from "@/lib/cli/surroundings";
import { listHooks } from "@/lib/core/plugin-setup/setup-files";

/** `wardroom plugin`: hooks and tools for the agents' client of one project. */
export function addPluginCommands(program: Command, cli: Cli): void {
  const plugin = program
    .command("plugin")
    .description("add Wardroom to a project's Claude Code or another client, and remove it");

  const install = plugin
    .command("install")
    .description("add hooks, tools, commands and skill to this project; shows every change and asks first")
    .option("--agent-teams", "turn Claude Code's agent teams on in this project, so that teammates have names")
    .option("--no-agent-teams", "take that setting out again")
    .option("--dry-run", "only show what would change");
  addExamples(
    install,
    [
      "wardroom plugin install",
      "wardroom plugin install --agent-teams",
      "wardroom plugin install --dry-run",
      "wardroom plugin install --workspace ../shop --yes",
      "wardroom plugin install --client codex",
    ],
    `Hooks and servers the project has stay as they are. ${OWN_FOLDER}/local.json, which names this machine's data folder, is kept out of git.`,
  );
  addClientOption(install).action(async ({ dryRun, agentTeams, client: word }: Chosen & { agentTeams?: boolean }) => {
    const client = findClient(word);
    if (isPasted(client)) {
      cli.show(PASTED[client], renderPasted);
      return;
    }
    const { folder, setup } = await open(cli, client);
    await carryOut(cli, folder, setup.install(agentTeams), dryRun === true, nextSteps(client));
  });

  const uninstall = plugin
    .command("uninstall")
    .description("remove it: every file is as it was before")
    .option("--dry-run", "only show what would change");
  addExamples(uninstall, ["wardroom plugin uninstall", "wardroom plugin uninstall --client codex --dry-run"]);
  addClientOption(uninstall).action(async ({ dryRun, client }: Chosen) => {
    const { folder, setup } = await open(cli, findClient(client));
    await carryOut(cli, folder, setup.uninstall(), dryRun === true, "");
  });

  const status = plugin
    .command("status")
    .description("show what is installed in this project, and whether a server answers");
  addExamples(status, [
    "wardroom plugin status",
    "wardroom plugin status --client gemini",
    "wardroom plugin status --json",
  ]);
  addClientOption(status).action(async ({ client: word }: Chosen) => {
    const client = findClient(word);
    const { folder, setup } = await open(cli, client);
    cli.show(await readStatus(cli.surroundings, folder, client, setup), (found) => renderStatus(found, cli.paint));
  });
}

function renderPasted({ name, file, entry }: (typeof PASTED)[PastedName]): string {
  return `${name} gets no hooks from Wardroom: nothing was changed. For its tools, put this into ${file}:\n${JSON.stringify(entry, null, 2)}\n`;
}

/** What these commands take. */
interface Chosen {
  dryRun?: true;
  client?: string;
}

function addClientOption(command: Command): Command {
  return command.option("--client <name>", `the client: ${ALL_CLIENTS.join(", ")} or vscode`, "claude");
}

/** The project of the command, and what it has of a client. */
async function open({ flags, surroundings }: Cli, client: ClientName | PastedName) {
  const { cwd, home, project, version, locateFile } = surroundings;
  const folder = await findProjectFolder({ chosen: flags.workspace, cwd, home, project });
  const { dataFolder } = surroundings.settings();
  const url = (await findServer(dataFolder))?.url ?? null;
  const setup = await openClientSetup({ folder, locateFile, wardroom: project, version, dataFolder, url }, client);
  return { folder, setup };
}

async function carryOut(cli: Cli, folder: string, plan: SetupPlan, dryRun: boolean, next: string): Promise<void> {
  const { surroundings, paint, flags } = cli;
  const changes = plan.files.filter(({ before, after }) => before !== after);
  const answer = (written: boolean) => ({
    folder,
    written,
    files: plan.files.map(({ path, before, after }) => ({ path, change: nameOf({ before, after }) })),
    notes: plan.notes,
  });
  if (changes.length === 0) {
    cli.show(answer(false), () => `${notesOf(plan)}Nothing to do in ${folder}.\n`);
    return;
  }
  if (dryRun) {
    cli.show(answer(false), () => show(plan, cli));
    return;
  }
  if (flags.json !== true) surroundings.stderr.write(show(plan, cli));
  const files = sayCount(changes.length, "file");
  await cli.confirm(`${files} in ${folder} will be changed.`);
  await changeFiles(surroundings, folder, plan);
  cli.show(answer(true), () => `${paint.good("Done.")} ${files} changed.${next === "" ? "" : ` ${next}`}\n`);
}

/** Files that are read by people as what changes in them, copies and removed files by their name. */
function show(plan: SetupPlan, { paint }: Cli): string {
  // What stays when we go is the project's own.
  const isShown = ({ path, before, after }: SetupFile) =>
    after !== null && (path === SETTINGS || path === SERVERS || (before !== null && !path.includes("/wardroom/")));
  const shown = plan.files.filter(isShown).map(({ path, before, after }) => ({ path, before, after: after ?? "" }));
  const others = plan.files.filter((file) => !isShown(file));
  const lines = others.map((file) => `${paint.faint(nameOf(file).padEnd(9))}  ${file.path}\n`);
  return renderPlan(shown, paint) + lines.join("") + notesOf(plan);
}

function notesOf({ notes }: SetupPlan): string {
  return notes.map((note) => `${note}\n`).join("");
}

function nameOf({ before, after }: Pick<SetupFile, "before" | "after">): "unchanged" | "new" | "changed" | "removed" {
  if (before === after) return "unchanged";
  if (after === null) return "removed";
  return before === null ? "new" : "changed";
}

/** The client that is meant, Claude Code where none is named. Throws `invalid_input` with the names for any other word. */
function findClient(word = "claude"): ClientName | PastedName {
  const name = word
    .toLowerCase()
    .replace(/^vs-?code$/, "copilot") // vscode
    .replace(/^claude-code$/, "claude");
  const found = ALL_CLIENTS.find((each) => each === name);
  if (found !== undefined) return found;
  throw new AppError("invalid_input", `Wardroom has no hooks for ${word}.`, {
    hint: `Clients: ${ALL_CLIENTS.join(", ")}, vscode. Any other client of MCP uses: wardroom mcp.`,
  });
}

/** What a project's client has of Wardroom. */
interface Status {
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
async function readStatus(
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
function renderStatus({ folder, client, installed, isCurrent, hooks, server }: Status, paint: Paint): string {
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
