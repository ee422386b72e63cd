import type { Command } from "commander";
import { quoted } from "@/lib/client/agent-commands";
import type { Cli } from "@/lib/cli/cli";
import { addExamples, collect, portNumber, typedRole } from "@/lib/cli/declare-command";
import {
  chooseAddress,
  endServer,
  forgetPaused,
  pauseServer,
  resumeServer,
  servesOthers,
  startServer,
} from "@/lib/cli/own-server";
import { plainLine } from "@/lib/cli/terminal-text";
import { surveyProject } from "@/lib/cli/survey-project";
import { clientOf, openProject } from "@/lib/cli/up/open-project";
import { renderPlan, renderRows, rowsOf } from "@/lib/cli/up/render-plan";
import { OWN_HOST } from "@/lib/contracts/own-host";
import { type CreateSession, Session, SessionList } from "@/lib/contracts/sessions";
import { AppError } from "@/lib/core/errors";
import {
  ALL_CLIENTS,
  CLIENT_NAMES,
  type ClientName,
  CLIENTS,
  isPasted,
  PASTED,
  type PastedName,
} from "@/lib/core/plugin-setup/client-names";
import { SETUP_CLIENTS } from "@/lib/core/plugin-setup/setup-clients";
import { openClientSetup, planSetUp, planUninstalls, type SetupSource } from "@/lib/store/client-setup";
import { changeFiles, isOnPath, readFiles } from "@/lib/store/project-files";
import { finishLastAct, keepSetupActs, layOut, readSetupActs, sweepActs } from "@/lib/store/setup-acts";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { addressOf } from "@/lib/cli/choose-scope";
import { Done } from "@/lib/contracts/primitives";
import { RevisionList } from "@/lib/contracts/revisions";
import { planTakeBack, type SetupAct } from "@/lib/core/plugin-setup/take-back";
import { sayCount } from "@/lib/core/text/say-count";

/** What there is to lay out; the last two are of the server. */
const PARTS = ["protocol", "agents", "gitignore", "clients", "session", "server"] as const;

interface UpOptions {
  only?: string;
  client?: string[];
  file?: string;
  session?: string;
  feature?: string;
  role?: string[];
  agentTeams?: boolean;
  diff?: true;
  browser: boolean;
}

/** `wardroom up`: everything a project needs for a team, laid out and served. */
export function addUpCommand(program: Command, cli: Cli): void {
  const up = program
    .command("up")
    .description("set this project up and serve it: agents' files, clients, session, server; asks once")
    .option(
      "--client <name>",
      "its hooks and tools, repeat for more; else those of the clients installed here",
      collect,
    )
    .option("--only <parts>", `of ${PARTS.join(", ")}; several with commas`)
    .option("--file <name>", "where the protocol goes; else CLAUDE.md or AGENTS.md, whichever is read")
    .option("--session <id>", "the session to create if the project has none", "my-feature")
    .option("-f, --feature <words>", "what it is about")
    .option("-r, --role <role[:type]>", "a teammate of it, repeat for more", collect)
    .option("--agent-teams", "turn Claude Code's agent teams on in this project, so that teammates have names")
    .option("--no-agent-teams", "take that setting out again")
    .option("--diff", "only show every line that would change")
    .option("--no-browser", "do not open the dashboard");
  addExamples(
    up,
    [
      "wardroom up --diff",
      "wardroom up --yes --client codex --session checkout",
      "wardroom up --only protocol,clients",
    ],
    "Existing content stays as it is, byte for byte. Running it again finishes what was cut off, and changes nothing else.",
  );
  up.action((options: UpOptions) => bringUp(cli, options));
}

async function bringUp(cli: Cli, options: UpOptions): Promise<void> {
  const { surroundings, flags, paint } = cli;
  const { folder, dataFolder, server, name: known, isServed, isElsewhere, source: own } = await openProject(cli);
  const parts = partsOf(options.only, isElsewhere);
  const serves = parts.has("server") && !isServed;
  if (server !== null && serves && server.up !== true) {
    throw new AppError("conflict", `The server at ${server.url} was started by hand and does not serve this project.`, {
      hint: `End it (Ctrl+C where it runs, or kill ${server.pid}), then again: wardroom up.`,
    });
  }
  const url = own.url ?? (serves ? await chooseAddress(portNumber(surroundings.env["PORT"] || "4100")) : null);
  const source: SetupSource = { ...own, url };
  if (known !== null && options.diff !== true && cli.canConfirm)
    await finishLastAct(surroundings, { folder, dataFolder, workspace: known });
  const chosen = parts.has("clients") ? await chooseClients(source, options.client, envPath(cli)) : [];
  const clients = chosen.filter((each) => !isPasted(each));
  const plan = await planSetUp(source, {
    ...{ clients, file: options.file, agentTeams: options.agentTeams },
    ...{ protocol: parts.has("protocol"), agents: parts.has("agents"), gitignore: parts.has("gitignore") },
  });
  const { sessions } = await surveyProject(folder);
  const session = sessions[0] ?? options.session ?? "my-feature";
  const isNew = parts.has("session") && sessions.length === 0;
  const roles = (options.role ?? ["implementer-1", "researcher-1"]).map(typedRole);
  const rows = rowsOf(plan.files);
  if (isNew) rows.push({ mark: "+", what: `session ${session}`, how: roles.map(({ id }) => id).join(", ") });
  if (serves) rows.push({ mark: "+", what: `server at ${url ?? ""}`, how: "goes on in the background" });
  const notes = plan.notes.map((note) => `${note}\n`).join("");
  const shown = `${paint.strong(plainLine(folder))}\n${renderRows(rows, paint)}${notes}`;
  if (options.diff === true) {
    surroundings.stdout.write(
      rows.length > 0 ? renderPlan(plan.files, paint) + shown : `${notes}Nothing would change.\n`,
    );
    return;
  }
  if (rows.length > 0) {
    cli.tell(`${shown}Each line: wardroom up --diff. Out again: wardroom down\n`);
    await cli.confirm("This will be laid out.");
  }
  const name = known ?? (await surroundings.claimName(folder));
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
  const page = !parts.has("server")
    ? null
    : isServed
      ? `http://${OWN_HOST}:${new URL(source.url ?? "").port}/login?code=${await surroundings.loginCode()}`
      : await cli.working("Starting the server", async () => {
          if (server !== null) await pauseServer(server, dataFolder, server.workspaces);
          return startServer(surroundings, { own: { name, folder }, url: source.url ?? "" });
        });
  if (isNew) await createSession(cli, { id: session, roles, feature: options.feature });
  const start = clients.map((client) => ({ client, line: lineFor(client, folder), next: SETUP_CLIENTS[client].next }));
  const paste = chosen.filter(isPasted).map((client) => PASTED[client]);
  const isCommand = !/[\\/]_npx[\\/]/.test(source.wardroom) && (await isOnPath(["wardroom"], envPath(cli)));
  const files = plan.files.map(({ path }) => path);
  const answer = { folder, workspace: name, url: page && url, page, session, isCommand, start, paste, files };
  if (page !== null && options.browser && flags.json !== true && surroundings.stdout.isTTY) surroundings.openPage(page);
  cli.show(answer, () => {
    const starts = start.map(
      ({ client, line, next }) => `\n${CLIENTS[client].name}, in a terminal (${next})\n  ${paint.name(line)}\n`,
    );
    const pasted = paste.map(
      ({ name, file, entry }) =>
        `\n${name} gets no hooks from Wardroom. For its tools, put this into ${file}:\n${JSON.stringify(entry, null, 2)}\n`,
    );
    const command = isCommand
      ? ""
      : `Your agents run the command wardroom, which is not installed yet: npm install -g ${quoted(source.wardroom)}\n`;
    const up = page === null ? (rows.length > 0 ? "Done." : "Nothing to do.") : `Up. Dashboard: ${paint.name(page)}`;
    const task = `\nThen tell it:\n  ${paint.name(taskFor(session, roles))}\n`;
    return `${paint.good(up)}\n${command}${starts.join("")}${pasted.join("")}${page === null ? "" : task}`;
  });
}

/** The parts that are meant. Throws `invalid_input` for another word, and for what of the server is meant where another one serves the project. */
function partsOf(only: string | undefined, isElsewhere: boolean) {
  const words: readonly string[] = only?.split(",") ?? PARTS;
  const parts = PARTS.filter((part) => words.includes(part));
  if (parts.length < new Set(words).size) {
    throw new AppError(
      "invalid_input",
      `--only: ${words.find((word) => !PARTS.some((part) => part === word)) ?? ""} is none of the parts.`,
      {
        hint: `Parts: ${PARTS.join(", ")}. Several with commas: --only protocol,clients`,
      },
    );
  }
  if (isElsewhere && (parts.includes("session") || parts.includes("server"))) {
    throw new AppError("invalid_input", "Another server serves this project. Its files alone can be laid out here.", {
      hint: "Leave out --url and unset WARDROOM_URL, or: wardroom up --only protocol,agents,gitignore,clients",
    });
  }
  return new Set(parts);
}

const envPath = ({ surroundings }: Cli) => surroundings.env["PATH"] ?? "";

const lineFor = (client: ClientName, folder: string) =>
  `cd ${quoted(folder)} && WARDROOM_ROLE=Lead ${CLIENTS[client].programs[0] ?? client}`;

const taskFor = (session: string, roles: { id: string }[]) =>
  `You lead session ${session}. Publish its context, then start ${roles.map(({ id }) => id).join(" and ")}, each told which of them it is. Our goal: …`;

/** The clients that are named, else those of this machine and of the project, else Claude Code. */
async function chooseClients(
  source: SetupSource,
  named: string[] | undefined,
  path: string,
): Promise<(ClientName | PastedName)[]> {
  if (named !== undefined) return [...new Set(named.map(clientOf))];
  const found: ClientName[] = [];
  for (const client of CLIENT_NAMES) {
    const isHere = await isOnPath(CLIENTS[client].programs, path);
    if (isHere || (await openClientSetup(source, client)).installed !== null) found.push(client);
  }
  return found.length === 0 ? ["claude"] : found;
}

/** Creates the session unless another `up` has done so meanwhile. */
async function createSession(cli: Cli, body: CreateSession): Promise<void> {
  const { items } = await cli.ask(SessionList, "/sessions");
  if (items.length === 0) await cli.ask(Session, "/sessions", { method: "POST", body });
}

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
  const { surroundings, paint } = cli;
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
  cli.tell(shown);
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
