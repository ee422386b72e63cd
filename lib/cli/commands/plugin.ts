import { join } from "node:path";
import type { Command } from "commander";
import {
  OWN_FOLDER,
  planInstall,
  planUninstall,
  SERVERS,
  SETTINGS,
  type SetupAssets,
  type SetupFile,
  type SetupPlan,
} from "@/lib/core/plugin-setup/plan-setup";
import {
  pathsInstalled,
  pathsOfClient,
  planClientInstall,
  planClientUninstall,
} from "@/lib/core/plugin-setup/plan-client";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { findProjectFolder } from "@/lib/cli/find-place";
import { renderPlan } from "@/lib/cli/init/render-plan";
import { readAssets } from "@/lib/cli/plugin/assets";
import { findClient, OTHER_CLIENTS, readClientAssets, type OtherClient } from "@/lib/cli/plugin/clients";
import { readClientStatus, readStatus, renderClientStatus, renderStatus } from "@/lib/cli/plugin/status";
import { readFiles, readProject, readText } from "@/lib/cli/project-files";
import { sayCount } from "@/lib/core/text/say-count";

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
  addClientOption(install).action(async ({ dryRun, agentTeams, client }: Chosen & { agentTeams?: boolean }) => {
    const folder = await folderOf(cli);
    const other = findClient(client);
    if (other !== null) {
      const { project, assets } = await openClient(cli, folder, other);
      await carryOut(cli, folder, planClientInstall(project, assets), dryRun === true, other.next);
      return;
    }
    const assets = await readAssets(cli.surroundings, folder);
    const plan = planInstall(await readProject(cli.surroundings, folder, pathsOf(assets)), assets, agentTeams);
    await carryOut(cli, folder, plan, dryRun === true, "Start claude in this project and accept its hooks and tools.");
  });

  const uninstall = plugin
    .command("uninstall")
    .description("remove it: every file is as it was before")
    .option("--dry-run", "only show what would change");
  addExamples(uninstall, ["wardroom plugin uninstall", "wardroom plugin uninstall --client codex --dry-run"]);
  addClientOption(uninstall).action(async ({ dryRun, client }: Chosen) => {
    const folder = await folderOf(cli);
    const other = findClient(client);
    if (other !== null) {
      const { project } = await openClient(cli, folder, other);
      await carryOut(cli, folder, planClientUninstall(project, other.folder), dryRun === true, "");
      return;
    }
    const plan = planUninstall(
      await readProject(cli.surroundings, folder, pathsOf(await readAssets(cli.surroundings, folder))),
    );
    await carryOut(cli, folder, plan, dryRun === true, "");
  });

  const status = plugin
    .command("status")
    .description("show what is installed in this project, and whether a server answers");
  addExamples(status, [
    "wardroom plugin status",
    "wardroom plugin status --client gemini",
    "wardroom plugin status --json",
  ]);
  addClientOption(status).action(async ({ client }: Chosen) => {
    const folder = await folderOf(cli);
    const other = findClient(client);
    if (other !== null) {
      const { project, assets } = await openClient(cli, folder, other);
      const found = await readClientStatus(cli.surroundings, folder, { client: other, project, assets });
      cli.show(found, () => renderClientStatus(found, cli.paint));
      return;
    }
    cli.show(await readStatus(cli.surroundings, folder), (found) => renderStatus(found, cli.paint));
  });
}

/** What these commands take. */
interface Chosen {
  dryRun?: true;
  client?: string;
}

function addClientOption(command: Command): Command {
  const names = Object.keys(OTHER_CLIENTS).join(", ");
  return command.option("--client <name>", `the client: claude, ${names} or vscode`, "claude");
}

async function openClient(cli: Cli, folder: string, client: OtherClient) {
  const has = async (path: string) => (await readText(join(folder, path), path)) !== null;
  const assets = await readClientAssets(cli.surroundings, client, has);
  const project = await readFiles(cli.surroundings, folder, pathsOfClient(assets), (files) =>
    pathsInstalled(files, client.folder),
  );
  return { project, assets };
}

async function folderOf({ flags, surroundings }: Cli): Promise<string> {
  const { cwd, home, project } = surroundings;
  return findProjectFolder({ chosen: flags.workspace, cwd, home, project });
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
  for (const { path, after } of changes) {
    if (after === null) await surroundings.removeFile(folder, path);
    else await surroundings.writeFile(folder, path, after);
  }
  for (const each of plan.folders) await surroundings.removeFolder(folder, each);
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

function pathsOf({ files }: SetupAssets): string[] {
  return files.map(({ path }) => path);
}
