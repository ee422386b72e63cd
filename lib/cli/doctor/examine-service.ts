import { api } from "@/lib/client/paths";
import type { Finding } from "@/lib/contracts/doctor";
import { Integrity } from "@/lib/contracts/events";
import { RepairList } from "@/lib/contracts/repairs";
import { Health, WorkspaceList } from "@/lib/contracts/server";
import { SessionList } from "@/lib/contracts/sessions";
import { UnfinishedList } from "@/lib/contracts/unfinished";
import type { Cli } from "@/lib/cli/cli";
import { askHttp } from "@/lib/cli/ask-http";
import { findServer } from "@/lib/cli/find-server";
import { sayCount } from "@/lib/core/text/say-count";

/** Whether a server answers on this data folder, and whether it is of this version. */
export async function examineServer({ surroundings }: Cli): Promise<Finding> {
  const subject = "Server";
  const server = await findServer(surroundings.settings().dataFolder);
  if (server === null) {
    const detail = "None is running; commands do the work themselves.";
    return { subject, state: "ok", detail, remedy: null };
  }
  const { version, problem } = Health.parse(await (await askHttp({ url: `${server.url}/api/health` })).json());
  if (problem !== null) {
    const remedy = "Stop it and start again; it brings back what it saved from the database: wardroom serve";
    return { subject, state: "fault", detail: `Refuses changes at ${server.url}. ${problem}`, remedy };
  }
  if (version === surroundings.version) {
    return { subject, state: "ok", detail: `Answers at ${server.url}.`, remedy: null };
  }
  return {
    subject,
    state: "warning",
    detail: `The one at ${server.url} is version ${version}; this command is ${surroundings.version}.`,
    remedy: "Stop it and start again: wardroom serve",
  };
}

/** Whether the history of every workspace is whole, its files can be read and nothing waits for the owner. */
export async function examineHistory(cli: Cli): Promise<Finding[]> {
  const { items } = await cli.ask(WorkspaceList, () => "/api/v1/workspaces");
  const findings: Finding[] = [];
  for (const { name, folder } of items) {
    if (folder !== "there") {
      findings.push({ subject: `Files of ${name}`, ...CLOSED[folder](name) });
      continue;
    }
    const found = await cli.ask(Integrity, () => `${api.workspace(name)}/integrity`);
    const subject = `History of ${name}`;
    const counted = `${found.events} events, ${found.documents} documents`;
    const first =
      found.firstBroken && `the ${found.firstBroken.kind} ${found.firstBroken.target}: ${found.firstBroken.detail}`;
    findings.push(
      found.ok
        ? { subject, state: "ok", detail: `Whole: ${counted}.`, remedy: null }
        : {
            subject,
            state: "fault",
            detail: `Does not agree (${counted}). First: ${first ?? "unknown"}`,
            remedy: `See all of it: wardroom verify -w ${name}. A backup has what is missing.`,
          },
    );
    findings.push(await examineFiles(cli, name), await examineUnfinished(cli, name), await examineRepairs(cli, name));
  }
  return findings;
}

const CLOSED = {
  away: () => ({
    state: "warning" as const,
    detail: "Not checked: the folder is missing or empty.",
    remedy: "Mount its disk or move the folder back.",
  }),
  other: (name: string) => ({
    state: "fault" as const,
    detail: "The folder holds another project than the history of this name, so they are neither read nor changed.",
    remedy: `Serve it under another name in WARDROOM_WORKSPACES, or have the history go on there: wardroom workspace move ${name} FOLDER`,
  }),
  moved: (name: string) => ({
    state: "fault" as const,
    detail: "Its content was imported or exported while the server ran, which neither reads nor changes it since.",
    remedy: `Restart the server with where ${name} is now in WARDROOM_WORKSPACES: the name alone after an import, ${name}=/path after an export.`,
  }),
};

async function examineFiles(cli: Cli, workspace: string): Promise<Finding> {
  const { items } = await cli.askAll(SessionList, () => `${api.workspace(workspace)}/sessions`);
  const faulty = items.filter(({ warnings }) => warnings.some(({ severity }) => severity === "error"));
  const subject = `Files of ${workspace}`;
  if (faulty.length === 0) {
    return { subject, state: "ok", detail: `${sayCount(items.length, "session")}, all readable.`, remedy: null };
  }
  const names = faulty.map(({ id }) => id).join(", ");
  return {
    subject,
    state: "warning",
    detail: `Files with errors in ${faulty.length} of ${items.length} sessions: ${names}.`,
    remedy: "Open a session in the dashboard: it shows each error by file and line.",
  };
}

async function examineUnfinished(cli: Cli, workspace: string): Promise<Finding> {
  const { items } = await cli.askAll(UnfinishedList, () => `${api.workspace(workspace)}/unfinished`);
  const subject = `Unfinished changes of ${workspace}`;
  const [first] = items;
  if (first === undefined) return { subject, state: "ok", detail: "None.", remedy: null };
  const detail = `${items.length} could not be finished after a crash. Change ${first.id}: ${first.reason}`;
  return { subject, state: "warning", detail, remedy: `Retry or discard each: wardroom unfinished -w ${workspace}` };
}

async function examineRepairs(cli: Cli, workspace: string): Promise<Finding> {
  const { items } = await cli.ask(RepairList, () => `${api.repairs(workspace)}?state=proposed`);
  const subject = `Repairs of ${workspace}`;
  const [first] = items;
  if (first === undefined) return { subject, state: "ok", detail: "None proposed.", remedy: null };
  const lines = items.reduce((sum, { lineCount }) => sum + lineCount, 0);
  const detail = `${items.length} proposed: saves left out ${sayCount(lines, "line")}, last in ${first.path}.`;
  return { subject, state: "warning", detail, remedy: `Apply or dismiss each: wardroom repair list -w ${workspace}` };
}
