import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { OWNER_TOKEN, placesIn, PROJECT } from "@/lib/soak/places.fixture";
import { sendOver, type Send } from "@/lib/soak/send.fixture";

/** A real server process without pages, loaded and waiting. */
export interface BareServer {
  /** Opens its folders, and resolves once it has recovered and answers. */
  go(): Promise<Send>;
  /** The same, and answers its address. */
  listen(): Promise<string>;
  /** Does something while the process stands still: whatever reaches it meanwhile, it finds all at once. */
  whileStopped(act: () => void): void;
  /** `kill -9`. Answers what it had complained of until then. */
  kill(): Promise<string>;
}

const running = new Set<ReturnType<typeof spawn>>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts one on the folders below `folder`; it opens nothing before it is told to. */
export async function startBare(folder: string): Promise<BareServer> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "api-server.mjs")], {
    cwd: PROJECT,
    env: { ...process.env, ...placesIn(folder).environment, NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  running.add(child);
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const ended = once(child, "close").then(() => void running.delete(child));
  const lines = createInterface({ input: child.stdout });
  const next = async () => {
    const [line] = (await Promise.race([
      once(lines, "line"),
      ended.then(() => {
        throw new Error(`the server ended: ${complaint}`);
      }),
    ])) as [string];
    return line;
  };
  await next();
  const listen = () => {
    child.stdin.write("go\n");
    return next();
  };
  return {
    listen,
    go: async () => sendOver(await listen(), OWNER_TOKEN),
    whileStopped: (act) => {
      child.kill("SIGSTOP");
      try {
        act();
      } finally {
        child.kill("SIGCONT");
      }
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
      return complaint;
    },
  };
}
