import type { Command } from "commander";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { addressOf } from "@/lib/cli/choose-session";
import type { Cli } from "@/lib/cli/cli";
import { collect } from "@/lib/cli/collect";
import { addExamples } from "@/lib/cli/examples";
import { endServer, forgetPaused, pauseServer, resumeServer, servesOthers } from "@/lib/cli/own-server";
import { plainLine } from "@/lib/cli/plain-text";
import { clientOf, openProject } from "@/lib/cli/up/open-project";
import { renderPlan, renderRows, rowsOf } from "@/lib/cli/up/render-plan";
import { AppError } from "@/lib/core/errors";
import { Done } from "@/lib/contracts/primitives";
import { RevisionList } from "@/lib/contracts/revisions";
import { SessionList } from "@/lib/contracts/sessions";
import { ALL_CLIENTS } from "@/lib/core/plugin-setup/client-names";
import { planTakeBack, type SetupAct } from "@/lib/core/plugin-setup/take-back";
import { sayCount } from "@/lib/core/text/say-count";
import { planUninstalls } from "@/lib/store/client-setup";
import { changeFiles, readFiles } from "@/lib/store/project-files";
import { keepSetupActs, readSetupActs, sweepActs } from "@/lib/store/setup-acts";

/** `wardroom down`: takes what `wardroom up` put into a project out again. */
export function addDownCommand(program: Command, cli: Cli): void {
  const command = program
    .command("down")
    .description("take out of this project what up put in, and stop the server that nobody else uses; asks first")
    .option("--client <name>", "only what this client has, repeat for more", collect)
    .option("--purge", "also delete for good what the data folder holds of this project: history, tokens, trash")
    .option("--diff", "only show every line that would change");
  addExamples(
    command,
    ["wardroom down", "wardroom down --diff", "wardroom down --client codex", "wardroom down --purge"],
    "A file that nobody changed since is as it was, byte for byte. What agents and people wrote stays.",
  );
  command.action((options: DownOptions) => takeDown(cli, options));
}

interface DownOptions {
  client?: string[];
  purge?: true;
  diff?: true;
}

async function takeDown(cli: Cli, { client, diff, ...options }: DownOptions): Promise<void> {
  const { surroundings, flags, paint } = cli;
  const { folder, dataFolder, server, name, source } = await openProject(cli);
  const isWhole = client === undefined;
  const acts = name === null || !isWhole ? [] : ((await readSetupActs({ dataFolder, workspace: name })) ?? []);
  const uninstalls = await planUninstalls(source, isWhole ? ALL_CLIENTS : client.map(clientOf));
  const paths = [...acts, ...uninstalls].flatMap(({ files }) => files.map(({ path }) => path));
  const project = await readFiles({ folder, locateFile: surroundings.locateFile }, paths);
  const plan = planTakeBack(acts, project, uninstalls);
  const changes = plan.files.filter(({ before, after }) => before !== after);
  const ends = isWhole && server?.up === true && !(await servesOthers(server, dataFolder, name ?? ""));
  const session = await findUntouched(cli, folder, acts);
  if (options.purge === true && !isWhole) {
    throw new AppError("invalid_input", "--client takes out one client's part, and --purge the whole history.", {
      hint: "Leave one of them out.",
    });
  }
  const purged = options.purge === true ? name : null;
  if (purged !== null && server !== null && server.up !== true) {
    throw new AppError("conflict", `The server at ${server.url} was started by hand and holds the data folder.`, {
      hint: `End it (Ctrl+C where it runs, or kill ${server.pid}), then again: wardroom down --purge`,
    });
  }
  const held = purged === null ? null : await surroundings.purge(purged, true);
  const rows = rowsOf(changes);
  if (session !== null) rows.push({ mark: "-", what: `session ${session}`, how: "nobody wrote into it" });
  if (ends) rows.push({ mark: "-", what: `server at ${server.url}`, how: "no other project uses it" });
  if (held !== null) {
    const how = `${sayCount(held.events, "event")}, ${sayCount(held.documents, "document")}, ${held.trash} in the trash; for good`;
    rows.push({ mark: "-", what: `history of ${purged ?? ""} in ${dataFolder}`, how });
  }
  const notes = plan.notes.map((note) => `${note}\n`).join("");
  if (rows.length === 0 && acts.length === 0) {
    if (diff !== true) await resumeServer(surroundings);
    cli.show({ folder, changed: [], kept: plan.notes }, () => `${notes}Nothing of up is in ${folder}.\n`);
    return;
  }
  const shown = `${paint.strong(plainLine(folder))}\n${renderRows(rows, paint)}${notes}`;
  if (diff === true) {
    surroundings.stdout.write(renderPlan(changes, paint) + shown);
    return;
  }
  if (flags.json !== true) surroundings.stderr.write(shown);
  if (rows.length > 0) await cli.confirm("This will be taken out.");
  if (session !== null) await cli.ask(Done, addressOf(session), { method: "DELETE" });
  await sweepActs(surroundings, folder, acts);
  await changeFiles(surroundings, folder, { files: changes, folders: plan.folders });
  if (name !== null && isWhole) await keepSetupActs({ dataFolder, workspace: name }, []);
  await cli.close();
  const others = server?.workspaces.filter((each) => each.name !== name) ?? [];
  if (server !== null && ends) {
    await forgetPaused(dataFolder);
    await endServer(server);
  } else if (server !== null && purged !== null) await pauseServer(server, dataFolder, others);
  try {
    if (purged !== null) await surroundings.purge(purged, false);
  } finally {
    // Whatever became of it, the other projects are served as before.
    await resumeServer(surroundings);
  }
  cli.show({ folder, changed: changes.map(({ path }) => path), kept: plan.notes }, () => {
    const folders = `.agent, .kaizen and .microai in the project${purged === null ? `, and ${dataFolder}` : ""}`;
    const data = `What agents and people wrote stays: ${folders}.\n`;
    return `${paint.good("Down.")} ${sayCount(changes.length, "file")} as before.\n${notes}${data}`;
  });
}

/** The session that these acts created, if nobody has written to it since and its folder holds nothing else. */
async function findUntouched(cli: Cli, folder: string, acts: readonly SetupAct[]): Promise<string | null> {
  const session = acts.findLast((each) => each.session !== undefined)?.session;
  if (session === undefined) return null;
  const { items } = await cli.ask(SessionList, "/sessions");
  if (!items.some(({ id }) => id === session)) return null;
  const names = await readdir(join(folder, ".agent/teams", session)).catch(() => []);
  if (names.length > 1) return null;
  const { items: revisions } = await cli.ask(RevisionList, `${addressOf(session)}/memory/revisions`);
  return revisions.length <= 1 ? session : null;
}
