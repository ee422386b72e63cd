import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { root } from "./run.mjs";
import { Stop } from "./stop.mjs";

/**
 * Starts the server of the finished build on a free port of this machine alone.
 * @param {{data: string, workspaces?: string, token?: string}} options Its data folder; the workspaces as in
 * WARDROOM_WORKSPACES, the bundled example when left out; the owner's token, one of its own making when left out.
 * @returns {Promise<{url: string, stop(): Promise<void>}>}
 */
export async function startServer({ data, workspaces = "", token = "" }) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [path.join(root, "scripts/serve.mjs")], {
    env: {
      ...inherited,
      HOST: "127.0.0.1",
      PORT: "0",
      WARDROOM_DATA: data,
      WARDROOM_WORKSPACES: workspaces,
      WARDROOM_TOKEN: token,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let printed = "";
  /** @type {Promise<string>} */
  const ready = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
        printed += text;
        // Wardroom is ready. Open http://127.0.0.1:41234/login?code=kJ3v
        const origin = /(http:\/\/[^\s/]+)\/login\?code=\S+\s/.exec(printed)?.[1];
        if (origin !== undefined) resolve(origin);
      });
    }
    void ended.then(() => reject(new Stop("The server ended before it was ready.", printed)));
  });
  return {
    url: await ready,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
