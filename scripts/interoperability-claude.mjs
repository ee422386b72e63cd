import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { execute } from "./interoperability-execute.mjs";
import { Stop } from "./run.mjs";

/** The oldest version these checks were seen to pass with. */
const OLDEST = "2.1.197";
/** One that waits for a person or a network is ended; a conversation takes seconds. Milliseconds. */
const PATIENCE_MS = 300_000;
/** What the scripts call, let through beforehand: nobody is there to be asked. */
const ALLOWED = "Read,Write,Edit,Bash,Agent,Task,mcp__wardroom,mcp__plugin_wardroom_wardroom";

/**
 * The Claude Code of this machine: the one WARDROOM_CLAUDE names, else `claude` on the PATH. A text says why none is
 * tried, and how to have one tried.
 * @returns {Promise<{program: string, version: string} | string>}
 */
export async function findClaude() {
  const named = process.env["WARDROOM_CLAUDE"] && path.resolve(process.env["WARDROOM_CLAUDE"]);
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  const name = process.platform === "win32" ? "claude.exe" : "claude";
  const program = named || folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
  const how = "WARDROOM_CLAUDE=/path/to/claude names one, which needs no account; see CONTRIBUTING.md.";
  if (program === undefined) return `left out. There is no claude on the PATH: ${how}`;
  if (!existsSync(program)) throw new Stop(`WARDROOM_CLAUDE names ${program}, and there is no such program.`);
  const { stdout } = await execute(program, ["--version"]).catch(() => ({ stdout: "" }));
  const version = /^\d+\.\d+\.\d+/.exec(stdout)?.[0]; // 2.1.330 (Claude Code)
  if (version === undefined) {
    if (named)
      throw new Stop(`WARDROOM_CLAUDE names ${program}, which does not say its version as a Claude Code does.`);
    return `left out. ${program} does not say its version: ${how}`;
  }
  const isOlder = version.localeCompare(OLDEST, "en", { numeric: true }) < 0;
  return isOlder ? `left out. ${program} is ${version}, older than ${OLDEST}: ${how}` : { program, version };
}

/**
 * The environment of a client that knows nothing of this machine's user and reaches this machine alone.
 * @param {string} home @param {string} model Address of the messages endpoint.
 * @returns {NodeJS.ProcessEnv}
 */
export function claudeEnvironment(home, model) {
  const { SystemRoot, COMSPEC, SHELL, NODE_ENV } = process.env;
  return {
    SystemRoot,
    COMSPEC,
    SHELL,
    NODE_ENV,
    // The hooks start `node`, which is to be this one.
    PATH: [path.dirname(process.execPath), process.env["PATH"]].join(path.delimiter),
    HOME: home,
    USERPROFILE: home,
    CLAUDE_CODE_TMPDIR: home,
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: "none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
    // Whatever else it would ask for ends at a port where nobody listens.
    HTTP_PROXY: "http://127.0.0.1:9",
    HTTPS_PROXY: "http://127.0.0.1:9",
    NO_PROXY: "127.0.0.1,localhost",
  };
}

/**
 * Trusts a project, as a person does at the first start: the client asks for the tools' credential only then.
 * @param {string} home @param {string} project
 */
export async function trust(home, project) {
  const known = { hasCompletedOnboarding: true, projects: { [project]: { hasTrustDialogAccepted: true } } };
  await writeFile(path.join(home, ".claude.json"), JSON.stringify(known));
}

/**
 * Holds a conversation: each prompt is sent when the one before it is answered; a function among them is carried out at
 * its turn.
 * @param {{program: string, cwd: string, env: NodeJS.ProcessEnv, args?: string[]}} claude
 * @param {(string | (() => Promise<void>))[]} prompts
 */
export async function converse({ program, cwd, env, args = [] }, prompts) {
  const format = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  const child = spawn(program, ["--print", ...format, "--allowedTools", ALLOWED, ...args], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "pipe"],
    timeout: PATIENCE_MS,
  });
  const ended = once(child, "close");
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => (stderr += text));
  const left = [...prompts];
  const goOn = async () => {
    const next = left.shift();
    if (next === undefined) child.stdin.end();
    else if (typeof next === "string") {
      child.stdin.write(`${JSON.stringify({ type: "user", message: { role: "user", content: next } })}\n`);
    } else {
      await next();
      await goOn();
    }
  };
  await goOn();
  let printed = "";
  for await (const line of createInterface({ input: child.stdout })) {
    printed += `${line.slice(0, 500)}\n`;
    const said = /** @type {{type?: string, is_error?: boolean}} */ (JSON.parse(line));
    if (said.type !== "result") continue;
    if (said.is_error) left.length = 0;
    await goOn();
  }
  const [code] = await ended;
  if (code !== 0 || left.length > 0) throw new Stop("", `The client ended with ${code}:\n${printed}\n${stderr}`);
}
