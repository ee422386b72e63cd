import type { Command } from "commander";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "@/lib/contracts/doctor";
import { RequestError } from "@/lib/client/request-error";
import { AppError, ERRORS } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/declare-command";
import type { Paint } from "@/lib/operations/terminal";
import { plainLine } from "@/lib/cli/terminal-text";
import { sayReading } from "@/lib/core/protocol/plan-init";
import { sayCount } from "@/lib/core/text/say-count";
import { Health, WorkspaceList } from "@/lib/contracts/server";
import { askHttp } from "@/lib/cli/ask-http";
import { findCheckout } from "@/lib/cli/connect";
import { noAnswerHint } from "@/lib/cli/no-answer-hint";
import { folderOf } from "@/lib/cli/up/open-project";
import { KeptFiles } from "@/lib/cli/replica/kept-files";
import { Integrity } from "@/lib/contracts/events";
import { RepairList, UnfinishedList } from "@/lib/contracts/repairs";
import { SessionList } from "@/lib/contracts/sessions";
import { lyingAt } from "@/lib/cli/find-place";
import { findServer } from "@/lib/cli/find-server";
import { ALL_CLIENTS, clientTitle } from "@/lib/core/plugin-setup/client-names";
import { isCurrent, openClientSetup } from "@/lib/store/client-setup";

const ok = (subject: string, detail: string): Finding => ({ subject, state: "ok", detail, remedy: null });
const warning = (subject: string, detail: string, remedy: string): Finding => ({
  ...{ subject, state: "warning", detail, remedy },
});
const fault = (subject: string, detail: string, remedy: string): Finding => ({
  ...{ subject, state: "fault", detail, remedy },
});

/** Whether a server answers on this data folder, and whether it is of this version. */
async function examineServer(cli: Cli): Promise<Finding> {
  const subject = "Server";
  const { surroundings } = cli;
  const server = await findServer(surroundings.settings().dataFolder, surroundings);
  if (server === null) return ok(subject, "None is running; commands do the work themselves.");
  const { version, problem } = Health.parse(await (await askHttp({ url: `${server.url}/api/health` })).json());
  if (problem !== null) {
    const remedy = "Stop it and start again; it brings back what it saved from the database: wardroom serve";
    return fault(subject, `Refuses changes at ${server.url}. ${problem}`, remedy);
  }
  if (version === surroundings.version) {
    const folder = await folderOf(cli);
    const name = lyingAt(server.workspaces, folder)?.name;
    const serves = name === undefined ? `does not serve ${folder}` : `serves ${folder} as ${name}`;
    return ok(subject, `Answers at ${server.url}, and ${serves}.`);
  }
  const detail = `The one at ${server.url} is version ${version}; this command is ${surroundings.version}.`;
  return warning(subject, detail, "Stop it and start again: wardroom serve");
}

/** What the project around the current folder has of each agents' client. */
async function examineClients(cli: Cli): Promise<Finding[]> {
  const { project, version, locateFile, settings } = cli.surroundings;
  const folder = await folderOf(cli);
  const { dataFolder } = settings();
  const url = (await findServer(dataFolder, cli.surroundings))?.url ?? null;
  const findings: Finding[] = [];
  for (const client of ALL_CLIENTS) {
    const setup = await openClientSetup({ folder, locateFile, wardroom: project, version, dataFolder, url }, client);
    if (setup.installed === null) continue;
    const subject = `${clientTitle(client)} in ${folder}`;
    const has = `Has hooks and tools, ${setup.installed}`;
    const remedy = `wardroom up --only clients --client ${client}`;
    const other = `${has}, and not as this Wardroom lays them out.`;
    findings.push(isCurrent(setup) ? ok(subject, `${has}.`) : warning(subject, other, remedy));
  }
  const agents = sayReading("AGENTS.md", await readFile(join(folder, "AGENTS.md"), "utf8").catch(() => ""));
  if (agents !== null) {
    const { detail, isRead } = agents;
    findings.push(isRead ? ok("AGENTS.md", detail) : warning("AGENTS.md", detail, "wardroom up --only protocol"));
  }
  const none = `None in ${folder} has hooks or tools of Wardroom. They are laid out by: wardroom up`;
  return findings.length > 0 ? findings : [ok("Clients", none)];
}

/** Whether the history of every workspace is whole, its files can be read and nothing waits for the owner. */
async function examineHistory(cli: Cli): Promise<Finding[]> {
  const { items } = await cli.ask(WorkspaceList, "/api/v1/workspaces");
  const findings: Finding[] = [];
  for (const { name, folder } of items) {
    if (folder !== "there") {
      findings.push(CLOSED[folder](`Files of ${name}`, name));
      continue;
    }
    const found = await cli.ask(Integrity, `${addressOf(name)}/integrity`);
    const subject = `History of ${name}`;
    const counted = `${sayCount(found.events, "event")}, ${sayCount(found.documents, "document")}`;
    const first =
      found.firstBroken && `the ${found.firstBroken.kind} ${found.firstBroken.target}: ${found.firstBroken.detail}`;
    const remedy = `See all of it: wardroom verify -w ${name}. A backup has what is missing.`;
    const broken = `Does not agree (${counted}). First: ${first ?? "unknown"}`;
    findings.push(found.ok ? ok(subject, `Whole: ${counted}.`) : fault(subject, broken, remedy));
    findings.push(await examineFiles(cli, name), await examineUnfinished(cli, name), await examineRepairs(cli, name));
  }
  return findings;
}

const CLOSED = {
  away: (subject: string) =>
    warning(subject, "Not checked: the folder is missing or empty.", "Mount its disk or move the folder back."),
  other: (subject: string, name: string) =>
    fault(
      subject,
      "The folder holds another project than the history of this name, so they are neither read nor changed.",
      `Serve it under another name in WARDROOM_WORKSPACES, or have the history go on there: wardroom workspace move ${name} FOLDER`,
    ),
  moved: (subject: string, name: string) =>
    fault(
      subject,
      "Its content was imported or exported while the server ran, which neither reads nor changes it since.",
      `Restart the server with where ${name} is now in WARDROOM_WORKSPACES: the name alone after an import, ${name}=/path after an export.`,
    ),
};

const addressOf = (workspace: string) => `/api/v1/workspaces/${encodeURIComponent(workspace)}`;

async function examineFiles(cli: Cli, workspace: string): Promise<Finding> {
  const { items } = await cli.askAll(SessionList, `${addressOf(workspace)}/sessions`);
  const faulty = items.filter(({ warnings }) => warnings.some(({ severity }) => severity === "error"));
  const subject = `Files of ${workspace}`;
  if (faulty.length === 0) return ok(subject, `${sayCount(items.length, "session")}, all readable.`);
  const names = faulty.map(({ id }) => id).join(", ");
  const detail = `Files with errors in ${faulty.length} of ${items.length} sessions: ${names}.`;
  return warning(subject, detail, "Open a session in the dashboard: it shows each error by file and line.");
}

async function examineUnfinished(cli: Cli, workspace: string): Promise<Finding> {
  const { items } = await cli.askAll(UnfinishedList, `${addressOf(workspace)}/unfinished`);
  const subject = `Unfinished changes of ${workspace}`;
  const [first] = items;
  if (first === undefined) return ok(subject, "None.");
  const detail = `${items.length} could not be finished after a crash. Change ${first.id}: ${first.reason}`;
  return warning(subject, detail, `Retry or discard each: wardroom unfinished -w ${workspace}`);
}

async function examineRepairs(cli: Cli, workspace: string): Promise<Finding> {
  const { items } = await cli.ask(RepairList, `${addressOf(workspace)}/repairs?state=proposed`);
  const subject = `Repairs of ${workspace}`;
  const [first] = items;
  if (first === undefined) return ok(subject, "None proposed.");
  const lines = items.reduce((sum, { lineCount }) => sum + lineCount, 0);
  const detail = `${items.length} proposed: saves left out ${sayCount(lines, "line")}, last in ${first.path}.`;
  return warning(subject, detail, `Apply or dismiss each: wardroom repair list -w ${workspace}`);
}

/** Who says nothing for so long does not answer. Milliseconds. */
const PATIENCE = 5000;

/**
 * How a checkout stands that is kept in step with a server: whose copy it is, whether that server answers, and whether it takes the
 * credential; nothing where a command's workspace is reached in another way. Opens and changes nothing. Throws `invalid_input` in one that this
 * machine does not know.
 */
async function examineCheckout(cli: Cli): Promise<Finding[]> {
  const checkout = await findCheckout(cli.surroundings, cli.flags);
  if (checkout === null) return [];
  const { url, workspace, checkout: folder } = checkout;
  const server = await examineItsServer(cli, url);
  const isThere = server.state !== "fault";
  return [
    await examineCopy(cli, folder, `${folder} is a copy of ${workspace} at ${url}`),
    server,
    ...(isThere ? [await examineCredential(cli, workspace, url)] : []),
  ];
}

async function examineCopy({ surroundings }: Cli, folder: string, whose: string): Promise<Finding> {
  const subject = "Checkout";
  const kept = new KeptFiles(folder, surroundings.settings().dataFolder);
  await kept.load();
  const waiting = (await kept.unsealed()).length;
  if (waiting > 0) {
    const detail = `${whose}. ${sayCount(waiting, "change")} ${waiting === 1 ? "waits" : "wait"} in its own .wardroom/replica, or where a checkout left it that is gone. Nothing of that is acted on.`;
    return warning(subject, detail, "Read them: wardroom replica status. Then: wardroom replica adopt");
  }
  const owner = await kept.owner();
  if (owner === null) {
    const detail = `${whose}, and no replica runs: neither hears of the other's edits.`;
    return warning(subject, detail, "Keep it in step: wardroom replica");
  }
  const { said } = await kept.standing();
  if (said === null) return ok(subject, `${whose}, kept in step by process ${owner}.`);
  return warning(subject, `${whose}. ${said}`, "See what waits: wardroom replica status");
}

async function examineItsServer({ surroundings }: Cli, url: string): Promise<Finding> {
  const subject = "Server";
  const moved = "If it has another address now: wardroom replica --url ADDRESS";
  const health = await readHealth(url);
  if (health === null) return fault(subject, `No Wardroom answers at ${url}.`, `${noAnswerHint(url)} ${moved}`);
  const { version, problem } = health;
  if (problem !== null) {
    const detail = `Refuses changes at ${url}. ${problem}`;
    return fault(subject, detail, "Tell the owner of that server. Edits wait here until it accepts changes.");
  }
  if (version === surroundings.version) return ok(subject, `Answers at ${url}.`);
  const detail = `The one at ${url} is version ${version}; this command is ${surroundings.version}.`;
  return warning(subject, detail, "Update the older one of them.");
}

/** What a server says of itself; null where none answers in time, or something else does. */
async function readHealth(url: string): Promise<Pick<Health, "version" | "problem"> | null> {
  try {
    const response = await askHttp({ url: `${url}/api/health`, signal: AbortSignal.timeout(PATIENCE) });
    return Health.pick({ version: true, problem: true }).parse(await response.json());
  } catch {
    return null;
  }
}

async function examineCredential(cli: Cli, workspace: string, url: string): Promise<Finding> {
  const subject = "Credential";
  const set = "Set WARDROOM_TOKEN to a token of that server, or give it with --token";
  if (!(await cli.hasCredential())) {
    const detail = `None is set, so ${url} lets no command in, and no replica.`;
    return fault(subject, detail, `${set}. Ask the person who runs the server for one.`);
  }
  try {
    const { items } = await cli.ask(WorkspaceList, "/api/v1/workspaces", {
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (items.some(({ name }) => name === workspace)) return ok(subject, `Accepted for ${workspace}.`);
    const remedy = `${set}. If the workspace has another name now: wardroom replica --url ${url} --workspace NAME`;
    return fault(subject, `Accepted at ${url}, which shows it no workspace ${workspace}.`, remedy);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const isRefused = error.code === "unauthenticated";
    const detail = isRefused ? `${url} does not accept the one that is set: ${error.message}` : error.message;
    return fault(subject, detail, isRefused ? `${set}.` : (error.hint ?? "Try again."));
  }
}

/** Whether the token that commands here are given is let in; what follows is looked at as the owner, whose this machine is. */
async function examineToken(cli: Cli): Promise<Finding[]> {
  const { flags, surroundings } = cli;
  const subject = flags.token === undefined ? "WARDROOM_TOKEN" : "--token";
  if (!flags.token && !surroundings.env["WARDROOM_TOKEN"]) return [];
  try {
    const { items } = await cli.ask(WorkspaceList, "/api/v1/workspaces");
    const names = items.map(({ name }) => name).join(", ");
    return [ok(subject, `Let in to ${names}. Every command is given with it.`)];
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const remedy =
      "Leave it out to act as the owner of this machine, or get another: wardroom token mint implementer-1";
    return [fault(subject, `Every command is given with it. ${error.message}`, remedy)];
  } finally {
    const { ownerToken } = await cli.way();
    if (ownerToken !== null) flags.token = ownerToken;
  }
}

/** `wardroom doctor`: what is wrong with this installation, and how to put it right. */
export function addDoctorCommand(program: Command, cli: Cli): void {
  const command = program
    .command("doctor")
    .description("check data folder, database, server, history and files, and say how to fix what is wrong");
  addExamples(
    command,
    ["wardroom doctor", "wardroom doctor --json"],
    "Repairs nothing. Ends with 5 when something is broken; warnings alone end with 0.",
  );
  command.action(async () => {
    const findings = await cli.working("Checking", () => examineAll(cli));
    if (findings.some(({ state }) => state === "fault")) cli.exitCode = ERRORS.conflict.exit;
    cli.show(
      { items: findings },
      ({ items }) => items.map((finding) => lineOf(finding, cli.paint)).join("") + sum(items),
    );
  });
}

async function examineAll(cli: Cli): Promise<Finding[]> {
  const own = await cli.surroundings.examine();
  // What lies in it, a server's note of itself included, is not known then.
  if (own.some(({ state, subject }) => state === "fault" && subject === "Data folder")) return own;
  const checkout = await orFinding("Checkout", () => examineCheckout(cli));
  // Its commands go to the server that it is kept in step with, whose history is looked after there.
  const clients = await orFinding("Clients", () => examineClients(cli));
  if (checkout.length > 0) return [...own, ...checkout, ...clients];
  const server = await orFinding("Server", async () => [await examineServer(cli)]);
  // History is asked of a Wardroom that opens: with a broken data folder or database it cannot.
  const opens = own.every(({ state, subject }) => state !== "fault" || subject.startsWith("Workspace "));
  const token = opens ? await orFinding("Token", () => examineToken(cli)) : [];
  const history = opens ? await orFinding("History", () => examineHistory(cli)) : [];
  return [...own, ...server, ...token, ...clients, ...history];
}

async function orFinding(subject: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const hint =
      error instanceof AppError ? error.details.hint : error instanceof RequestError ? error.hint : undefined;
    return [fault(subject, detail, hint ?? "Start Wardroom and read what it prints: wardroom serve")];
  }
}

function lineOf({ state, subject, detail, remedy }: Finding, paint: Paint): string {
  const mark = { ok: paint.good("ok"), warning: paint.warn("warning"), fault: paint.bad("fault") }[state];
  const next = remedy === null ? "" : `\n         ${plainLine(remedy)}`;
  return `${mark}${" ".repeat(9 - state.length)}${subject}: ${plainLine(detail)}${next}\n`;
}

function sum(findings: Finding[]): string {
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
  const [faults, warnings] = [count("fault"), count("warning")];
  if (faults + warnings === 0) return "No problems found.\n";
  return `${sayCount(faults, "fault")}, ${sayCount(warnings, "warning")}.\n`;
}
