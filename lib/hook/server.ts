import { recordOf, stringOf } from "@/lib/core/text/parse-json";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { ServerFile } from "@/lib/contracts/server-file";
import { findProject } from "@/lib/core/places/find-project";
import { dataFolder, isWardroom, readJson } from "@/lib/hook/data-folder";
import { patienceOf } from "@/lib/hook/hook-limit";
import type { Surroundings } from "@/lib/hook/surroundings";
import { realPath, TREE } from "@/lib/hook/workspace";
import type { Environment } from "@/lib/hook/who-is-it";
import { Ledger, stateFolder } from "@/lib/hook/ledger";

/** So long after a whole wait without an answer a server is not waited for as long again. Milliseconds. */
const REMEMBERED_MS = 60_000;

/** Under what every hook of this user remembers a server that took a request and did not answer it, and when one answered any of them. */
const SILENT_SINCE = "silent";
const HEARD_AT = "heard";

/** An answer of the server. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** As whom the server is called. */
export interface Speaker {
  /** A teammate's role; null for the Lead, or nobody in particular. */
  as: string | null;
  /** The conversation that calls; null where its client gives it no id. */
  run: string | null;
}

/** How to reach the server for one workspace. */
export interface Server {
  /** Calls `path` below the workspace's address; null when there was no answer in time. */
  call(method: "GET" | "POST", path: string, by: Speaker, body?: unknown): Promise<Answer | null>;
  /** Whether it was asked and did not answer. */
  isSilent(): boolean;
}

/** The data folder of this machine's server, and what that server says of itself there. */
interface Own {
  data: string | null;
  file: ServerFile | null;
}

/**
 * The server that serves the workspace at `root`, by what it left in its data folder and this environment says; null when
 * there is none, it is known to be dead, it does not serve this workspace, or there is no token for it. Asks nobody.
 */
export function findServer(
  root: string,
  { environment, scriptFolder, startMs = 0, load }: Surroundings,
): Server | null {
  const data = dataFolder(environment, scriptFolder);
  const file = data === null ? null : readServerFile(data);
  const url = stringOf(environment["WARDROOM_URL"]) || (file !== null && isAlive(file.pid) ? file.url : "");
  const token = tokenOf(url, { data, file }, environment);
  const workspace = workspaceAt(root, file, environment);
  if (url === "" || token === "" || workspace === "" || !URL.canParse(url)) return null;
  const base = new URL(url);
  if (base.protocol !== "http:") return null;
  const silence = new Ledger(stateFolder(environment), `server ${url}`);
  // Also where the clock was set back since.
  const isKnown = Math.abs(Date.now() - Number(silence.read(SILENT_SINCE) ?? NaN)) < REMEMBERED_MS;
  let isSilent = false;
  let hasAnswered = false;
  let until: number | undefined;
  let since = 0;
  // One that answers others meanwhile is busy.
  const hasHeard = (heard = Number(silence.read(HEARD_AT) ?? NaN)) => heard >= since && heard <= Date.now();
  return {
    call: async (...said) => {
      // Who did not answer once is not waited for a second time.
      if (isSilent) return null;
      if (until === undefined) since = Date.now();
      until ??= performance.now() + patienceOf(environment, startMs, load)[isKnown ? "short" : "whole"];
      const signal = AbortSignal.timeout(Math.max(1, Math.floor(until - performance.now())));
      let answer = await call({ base, token, workspace, signal }, ...said);
      // What a hook says may be said twice: it needs no key.
      while (answer?.body["code"] === "outcome_unknown")
        answer = await call({ base, token, workspace, signal }, ...said);
      isSilent ||= answer === null;
      // One that refuses a connection says so at once, and costs nobody anything. A short wait says nothing new.
      if (answer === null && signal.aborted && !isKnown && !hasHeard()) silence.note(String(Date.now()), SILENT_SINCE);
      if (answer !== null && !hasAnswered) {
        silence.drop(SILENT_SINCE);
        silence.note(String(Date.now()), HEARD_AT);
      }
      hasAnswered ||= answer !== null;
      return answer;
    },
    isSilent: () => isSilent,
  };
}

/**
 * What a client sends along to the MCP server: that hooks show its agents what is new, the credential, and which of the workspaces its project is. As a header
 * carries them, in UTF-8. The owner's token is among them only if the client says of no other server that it is asked for.
 */
export function mcpHeaders(root: string, environment: Environment, scriptFolder: string): Record<string, string> {
  const data = dataFolder(environment, scriptFolder);
  const file = data === null ? null : readServerFile(data);
  const asked = stringOf(environment["CLAUDE_CODE_MCP_SERVER_URL"]) || stringOf(environment["WARDROOM_URL"]);
  const token = tokenOf(asked || (file?.url ?? ""), { data, file }, environment);
  const workspace = workspaceAt(projectOf(root, environment, scriptFolder) ?? root, file, environment);
  return {
    "X-Wardroom-Hooks": "yes",
    ...(token !== "" && { Authorization: `Bearer ${token}` }),
    ...(workspace !== "" && { "X-Wardroom-Workspace": Buffer.from(workspace).toString("latin1") }),
  };
}

/** The token that was given, else the owner's of this machine, which is for the server that runs on its data folder alone. */
function tokenOf(url: string, { data, file }: Own, environment: Environment): string {
  const given = stringOf(environment["WARDROOM_TOKEN"]);
  if (given !== "" || data === null) return given;
  return file !== null && isAlive(file.pid) && isSameOrigin(url, file.url) ? readToken(data) : "";
}

function isSameOrigin(url: string, other: string): boolean {
  return URL.canParse(url) && URL.canParse(other) && new URL(url).origin === new URL(other).origin;
}

/** The name by which the workspace at `root` is served; "" when it is not known to be. */
function workspaceAt(root: string, file: ServerFile | null, environment: Environment): string {
  const named = stringOf(environment["WARDROOM_WORKSPACE"]);
  if (named !== "") return named;
  const real = realPath(root);
  return file?.workspaces.find((each) => realPath(each.folder) === real)?.name ?? "";
}

/** The project that a folder is of, by the rule of every door and what this machine's data folder knows; null where it is in none. */
export function projectOf(folder: string, environment: Environment, scriptFolder: string): string | null {
  const data = dataFolder(environment, scriptFolder) ?? "";
  const served = data === "" ? null : readServerFile(data);
  const listed = (name: string, read: (path: string) => string) =>
    data === "" ? [] : TREE.list(join(data, name)).map((each) => read(join(data, name, each)));
  const roots = [
    ...(served !== null && isAlive(served.pid) ? served.workspaces : []).map((each) => each.folder),
    ...listed("replicas", (path) => stringOf(readJson(path)["folder"])),
  ];
  const known = listed("workspaces", (path) => (TREE.read(path) ?? "").split("\n", 1)[0] ?? "");
  const isThere = (each: string) => each !== "";
  const own = dirname(dirname(scriptFolder));
  return findProject(folder, TREE, {
    roots: roots.filter(isThere).map(realPath),
    known: known.filter(isThere).map(realPath),
    own: isWardroom(own) ? realPath(own) : "",
    home: realPath(stringOf(environment["HOME"]) || homedir()),
  });
}

/** What the server in that data folder says of itself; null when there is none, or the file says something else. */
export function readServerFile(data: string): ServerFile | null {
  const file = readJson(join(data, "server.json"));
  const { url, pid, workspaces } = file;
  if (typeof url !== "string" || typeof pid !== "number" || !Array.isArray(workspaces)) return null;
  const named = (workspaces as unknown[]).map(recordOf);
  return {
    url,
    pid,
    workspaces: named.map((each) => ({ name: stringOf(each["name"]), folder: stringOf(each["folder"]) })),
  };
}

/** The owner's token in the data folder; "" when it cannot be read. */
export function readToken(data: string): string {
  try {
    return readFileSync(join(data, "token"), "utf8").trim();
  } catch {
    return "";
  }
}

/** Whether a process is there, also one of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function call(
  { base, token, workspace, signal }: { base: URL; token: string; workspace: string; signal: AbortSignal },
  method: string,
  path: string,
  { as, run }: Speaker,
  body?: unknown,
): Promise<Answer | null> {
  const text = body === undefined ? "" : JSON.stringify(body);
  return new Promise((resolve) => {
    const nothing = () => resolve(null);
    const sent = request(
      {
        host: base.hostname.replace(/^\[|\]$/g, ""), // [::1]
        port: base.port || 80,
        method,
        path: `/api/v1/workspaces/${encodeURIComponent(workspace)}/${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(text !== "" && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
          // A role's own token says its role; only the owner's may choose one. A header carries it as UTF-8.
          ...(as !== null && !token.startsWith("wr_") && { "x-wardroom-role": Buffer.from(as).toString("latin1") }),
          // What an earlier version of this script owes names none.
          ...(run && { "x-wardroom-run": run }),
        },
        signal,
      },
      (response) => {
        let read = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => (read += part));
        response.on("error", nothing);
        response.on("end", () => {
          try {
            resolve({ status: response.statusCode ?? 0, body: recordOf(JSON.parse(read === "" ? "{}" : read)) });
          } catch {
            nothing();
          }
        });
      },
    );
    sent.on("error", nothing);
    sent.end(text);
  });
}
