import { RequestError } from "@/lib/client/request-error";
import type { Finding } from "@/lib/contracts/doctor";
import { Health, WorkspaceList } from "@/lib/contracts/server";
import { askHttp } from "@/lib/cli/ask-http";
import type { Cli } from "@/lib/cli/cli";
import { findCheckout } from "@/lib/cli/connect";
import { noAnswerHint } from "@/lib/cli/no-answer-hint";
import { sayCount } from "@/lib/core/text/say-count";
import { KeptFiles } from "@/lib/cli/replica/kept-files";

/** Who says nothing for so long does not answer. Milliseconds. */
const PATIENCE = 5000;

/**
 * How a checkout stands that is kept in step with a server: whose copy it is, whether that server answers, and whether it takes the
 * credential; nothing where a command's workspace is reached in another way. Opens and changes nothing. Throws `invalid_input` in one that this
 * machine does not know.
 */
export async function examineCheckout(cli: Cli): Promise<Finding[]> {
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
    return {
      subject,
      state: "warning",
      detail,
      remedy: "Read them: wardroom replica status. Then: wardroom replica adopt",
    };
  }
  const owner = await kept.owner();
  if (owner === null) {
    const detail = `${whose}, and no replica runs: neither hears of the other's edits.`;
    return { subject, state: "warning", detail, remedy: "Keep it in step: wardroom replica" };
  }
  const { said } = await kept.standing();
  if (said === null)
    return { subject, state: "ok", detail: `${whose}, kept in step by process ${owner}.`, remedy: null };
  return { subject, state: "warning", detail: `${whose}. ${said}`, remedy: "See what waits: wardroom replica status" };
}

async function examineItsServer({ surroundings }: Cli, url: string): Promise<Finding> {
  const subject = "Server";
  const moved = "If it has another address now: wardroom replica --url ADDRESS";
  const health = await readHealth(url);
  if (health === null) {
    const detail = `No Wardroom answers at ${url}.`;
    return { subject, state: "fault", detail, remedy: `${noAnswerHint(url)} ${moved}` };
  }
  const { version, problem } = health;
  if (problem !== null) {
    const detail = `Refuses changes at ${url}. ${problem}`;
    return { subject, state: "fault", detail, remedy: "Tell whoever runs that server. Edits wait here until then." };
  }
  if (version === surroundings.version) return { subject, state: "ok", detail: `Answers at ${url}.`, remedy: null };
  const detail = `The one at ${url} is version ${version}; this command is ${surroundings.version}.`;
  return { subject, state: "warning", detail, remedy: "Update the older one of them." };
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
    return { subject, state: "fault", detail, remedy: `${set}. Whoever runs the server has one made for you.` };
  }
  try {
    const { items } = await cli.ask(WorkspaceList, () => "/api/v1/workspaces", {
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (items.some(({ name }) => name === workspace))
      return { subject, state: "ok", detail: `Accepted for ${workspace}.`, remedy: null };
    const remedy = `${set}. If the workspace has another name now: wardroom replica --url ${url} --workspace NAME`;
    return { subject, state: "fault", detail: `Accepted at ${url}, which shows it no workspace ${workspace}.`, remedy };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const isRefused = error.code === "unauthenticated";
    const detail = isRefused ? `${url} does not accept the one that is set: ${error.message}` : error.message;
    return { subject, state: "fault", detail, remedy: isRefused ? `${set}.` : (error.hint ?? "Try again.") };
  }
}
