import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startServer, type RunningServer } from "../scripts/start-server.mjs";
import { cpuOf } from "./cpu";
import { ms, percentile, printTable } from "./report";
import { memoryOf } from "./workspace";

const SIZES = [1_000, 10_000];
const ITEMS = 20;
const TIMES = 10;
/** What a look at a file begins with. */
const LOOKS = "readlink,open,openat,stat,lstat,statx,newfstatat";
const run = promisify(execFile);

/** What a workspace of very many sessions costs: its start, its list, what waits for a person, and what a second look asks the disk. */
export async function benchSessions(): Promise<void> {
  const rows: string[][] = [];
  for (const sessions of SIZES) {
    const folder = mkdtempSync(path.join(tmpdir(), "wardroom-bench-"));
    try {
      rows.push(...(await measure(folder, sessions)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const head = ["sessions", "start", "ready ms", "memory MB", "what", "first ms", "p50 ms", "processor ms", "calls"];
  printTable("A workspace of many sessions", head, rows);
}

async function measure(folder: string, sessions: number): Promise<string[][]> {
  const workspace = path.join(folder, "workspace");
  makeSessions(workspace, sessions);
  const rows: string[][] = [];
  for (const start of ["the first", "the next"]) {
    const began = performance.now();
    const server = await startServer({ workspaces: { bench: workspace }, data: path.join(folder, "data") });
    const ready = performance.now() - began;
    const about = [String(sessions), start, ms(ready), `${memoryOfServer(server)}`];
    for (const [what, address] of Object.entries(ADDRESSES)) {
      rows.push([...about, what, ...(await look(server, address))]);
    }
    rows.push([...about, "memory after", "", "", "", `${memoryOfServer(server)} MB`]);
    await server.stop();
  }
  return rows;
}

const ADDRESSES = {
  list: "/api/v1/workspaces/bench/sessions",
  needs: "/api/v1/workspaces/bench/needs",
  "count of needs": "/api/v1/workspaces/bench/needs/count",
};

/** The first look's time, the next ones' median and processor time, and the calls to the system of one more that look at files. */
async function look(server: RunningServer, address: string): Promise<string[]> {
  const ask = async () => {
    const began = performance.now();
    const response = await fetch(server.url + address, { headers: { authorization: `Bearer ${server.token}` } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`);
    return performance.now() - began;
  };
  const first = await ask();
  const taken: number[] = [];
  const before = cpuOf(server.pid);
  for (let time = 0; time < TIMES; time++) taken.push(await ask());
  const each = (cpuOf(server.pid) - before) / TIMES;
  return [ms(first), ms(percentile(taken, 0.5)), ms(each), await callsDuring(server, ask)];
}

/** How often the server asks the system about files while work is done, by `strace`; nothing where that is not installed. */
async function callsDuring(server: RunningServer, work: () => Promise<unknown>): Promise<string> {
  const isThere = await run("strace", ["-V"]).then(
    () => true,
    () => false,
  );
  if (!isThere) return "";
  const file = path.join(server.data, "strace");
  const tracing = spawn("strace", ["-f", "-e", `trace=${LOOKS}`, "-o", file, "-p", String(server.pid)]);
  await once(tracing.stderr, "data");
  await work();
  tracing.kill("SIGINT");
  await once(tracing, "close");
  const calls = new Map<string, number>();
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/^\d+\s+(\w+)\(/gm)) {
    calls.set(name, (calls.get(name) ?? 0) + 1);
  }
  return [...calls].map(([name, count]) => `${count} ${name}`).join(", ") || "none";
}

/** Sessions as they are after years: most with a memory alone, one in ten with a context and a record of a gate. */
function makeSessions(workspace: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const session = `s${index}`;
    const folder = path.join(workspace, ".agent/teams", session);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "TEAM-MEMORY.md"), memoryOf(session, ITEMS));
    if (index % 10 !== 0) continue;
    writeFileSync(path.join(folder, "global-context.md"), `# GLOBAL-CONTEXT — ${session}\n\nVersion: GC-v1\n`);
    writeFileSync(path.join(folder, "gate-report.md"), "# Gate\n\n- Verdict: pass\n");
  }
}

function memoryOfServer({ pid }: RunningServer): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024); // VmRSS:   123456 kB
}
