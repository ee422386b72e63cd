import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startServer } from "../scripts/start-server.mjs";
import { cpuOf } from "./cpu";
import { ms, percentile, printTable } from "./report";
import { memoryOf } from "./workspace";

/** So many times each question is asked after the first. */
const TIMES = 15;
const ITEMS = 20;
const ASKED = { list: "sessions", needs: "needs" };

/** A workspace of many sessions: its start, the first and later lists and needs, and the server's memory. */
export async function benchSessions(sizes: readonly number[] = [100, 1_000, 10_000]): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const sessions of sizes) {
    const folder = mkdtempSync(path.join(tmpdir(), "wardroom-bench-"));
    const workspace = path.join(folder, "workspace");
    for (let number = 0; number < sessions; number++) {
      const place = path.join(workspace, ".agent/teams", `s${number}`);
      mkdirSync(place, { recursive: true });
      writeFileSync(path.join(place, "TEAM-MEMORY.md"), memoryOf(`s${number}`, ITEMS));
    }
    for (const start of ["first", "again"]) rows.push([sessions, start, ...(await measure(folder, workspace))]);
    rmSync(folder, { recursive: true });
  }
  const head = [
    "sessions",
    "start",
    "ready s",
    "settled s of processor",
    "MB",
    "first list ms",
    "list",
    "first needs",
    "needs",
    "processor ms list",
    "needs",
    "MB after",
  ];
  printTable(`Sessions of ${ITEMS} items`, head, rows);
}

async function measure(folder: string, workspace: string): Promise<(string | number)[]> {
  const began = performance.now();
  const server = await startServer({ workspaces: { bench: workspace }, data: path.join(folder, "data") });
  const ready = (performance.now() - began) / 1000;
  try {
    const ask = async (what: keyof typeof ASKED) => {
      const asked = performance.now();
      const address = `${server.url}/api/v1/workspaces/bench/${ASKED[what]}`;
      const response = await fetch(address, { headers: { authorization: `Bearer ${server.token}` } });
      if (!response.ok) throw new Error(await response.text());
      await response.text();
      return performance.now() - asked;
    };
    const first = [await ask("list"), await ask("needs")];
    const settled = await settle(server.pid);
    const memory = residentMb(server.pid);
    const later: string[] = [];
    const processor: string[] = [];
    for (const what of ["list", "needs"] as const) {
      const taken: number[] = [];
      const before = cpuOf(server.pid);
      for (let count = 0; count < TIMES; count++) taken.push(await ask(what));
      processor.push(ms((cpuOf(server.pid) - before) / TIMES));
      later.push(ms(percentile(taken, 0.5)));
    }
    return [
      ready.toFixed(2),
      (settled / 1000).toFixed(1),
      memory,
      ms(first[0] ?? 0),
      later[0] ?? "",
      ms(first[1] ?? 0),
      later[1] ?? "",
      ...processor,
      residentMb(server.pid),
    ];
  } finally {
    await server.stop();
  }
}

/** Waits until a process has nothing to do; milliseconds of processor time that it has used by then. */
async function settle(pid: number): Promise<number> {
  for (let used = cpuOf(pid); ;) {
    await wait(1_500);
    const now = cpuOf(pid);
    if (now - used <= 30) return now;
    used = now;
  }
}

/** Megabytes of a process that are in memory. */
function residentMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
}
