import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Runtime } from "@/lib/runtime";
import { bundled } from "@/lib/services/testing/bundled.fixture";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";

/** A process that is ended in the middle of its work. */
export interface Doomed {
  /** Resolves when it has printed so many lines; fails when it ended before. */
  lines(count: number): Promise<void>;
  /** Resolves when it has printed that line; fails when it ended before. */
  until(line: string): Promise<void>;
  /** The lines it has printed. */
  printed(): string[];
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>;
}

/**
 * Starts a process of its own that opens the runtime of this environment and does `work`, a function that is handed over
 * as text: it may use nothing but its arguments. The runtime is opened by the function. With `blocks`, no file that it
 * writes may grow beyond so many: to it, the disk is full.
 */
export async function startDoomed(
  environment: Record<string, string>,
  work: (open: () => Promise<Runtime>, print: (line: string) => void) => Promise<void>,
  { blocks }: { blocks?: number } = {},
): Promise<Doomed> {
  const script = [
    `import { openRuntime } from ${JSON.stringify(await bundled("lib/runtime.ts"))};`,
    `const work = ${work.toString()};`,
    `await work(() => openRuntime(process.env, ${JSON.stringify(PROJECT)}), (line) => console.log(line));`,
  ].join("\n");
  const limit = blocks === undefined ? "" : `ulimit -f ${blocks} && `;
  const node = [process.execPath, "--input-type=module", "--eval", script];
  const child = spawn("sh", ["-c", `${limit}exec "$0" "$@"`, ...node], {
    cwd: PROJECT,
    env: { ...process.env, WARDROOM_WORKSPACES: "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let printed = "";
  let complaint = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const when = async (enough: () => boolean) => {
    await Promise.race([
      ended,
      new Promise<void>((resolve) => {
        const look = () => enough() && resolve();
        child.stdout.on("data", look);
        look();
      }),
    ]);
    if (!enough()) throw new Error(`it ended before it was to be killed: ${complaint}`);
  };
  const completeLines = () => printed.split("\n").slice(0, -1);
  return {
    lines: (count) => when(() => completeLines().length >= count),
    until: (line) => when(() => completeLines().includes(line)),
    printed: completeLines,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
