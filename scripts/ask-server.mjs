// The command as most are run: one request to this machine's server, which runs it and answers what it prints.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { homedir } from "node:os";
import path from "node:path";
import { isatty } from "node:tty";
import { home, isInstalled } from "./cli-bundle.mjs";

/** A server that has said nothing for so long is not waited for. Milliseconds. */
const PATIENCE_MS = 2_000;
/** What it began in that time has arrived when this much more is over. Milliseconds. */
const ON_THE_WAY_MS = 1_000;

/** With one of these the command goes to another server, or tells more than this one would. */
const ELSEWHERE = ["WARDROOM_URL", "WARDROOM_TOKEN", "WARDROOM_WORKSPACES", "WARDROOM_DEBUG"];
/** So it does with these words; who waits outlives the server. */
const OWN_WORDS = /^--(url|token|no-server|wait)(=|$)/;

/** The variables that commands read; lib/cli/cli.ts says which tell of an agent's client. */
const READ =
  /^(WARDROOM_\w+|CLAUDECODE|CODEX_\w+|GEMINI_CLI|OPENCODE|CURSOR_AGENT|COPILOT_CLI|AI_AGENT|NO_COLOR|FORCE_COLOR|TERM)$/;

/**
 * What a command that runs in its own process is told: standard input that was read already, and the address of a server that took it, and
 * was gone before it answered.
 * @typedef {{ input?: Buffer, lost?: string }} Left
 */

/** Has the server run the command and prints what it answers: null; else nothing was done, unless the server was lost. @returns {Promise<Left | null>} */
export async function askServer() {
  const { env } = process;
  const argv = process.argv.slice(2);
  if (!isForServer(env, argv)) return {};
  const server = readServer(env["WARDROOM_DATA"]);
  if (server === null) return {};
  const input = argv.includes("-") && !isatty(0) ? readFileSync(0) : undefined;
  const left = input && { input };
  const text = readText(input);
  if (text === undefined) return left ?? {};
  const typed = JSON.stringify({
    version: String(readJson(path.join(home, "package.json"))["version"]),
    until: Date.now() + PATIENCE_MS,
    argv,
    env: readBy(env),
    ...{ cwd: process.cwd(), home: homedir(), input: text },
    terminal: { in: { isTTY: isatty(0) }, out: stateOf(1), err: stateOf(2) },
  });
  const { answer, wasTaken } = await send(server, typed);
  if (answer === null) return { ...left, ...(wasTaken && { lost: server.url }) };
  for (const [name, said] of answer.printed) process[name === "out" ? "stdout" : "stderr"].write(said);
  process.exitCode = answer.code;
  return null;
}

/** Whether this machine's server is asked for a command at all. @param {Readonly<Record<string, string | undefined>>} env @param {string[]} argv */
export function isForServer(env, argv) {
  return !ELSEWHERE.some((name) => env[name]) && !argv.some((word) => OWN_WORDS.test(word));
}

/** Of an environment what commands read. @param {Readonly<Record<string, string | undefined>>} env @returns {Record<string, string>} */
export function readBy(env) {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (READ.test(name) && value ? [[name, value]] : [])),
  );
}

/** @param {string | undefined} folder As WARDROOM_DATA names it. */
function readServer(folder) {
  try {
    const { url, pid, key } = readJson(
      path.join(path.resolve(isInstalled ? homedir() : home, folder || ".wardroom"), "server.json"),
    );
    if (typeof key !== "string" || typeof url !== "string" || !url.startsWith("http:")) return null;
    // Asks only: throws where it is gone, or another user's.
    process.kill(Number(pid), 0);
    return { url, key };
  } catch {
    return null;
  }
}

/** @param {Buffer | undefined} bytes @returns {string | null | undefined} Undefined for what is no text. */
function readText(bytes) {
  try {
    return bytes === undefined ? null : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** @param {1 | 2} which */
function stateOf(which) {
  if (!isatty(which)) return { isTTY: false };
  return { isTTY: true, columns: process[which === 1 ? "stdout" : "stderr"].columns || 80 };
}

/**
 * What the server printed, or null; and whether it said that it begins. It says so before it begins.
 * @param {{ url: string, key: string }} server @param {string} typed
 * @returns {Promise<{ answer: { code: number, printed: ["out" | "err", string][] } | null, wasTaken: boolean }>}
 */
function send({ url, key }, typed) {
  return new Promise((resolve) => {
    let wasTaken = false;
    const lose = () => resolve({ answer: null, wasTaken });
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const sent = request(`${url}/api/v1/commands`, { method: "POST", headers, agent: false }, (response) => {
      clearTimeout(timer);
      wasTaken = response.statusCode === 200 && response.headers["content-type"] === "application/json";
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (/** @type {string} */ part) => (text += part));
      response.on("error", lose);
      // null is a command that it leaves to us.
      response.on("end", () => resolve({ answer: wasTaken ? JSON.parse(text) : null, wasTaken: false }));
    });
    const timer = setTimeout(() => sent.destroy(), PATIENCE_MS + ON_THE_WAY_MS);
    sent.on("error", lose);
    sent.end(typed);
  });
}

/** @param {string} file @returns {Record<string, unknown>} */
function readJson(file) {
  /** @type {Record<string, unknown>} */
  const read = JSON.parse(readFileSync(file, "utf8"));
  return read;
}
