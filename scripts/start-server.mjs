import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { root, Stop } from "./run.mjs";

/**
 * A Wardroom of its own for one test: the finished build, as `npm start` serves it, on a port that was free.
 * @typedef {object} RunningServer
 * @property {string} url Where programs reach it, such as `http://127.0.0.1:41234`, without a slash at the end.
 * @property {string} origin Where browsers do, such as `http://wardroom.localhost:41234`.
 * @property {string} loginUrl The printed address; opening it logs in one browser, once.
 * @property {string} token The owner's token.
 * @property {number} pid Its process.
 * @property {string} data Its data folder: starting another server there continues this one's history.
 * @property {() => string} output Everything it printed so far.
 * @property {() => Promise<number | null>} stop Ends it as Ctrl+C does and answers its exit code.
 * @property {() => Promise<void>} kill Ends it in the middle of whatever it does, as a crash would.
 */

/**
 * @typedef {object} ServerOptions
 * @property {string} data An empty folder, or that of a server that was stopped or killed.
 * @property {Record<string, string>} [workspaces] Names and folders; the server works on these very folders. None is the
 * bundled example.
 * @property {Record<string, string>} [env] More of its environment, such as WARDROOM_TOKEN.
 * @property {string[]} [program] A script that serves, and its words; this checkout's own is left out.
 */

// Wardroom is ready. Open http://wardroom.localhost:41234/login?code=kJ3v (programs: http://127.0.0.1:41234)
// The end of the line says that all of it is there.
const READY = /((https?:\/\/[^\s/]+)\/login\?code=\S+)(?: \(programs: (\S+)\))?\n/;

/**
 * Starts a server and resolves when it answers; rejects with what it printed when it ends before.
 * @param {ServerOptions} options
 * @returns {Promise<RunningServer>}
 */
export async function startServer(options) {
  return launch(options).nextReady(options);
}

/**
 * A server for one test after another: the process stays, what it serves is closed and opened as by a stop and a start.
 * @typedef {object} ServerInTurn
 * @property {(options: ServerOptions) => Promise<RunningServer>} open Serves these, on the same port each time. What was
 * served before has to be closed.
 * @property {() => Promise<void>} close Closes what is served: its folders may be deleted then.
 * @property {() => Promise<void>} end Ends the process.
 */

/** @returns {ServerInTurn} */
export function serverInTurn() {
  /** @type {ReturnType<typeof launch> | undefined} */
  let launched;
  return {
    open: async (options) => {
      if (launched === undefined) {
        launched = launch(options, { inTurn: true });
        return launched.nextReady(options);
      }
      const ready = launched.nextReady(options);
      launched.child.send(environmentOf(options));
      return ready;
    },
    close: async () => {
      if (launched === undefined) return;
      const closed = Promise.race([once(launched.child, "message"), launched.ended]);
      launched.child.send("close");
      await closed;
    },
    end: async () => {
      launched?.child.kill("SIGKILL");
      await launched?.ended;
    },
  };
}

/** @param {ServerOptions} options @returns {Record<string, string>} */
function environmentOf({ data, workspaces = {}, env = {} }) {
  const folders = Object.entries(workspaces).map(([name, folder]) => `${name}=${folder}`);
  return { WARDROOM_DATA: data, WARDROOM_WORKSPACES: folders.join(","), ...env };
}

/** @param {ServerOptions} options @param {{inTurn?: boolean}} [how] */
function launch(options, { inTurn = false } = {}) {
  const { WARDROOM_TOKEN: _token, DATABASE_URL: _database, ...inherited } = process.env;
  const own = path.join(root, inTurn ? "scripts/serve-in-turn.mjs" : "scripts/serve.mjs");
  const child = spawn(process.execPath, options.program ?? [own], {
    env: { ...inherited, HOST: "127.0.0.1", PORT: "0", ...environmentOf(options) },
    stdio: ["ignore", "pipe", "pipe", inTurn ? "ipc" : "ignore"],
  });
  const ended = once(child, "close");
  let printed = "";
  let onText = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      printed += text;
      onText();
    });
  }

  /**
   * The server that says next that it is ready.
   * @param {ServerOptions} options @returns {Promise<RunningServer>}
   */
  async function nextReady({ data, env = {} }) {
    const from = printed.length;
    const output = () => printed.slice(from);
    /** @type {{loginUrl: string, origin: string, url: string}} */
    const { loginUrl, origin, url } = await new Promise((resolve, reject) => {
      onText = () => {
        const [, loginUrl, origin, url = origin] = READY.exec(output()) ?? [];
        if (loginUrl !== undefined && origin !== undefined && url !== undefined) resolve({ loginUrl, origin, url });
      };
      void ended.then(() => reject(new Stop(`The server ended before it was ready:\n${output()}`)));
    });
    return {
      url,
      origin,
      loginUrl,
      token: env["WARDROOM_TOKEN"] ?? (await readFile(path.join(data, "token"), "utf8")).trim(),
      pid: child.pid ?? 0,
      data,
      output,
      stop: async () => {
        child.kill("SIGTERM");
        await ended;
        return child.exitCode;
      },
      kill: async () => {
        child.kill("SIGKILL");
        await ended;
      },
    };
  }

  return { child, ended, nextReady };
}
