import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";

/** A Wardroom of its own for one test: the finished build, as `npm start` serves it, on a port that was free. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:41234`, without a slash at the end. */
  url: string;
  /** The printed address; opening it logs in one browser, once. */
  loginUrl: string;
  /** The owner's token. */
  token: string;
  /** Its process. */
  pid: number;
  /** Its data folder: starting another server there continues this one's history. */
  data: string;
  /** Everything it printed so far. */
  output(): string;
  /** Ends it as Ctrl+C does and answers its exit code. */
  stop(): Promise<number | null>;
  /** Ends it in the middle of whatever it does, as a crash would. */
  kill(): Promise<void>;
}

/** A server that can be started again where it was. */
export interface RestartableServer extends RunningServer {
  /** Starts it anew on the same port and data, after a `stop` or a `kill`. */
  restart(): Promise<void>;
}

interface ServerOptions {
  /** Names and folders; the server works on these very folders. None is the bundled example. */
  workspaces?: Record<string, string>;
  /** An empty folder, or that of a server that was stopped or killed. */
  data: string;
  /** More of its environment, such as WARDROOM_TOKEN. */
  env?: Record<string, string>;
}

// Wardroom is ready. Open http://127.0.0.1:41234/login?code=kJ3v
const LOGIN_URL = /(https?:\/\/[^\s/]+)\/login\?code=\S+/;

const ROOT = path.resolve(import.meta.dirname, "..");

/** Starts a server and resolves when it answers; rejects with what it printed when it ends before. */
export async function startServer({ workspaces = {}, data, env = {} }: ServerOptions): Promise<RunningServer> {
  const { WARDROOM_TOKEN: _token, DATABASE_URL: _database, ...inherited } = process.env;
  const child = spawn(process.execPath, [path.join(ROOT, "scripts/serve.mjs")], {
    env: {
      ...inherited,
      HOST: "127.0.0.1",
      PORT: "0",
      WARDROOM_DATA: data,
      WARDROOM_WORKSPACES: Object.entries(workspaces)
        .map(([name, folder]) => `${name}=${folder}`)
        .join(","),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");

  let printed = "";
  const [loginUrl, url] = await new Promise<[string, string]>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        const [found, origin] = LOGIN_URL.exec(printed) ?? [];
        // The line is whole when it ends.
        if (found !== undefined && origin !== undefined && /login\?code=\S+\s/.test(printed)) resolve([found, origin]);
      });
    }
    void ended.then(() => reject(new Error(`The server ended before it was ready:\n${printed}`)));
  });

  return {
    url,
    loginUrl,
    token: env["WARDROOM_TOKEN"] ?? (await readFile(path.join(data, "token"), "utf8")).trim(),
    pid: child.pid ?? 0,
    data,
    output: () => printed,
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

/** Like `startServer`; what it answers goes on to speak of the server that runs after a `restart`. */
export async function startRestartable(options: ServerOptions): Promise<RestartableServer> {
  let current = await startServer(options);
  const { port } = new URL(current.url);
  return {
    url: current.url,
    token: current.token,
    data: current.data,
    get loginUrl() {
      return current.loginUrl;
    },
    get pid() {
      return current.pid;
    },
    output: () => current.output(),
    stop: () => current.stop(),
    kill: () => current.kill(),
    async restart() {
      current = await startServer({ ...options, env: { ...options.env, PORT: port } });
    },
  };
}
