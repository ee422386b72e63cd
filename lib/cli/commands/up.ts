import type { Command } from "commander";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { api } from "@/lib/client/paths";
import { quoted } from "@/lib/client/agent-commands";
import type { Cli } from "@/lib/cli/cli";
import { collect } from "@/lib/cli/collect";
import { addExamples } from "@/lib/cli/examples";
import { findProjectFolder } from "@/lib/cli/find-place";
import { renderPlan } from "@/lib/cli/init/render-plan";
import { chooseAddress, endServer, findRunning, servesOthers, startServer } from "@/lib/cli/own-server";
import { portNumber } from "@/lib/cli/numbers";
import { plainLine } from "@/lib/cli/plain-text";
import { surveyProject } from "@/lib/cli/survey-project";
import { OWN_HOST } from "@/lib/contracts/own-host";
import { Done } from "@/lib/contracts/primitives";
import { RevisionList } from "@/lib/contracts/revisions";
import { Session, SessionList, type CreateSession } from "@/lib/contracts/sessions";
import { AppError } from "@/lib/core/errors";
import { greatest } from "@/lib/core/lists";
import { CLIENT_NAMES, CLIENTS, type ClientName } from "@/lib/core/plugin-setup/client-names";
import { nextSteps } from "@/lib/core/plugin-setup/other-clients";
import type { SetupFile } from "@/lib/core/plugin-setup/plan-setup";
import { planTakeBack, type SetupAct } from "@/lib/core/plugin-setup/take-back";
import { sayCount } from "@/lib/core/text/say-count";
import type { Paint } from "@/lib/operations/terminal";
import { openClientSetup, planSetUp, planUninstalls, type SetupSource } from "@/lib/store/client-setup";
import { insideOwnFolder } from "@/lib/store/data-folder";
import { changeFiles, isOnPath, readFiles } from "@/lib/store/project-files";
import { finishLastAct, keepSetupActs, layOut, readSetupActs, sweepActs } from "@/lib/store/setup-acts";

interface UpOptions {
  client?: string[];
  session?: string;
  feature?: string;
  role?: string[];
  agentTeams?: boolean;
  diff?: true;
  browser: boolean;
}

/** `wardroom up` and `wardroom down`: everything a project needs for a team, laid out and served, and taken out again. */
export function addUpCommands(program: Command, cli: Cli): void {
  const up = program
    .command("up")
    .description("set this project up and serve it: agents' files, clients, session, server; asks once")
    .option(
      "--client <name>",
      `${CLIENT_NAMES.join(", ")}, repeat for more; else those that are installed here`,
      collect,
    )
    .option("--session <id>", "the session to create if the project has none", "my-feature")
    .option("-f, --feature <words>", "what it is about")
    .option("-r, --role <role[:type]>", "a teammate of it, repeat for more", collect)
    .option("--agent-teams", "turn Claude Code's agent teams on in this project, so that teammates have names")
    .option("--diff", "only show every line that would change")
    .option("--no-browser", "do not open the dashboard");
  addExamples(
    up,
    ["wardroom up", "wardroom up --diff", "wardroom up --yes --client codex --session checkout --role implementer-1"],
    "Existing content stays as it is, byte for byte. Running it again finishes what was cut off, and changes nothing else.",
  );
  up.action((options: UpOptions) => bringUp(cli, options));

  const down = program
    .command("down")
    .description("take out of this project what up put in, and stop the server that nobody else uses; asks first")
    .option("--diff", "only show every line that would change");
  addExamples(
    down,
    ["wardroom down", "wardroom down --diff"],
    "A file that nobody changed since is as it was, byte for byte. What agents and people wrote stays.",
  );
  down.action((options: { diff?: true }) => takeDown(cli, options.diff === true));
}

/** The project of the command, with the name of its workspace where it has one. */
async function openProject({ flags, surroundings }: Cli) {
  const elsewhere = flags.url ?? (surroundings.env["WARDROOM_URL"] || undefined);
  if (elsewhere !== undefined) {
    throw new AppError(
      "invalid_input",
      `A project is set up on this machine, and ${elsewhere} is named as the server.`,
      {
        hint: "Leave out --url and unset WARDROOM_URL; nothing was changed.",
      },
    );
  }
  const { cwd, home, project, version, locateFile } = surroundings;
  const folder = await realpath(await findProjectFolder({ chosen: flags.workspace, cwd, home, project }));
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
  const server = await findRunning(dataFolder);
  const named = [...(server?.workspaces ?? []), ...workspaces];
  const real = await Promise.all(named.map((each) => realpath(each.folder).catch(() => each.folder)));
  const isKnown = (await surroundings.listKnown()).some((each) => each.folder === folder);
  const name = named[real.indexOf(folder)]?.name ?? (isKnown ? await surroundings.claimName(folder) : null);
  const isServed = server?.workspaces.some((each) => each.name === name) === true;
  const source = { folder, locateFile, wardroom: project, version, dataFolder };
  return { folder, dataFolder, server, name, isServed, source };
}

async function bringUp(cli: Cli, options: UpOptions): Promise<void> {
  const { surroundings, flags, paint } = cli;
  const { folder, dataFolder, server, name: known, isServed, source: own } = await openProject(cli);
  if (server !== null && !isServed && server.up !== true) {
    throw new AppError("conflict", `The server at ${server.url} was started by hand and does not serve this project.`, {
      hint: `End it (Ctrl+C where it runs, or kill ${server.pid}), then again: wardroom up.`,
    });
  }
  const url = server?.url ?? (await chooseAddress(portNumber(surroundings.env["PORT"] || "4100")));
  const source: SetupSource = { ...own, url };
  if (known !== null && options.diff !== true && cli.canConfirm)
    await finishLastAct(surroundings, { folder, dataFolder, workspace: known });
  const clients = await chooseClients(source, options.client, surroundings.env["PATH"] ?? "");
  const plan = await planSetUp(source, { clients, protocol: true, agentTeams: options.agentTeams });
  const { sessions } = await surveyProject(folder);
  const session = sessions[0] ?? options.session ?? "my-feature";
  const isNew = sessions.length === 0;
  const roles = (options.role ?? ["implementer-1", "researcher-1"]).map(roleOf);
  const rows: Row[] = rowsOf(plan.files);
  if (isNew) rows.push({ mark: "+", what: `session ${session}`, how: roles.map(({ id }) => id).join(", ") });
  if (!isServed) rows.push({ mark: "+", what: `server at ${url}`, how: "goes on in the background" });
  if (rows.length > 0) {
    const diff = options.diff === true ? renderPlan(plan.files.flatMap(shownOf), paint) : "";
    const shown = `${diff}${paint.strong(plainLine(folder))}\n${renderRows(rows, paint)}${plan.notes.map((note) => `${note}\n`).join("")}`;
    if (options.diff === true) {
      surroundings.stdout.write(shown);
      return;
    }
    if (flags.json !== true)
      surroundings.stderr.write(`${shown}Each line: wardroom up --diff. Out again: wardroom down\n`);
    await cli.confirm("This will be laid out.");
  }
  const name = known ?? (await insideOwnFolder(dataFolder, () => surroundings.claimName(folder)));
  if (plan.files.length > 0 || isNew) {
    await layOut(
      surroundings,
      { folder, dataFolder, workspace: name },
      {
        at: new Date().toISOString(),
        files: plan.files,
        ...(isNew && { session, alsoMade: [`.agent/teams/${session}/TEAM-MEMORY.md`] }),
      },
    );
  }
  const page = isServed
    ? `http://${OWN_HOST}:${new URL(url).port}/${name}`
    : await cli.working("Starting the server", () =>
        startServer(surroundings, { own: { name, folder }, url, before: server }),
      );
  if (isNew)
    await createSession(cli, {
      id: session,
      roles,
      ...(options.feature !== undefined && { feature: options.feature }),
    });
  const lines = clients.map((client) => ({ client, line: lineFor(client, folder), next: nextSteps(client) }));
  const isCommand = !/[\\/]_npx[\\/]/.test(source.wardroom) && (await isOnPath(["wardroom"], envPath(cli)));
  const answer = { folder, workspace: name, url, page, session, isCommand, start: lines };
  if (options.browser && flags.json !== true && surroundings.stdout.isTTY) surroundings.openPage(page);
  cli.show(answer, () => {
    const starts = lines.map(
      ({ client, line, next }) => `\n${CLIENTS[client].name}, in a terminal (${next})\n  ${paint.name(line)}\n`,
    );
    const command = isCommand
      ? ""
      : `Your agents run the command wardroom, which is not installed yet: npm install -g ${quoted(source.wardroom)}\n`;
    return `${paint.good("Up.")} Dashboard: ${paint.name(page)}\n${command}${starts.join("")}\nThen tell it:\n  ${paint.name(taskFor(session, roles))}\n`;
  });
}

const envPath = ({ surroundings }: Cli) => surroundings.env["PATH"] ?? "";

const lineFor = (client: ClientName, folder: string) =>
  `cd ${quoted(folder)} && WARDROOM_ROLE=Lead ${CLIENTS[client].programs[0] ?? client}`;

const taskFor = (session: string, roles: { id: string }[]) =>
  `You lead session ${session}. Publish its context, then start ${roles.map(({ id }) => id).join(" and ")}, each told which of them it is. Our goal: …`;

function roleOf(word: string): { id: string; type?: string } {
  const [id = "", type] = word.split(":");
  return { id, ...(type !== undefined && { type }) };
}

/** The clients that are named, else those of this machine and of the project, else Claude Code. */
async function chooseClients(source: SetupSource, named: string[] | undefined, path: string): Promise<ClientName[]> {
  const wrong = named?.find((each) => !CLIENT_NAMES.some((client) => client === each));
  if (wrong !== undefined) {
    throw new AppError("invalid_input", `--client: Wardroom has no hooks for ${wrong}.`, {
      hint: `Clients: ${CLIENT_NAMES.join(", ")}. Any other client of MCP uses: wardroom mcp.`,
    });
  }
  if (named !== undefined) return CLIENT_NAMES.filter((client) => named.includes(client));
  const found: ClientName[] = [];
  for (const client of CLIENT_NAMES) {
    const isHere = await isOnPath(CLIENTS[client].programs, path);
    if (isHere || (await openClientSetup(source, client)).installed !== null) found.push(client);
  }
  return found.length === 0 ? ["claude"] : found;
}

/** Creates the session unless another `up` has done so meanwhile. */
async function createSession(cli: Cli, body: CreateSession): Promise<void> {
  const { items } = await cli.ask(SessionList, api.sessions);
  if (items.length === 0) await cli.ask(Session, api.sessions, { method: "POST", body });
}

async function takeDown(cli: Cli, onlyShow: boolean): Promise<void> {
  const { surroundings, flags, paint } = cli;
  const { folder, dataFolder, server, name, source } = await openProject(cli);
  const acts = name === null ? [] : ((await readSetupActs({ dataFolder, workspace: name })) ?? []);
  const paths = acts.flatMap(({ files }) => files.map(({ path }) => path));
  const project = await readFiles({ folder, locateFile: surroundings.locateFile }, paths);
  const plan = planTakeBack(acts, project, await planUninstalls({ ...source, url: server?.url ?? null }));
  const changes = plan.files.filter(({ before, after }) => before !== after);
  const ends = server?.up === true && !(await servesOthers(server, dataFolder, name ?? ""));
  const session = await findUntouched(cli, folder, acts);
  const rows = rowsOf(changes);
  if (session !== null) rows.push({ mark: "-", what: `session ${session}`, how: "nobody wrote into it" });
  if (ends) rows.push({ mark: "-", what: `server at ${server.url}`, how: "no other project uses it" });
  if (rows.length === 0 && acts.length === 0) {
    cli.show({ folder, changed: [], kept: [] }, () => `Nothing of up is in ${folder}.\n`);
    return;
  }
  const notes = plan.notes.map((note) => `${note}\n`).join("");
  const shown = `${paint.strong(plainLine(folder))}\n${renderRows(rows, paint)}${notes}`;
  if (onlyShow) {
    surroundings.stdout.write(renderPlan(changes.flatMap(shownOf), paint) + shown);
    return;
  }
  if (flags.json !== true) surroundings.stderr.write(shown);
  if (rows.length > 0) await cli.confirm("This will be taken out.");
  if (session !== null) await cli.ask(Done, (workspace) => api.session({ workspace, session }), { method: "DELETE" });
  await sweepActs(surroundings, folder, acts);
  await changeFiles(surroundings, folder, { files: changes, folders: plan.folders });
  if (name !== null) await keepSetupActs({ dataFolder, workspace: name }, []);
  await cli.close();
  if (ends) await endServer(server);
  cli.show({ folder, changed: changes.map(({ path }) => path), kept: plan.notes }, () => {
    const data = `What agents and people wrote stays: .agent, .kaizen and .microai in the project, and ${dataFolder}.\n`;
    return `${paint.good("Down.")} ${sayCount(changes.length, "file")} as before.\n${notes}${data}`;
  });
}

/** The session that these acts created, if nobody has written to it since and its folder holds nothing else. */
async function findUntouched(cli: Cli, folder: string, acts: readonly SetupAct[]): Promise<string | null> {
  const session = acts.findLast((each) => each.session !== undefined)?.session;
  if (session === undefined) return null;
  const { items } = await cli.ask(SessionList, api.sessions);
  if (!items.some(({ id }) => id === session)) return null;
  const names = await readdir(join(folder, ".agent/teams", session)).catch(() => []);
  if (names.length > 1) return null;
  const path = (workspace: string) => `${api.memory({ workspace, session })}/revisions`;
  const { items: revisions } = await cli.ask(RevisionList, path);
  return revisions.length <= 1 ? session : null;
}

/** One line of a summary. */
interface Row {
  mark: "+" | "~" | "-";
  what: string;
  how: string;
}

/** What a plan does in as few lines as say it: files that are there one by one, those that come or go by folder. */
function rowsOf(files: readonly SetupFile[]): Row[] {
  const rows: Row[] = [];
  const folders = new Map<string, SetupFile[]>();
  for (const file of files) {
    const isWhole = file.before === null || file.after === null;
    const folder = isWhole ? `${file.path.split("/").slice(0, 2).join("/")}/` : "";
    if (isWhole && file.path.split("/").length > 2) folders.set(folder, [...(folders.get(folder) ?? []), file]);
    else rows.push({ mark: markOf(file), what: file.path, how: countLines(file) });
  }
  for (const [folder, within] of folders) {
    const [first] = within;
    if (first === undefined) continue;
    rows.push({ mark: markOf(first), what: folder, how: sayCount(within.length, "file") });
  }
  return rows;
}

const markOf = ({ before, after }: SetupFile) => (before === null ? "+" : after === null ? "-" : "~");

function countLines({ before, after }: SetupFile): string {
  const count = (text: string | null) => text?.split("\n").length ?? 0;
  const change = count(after) - count(before);
  return before === null || after === null
    ? sayCount(Math.abs(change) - 1, "line")
    : `${change < 0 ? "" : "+"}${change} lines`;
}

function renderRows(rows: readonly Row[], paint: Paint): string {
  const width = greatest(rows.map(({ what }) => what.length));
  const colour = { "+": paint.good, "~": paint.warn, "-": paint.bad };
  return rows
    .map(({ mark, what, how }) => `  ${colour[mark](mark)} ${plainLine(what).padEnd(width)}  ${paint.faint(how)}\n`)
    .join("");
}

const shownOf = ({ path, before, after }: SetupFile) => [{ path, before, after: after ?? "" }];
