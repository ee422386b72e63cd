import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { AppendOrder } from "@/lib/services/testing/append-worker.fixture";
import { bundled } from "@/lib/services/testing/bundled.fixture";
import { PROJECT, type TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A process that appends, from the outside: what it was acknowledged, and how it ended. */
export interface Worker {
  /** Lets it begin. */
  go(): void;
  kill(): void;
  /** Has it stand still, as a machine that sleeps does, until it is woken. */
  freeze(): void;
  wake(): void;
  /** The texts acknowledged so far. */
  acknowledged: string[];
  /** Resolves with that many acknowledged; rejects when it ends before. */
  reached(count: number): Promise<void>;
  /** Its exit code, null when it was killed. */
  ended: Promise<number | null>;
}

/** Starts a process that loads everything and waits until it is let go. Its clock may be `clockOff` milliseconds off. */
export async function startWorker(
  wardroom: Pick<TestWardroom, "environment">,
  order: Pick<AppendOrder, "prefix" | "callers" | "each">,
  { clockOff = 0 }: { clockOff?: number } = {},
): Promise<Worker> {
  const told: AppendOrder = { ...order, environment: wardroom.environment, project: PROJECT };
  const script = await bundled("lib/services/testing/append-worker.fixture.ts");
  const otherClock = `const now = Date.now; globalThis.Date = class extends Date {
    constructor(...of) { super(...(of.length === 0 ? [now() + ${clockOff}] : of)); }
    static now() { return now() + ${clockOff}; }
  };`;
  const first = clockOff === 0 ? [] : ["--import", `data:text/javascript,${encodeURIComponent(otherClock)}`];
  const child = spawn(process.execPath, [...first, script, JSON.stringify(told)], {
    cwd: PROJECT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  running.add(child);
  const acknowledged: string[] = [];
  const waiting: { count: number; resolve: () => void; reject: (reason: Error) => void }[] = [];
  const short = (count: number) => new Error(`It ended with ${acknowledged.length} acknowledged of ${count}.`);
  let over = false;
  const ended = once(child, "close").then(([code]) => {
    over = true;
    running.delete(child);
    for (const { count, reject } of waiting) reject(short(count));
    return code as number | null;
  });
  const lines = createInterface({ input: child.stdout });
  await Promise.race([once(lines, "line"), ended]);
  lines.on("line", (text) => {
    acknowledged.push(text);
    for (const { count, resolve } of waiting) if (acknowledged.length >= count) resolve();
  });
  return {
    go: () => child.stdin.write("go\n"),
    kill: () => child.kill("SIGKILL"),
    freeze: () => child.kill("SIGSTOP"),
    wake: () => child.kill("SIGCONT"),
    acknowledged,
    reached: (count) => {
      if (acknowledged.length >= count) return Promise.resolve();
      if (over) return Promise.reject(short(count));
      return new Promise((resolve, reject) => waiting.push({ count, resolve, reject }));
    },
    ended,
  };
}
