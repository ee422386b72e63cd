import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Runtime } from "@/lib/runtime";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";

/** A process that is ended in the middle of its work. */
export interface Doomed {
  /** Resolves when it has printed so many lines; fails when it ended before. */
  lines(count: number): Promise<void>;
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>;
}

/**
 * Starts a process of its own that opens the runtime of this environment and does `work`, a function that is handed over
 * as text: it may use nothing but its arguments. The runtime is opened by the function.
 */
export function startDoomed(
  environment: Record<string, string>,
  work: (open: () => Promise<Runtime>, print: (line: string) => void) => Promise<void>,
): Doomed {
  const script = [
    `import { openRuntime } from ${JSON.stringify(join(PROJECT, "lib/runtime.ts"))};`,
    `const work = ${work.toString()};`,
    `await work(() => openRuntime(process.env, ${JSON.stringify(PROJECT)}), (line) => console.log(line));`,
  ].join("\n");
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script], {
    cwd: PROJECT,
    env: { ...process.env, WARDROOM_WORKSPACES: "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let printed = "";
  let complaint = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  return {
    lines: async (count) => {
      const enough = () => printed.split("\n").length > count;
      await Promise.race([
        ended,
        new Promise<void>((resolve) => {
          const look = () => enough() && resolve();
          child.stdout.on("data", look);
          look();
        }),
      ]);
      if (!enough()) throw new Error(`it ended before it was to be killed: ${complaint}`);
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
