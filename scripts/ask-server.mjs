// The command as most are run: one request to this machine's server, which runs it and answers what it prints.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { homedir } from "node:os";
import path from "node:path";
import { isatty } from "node:tty";
import { home, isInstalled } from "./cli-bundle.mjs";
import { silenceOf } from "./silence.mjs";
import { endUnwritten } from "./unread-output.mjs";

/** A server that has said nothing for so long is not waited for. Milliseconds. */
const PATIENCE_MS = 2_000;
/** One that said nothing lately is first asked how it is, for so long. Milliseconds. */
const TRY_MS = 300;
/** What it began within its patience has arrived when this much more is over. Milliseconds. */
const ON_THE_WAY_MS = 500;

/** With one of these the command goes to another server, or tells more than this one would. */
const ELSEWHERE = ["WARDROOM_URL", "WARDROOM_TOKEN", "WARDROOM_WORKSPACES", "WARDROOM_DEBUG"];
/** So it does with these words; who waits outlives the server. */
const OWN_WORDS = /^--(url|token|no-server|wait)(=|$)/;

/** The variables that commands read; lib/cli/cli.ts says which tell of an agent's client. */
const READ =
  /^(WARDROOM_\w+|CLAUDECODE|CODEX_\w+|GEMINI_CLI|OPENCODE|CURSOR_AGENT|COPILOT_CLI|AI_AGENT|NO_COLOR|FORCE_COLOR|TERM)$/;

/**
 * What a command that runs in its own process is told: standard input that was read already, whether this machine's server says nothing, and the
 * address of one that took it and was gone before it answered.
 * @typedef {{ input?: Buffer, isMute?: boolean, lost?: string }} Left
 */

/** Has the server run the command and prints what it answers: null; else nothing was done, unless the server was lost. @returns {Promise<Left | null>} */
export async function askServer() {
  const argv = process.argv.slice(2);
  if (!isForServer(process.env, argv)) return {};
  const server = readServer(process.env["WARDROOM_DATA"]);
  if (server === null) return {};
  const typed = {
    version: String(readJson(path.join(home, "package.json"))["version"]),
    zone: new Date().getTimezoneOffset(),
    argv,
    env: readBy(process.env),
    ...{ cwd: process.cwd(), home: homedir() },
    terminal: { in: { isTTY: isatty(0) }, out: stateOf(1), err: stateOf(2) },
  };
  const first = await send(server, { ...typed, input: null });
  if (first.answer !== "input") return done(first, server.url);
  const input = await readInput();
  const text = readText(input);
  if (text === undefined) return { ...(input && { input }) };
  const left = done(await send(server, { ...typed, input: text }), server.url);
  return left && { ...left, ...(input && { input }) };
}

/** Prints what was answered. @param {Sent} sent @param {string} url @returns {Left | null} */
function done({ answer, wasTaken, isMute }, url) {
  if (answer === null || answer === "input") return { ...(wasTaken && { lost: url }), ...(isMute && { isMute }) };
  for (const [name, said] of answer.printed) {
    const output = process[name === "out" ? "stdout" : "stderr"];
    endUnwritten(output, answer.code);
    output.write(said);
  }
  process.exitCode = answer.code;
  return null;
}

/** All of standard input; undefined where it cannot be read, which the command itself explains. */
async function readInput() {
  try {
    const chunks = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  } catch {
    return undefined;
  }
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

/** @param {Buffer | undefined} bytes Undefined for what is no text. */
function readText(bytes) {
  try {
    return bytes && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
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
 * What a server answered. null is a command that it leaves to us, "input" one that wants standard input; nothing was done then. `wasTaken`: it
 * had said that it begins, which it does before it begins. `isMute`: it said nothing at all.
 * @typedef {{ code: number, printed: ["out" | "err", string][] }} Printed
 * @typedef {{ answer: Printed | "input" | null, wasTaken?: boolean, isMute?: boolean }} Sent
 */

/** @param {{ url: string, key: string }} server @param {object} typed @returns {Promise<Sent>} */
async function send({ url, key }, typed) {
  const silence = silenceOf(url);
  if (silence.isKnown()) {
    if (!(await answers(url))) return { answer: null, isMute: true };
    silence.forget();
  }
  return new Promise((resolve) => {
    let [wasTaken, isMute] = [false, false];
    const lose = () => resolve({ answer: null, wasTaken, isMute });
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    try {
      const sent = request(`${url}/api/v1/commands`, { method: "POST", headers, agent: false }, (response) => {
        clearTimeout(timer);
        response.on("error", lose);
        wasTaken = response.statusCode === 200 && response.headers["content-type"] === "application/json";
        if (!wasTaken) return void sent.destroy(new Error("another program"));
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (/** @type {string} */ part) => (text += part));
        response.on("end", () => resolve({ answer: readAnswer(text) }));
      });
      const timer = setTimeout(() => {
        isMute = true;
        silence.note();
        sent.destroy(new Error("no answer"));
      }, PATIENCE_MS + ON_THE_WAY_MS);
      sent.on("error", () => {
        clearTimeout(timer);
        lose();
      });
      sent.end(JSON.stringify({ ...typed, until: Date.now() + PATIENCE_MS }));
    } catch {
      // What stands in the file is no address.
      lose();
    }
  });
}

/** Whether a server says anything at all. @param {string} url @returns {Promise<boolean>} */
function answers(url) {
  return new Promise((resolve) => {
    const asked = request(`${url}/api/health`, { agent: false, signal: AbortSignal.timeout(TRY_MS) }, (response) => {
      response.destroy();
      resolve(true);
    });
    asked.on("error", () => resolve(false)).end();
  });
}

/** Null for what no Wardroom answers. @param {string} text @returns {Sent["answer"]} */
function readAnswer(text) {
  try {
    /** @type {unknown} */
    const answer = JSON.parse(text);
    if (answer === "input") return answer;
    const isPrinted = typeof answer === "object" && answer !== null && "code" in answer && "printed" in answer;
    return isPrinted && Array.isArray(answer.printed) ? /** @type {Printed} */ (answer) : null;
  } catch {
    return null;
  }
}

/** @param {string} file @returns {Record<string, unknown>} */
function readJson(file) {
  /** @type {Record<string, unknown>} */
  const read = JSON.parse(readFileSync(file, "utf8"));
  return read;
}
