// How long the server takes to answer each page of a large project: forty sessions and five thousand files.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pages } from "@/lib/client/paths";
import { openAddress } from "@/lib/soak/open-address.fixture";
import { signInFor } from "../e2e/sign-in.mjs";
import { startServer } from "../scripts/start-server.mjs";
import { ms, percentile, printTable, timeEach } from "./report";
import { memoryOf } from "./workspace";

const SESSIONS = 40;
const FILES = 5000;
const TEAMS = 20;
const ITEMS = 150;
const ROUNDS = 15;
/** `timeEach` opens each so often before it measures. */
const WARM = 5;
/** What Linux counts processor time in. */
const MS_OF_A_TICK = 10;
const W = "bench";
/** How long after a start a person opens the first page. Seconds. */
const WAITS = [0, 2, 10];

/** Measures every page of a project of that size, from the request to the last byte of its HTML, the first time and later. */
export async function benchPages(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "wardroom-bench-"));
  const workspace = path.join(folder, "workspace");
  const files = writeProject(workspace);
  const server = await startServer({ workspaces: { [W]: workspace }, data: path.join(folder, "data") });
  try {
    const headers = { cookie: await signInFor(server), host: new URL(server.origin).host };
    const rows: string[][] = [];
    for (const [name, address] of Object.entries(addresses())) {
      const open = async () => {
        const { status } = await openAddress(server.url, address, headers);
        if (status !== 200) throw new Error(`${address} was answered ${status}`);
      };
      const began = performance.now();
      await open();
      const first = performance.now() - began;
      const before = processorTime(server.pid);
      const later = await timeEach(ROUNDS, open);
      const cost = (processorTime(server.pid) - before) / (ROUNDS + WARM);
      rows.push([name, ...[first, percentile(later, 0.5), percentile(later, 0.95), Math.max(...later), cost].map(ms)]);
    }
    printTable(
      `Pages of a project of ${SESSIONS} sessions and ${files.toLocaleString("en")} files, HTML from the server`,
      ["page", "first ms", "p50 ms", "p95 ms", "max ms", "processor ms"],
      rows,
    );
    await server.stop();
    await benchFirst(workspace, server.data);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first pages that are opened after the server has said that it is ready. */
async function benchFirst(workspace: string, data: string): Promise<void> {
  const rows: string[][] = [];
  for (const seconds of WAITS) {
    const server = await startServer({ workspaces: { [W]: workspace }, data });
    try {
      const headers = { cookie: await signInFor(server), host: new URL(server.origin).host };
      await wait(seconds * 1000);
      const times: number[] = [];
      for (const address of [pages.overview(W), pages.knowledge(W)]) {
        const began = performance.now();
        const { status } = await openAddress(server.url, address, headers);
        if (status !== 200) throw new Error(`${address} was answered ${status}`);
        times.push(performance.now() - began);
      }
      rows.push([`after ${seconds} s`, ...times.map(ms)]);
    } finally {
      await server.stop();
    }
  }
  printTable("The first pages after a start", ["opened", "Overview ms", "Knowledge ms"], rows);
}

/** Milliseconds of processor time that a process has taken, garbage collection and compiling included. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []; // 71 (node) S 1 …
  return (Number(fields[11]) + Number(fields[12])) * MS_OF_A_TICK;
}

function addresses(): Record<string, string> {
  return {
    Overview: pages.overview(W),
    Memory: pages.memory(W, "s1"),
    "Memory as a file": `${pages.memory(W, "s2")}?view=file`,
    Context: pages.context(W, "s3"),
    Gates: pages.gates(W, "s4"),
    "History of a session": pages.sessionHistory(W, "s5"),
    Agents: pages.agents(W),
    Agent: pages.agent(W, "agent-1"),
    Knowledge: pages.knowledge(W),
    Team: pages.team(W, "team-1"),
    Files: pages.filesOf(W, "s6"),
    File: pages.file(W, ".agent/teams/s6/orchestration-plan.md"),
    Search: pages.search(W, "stage"),
    History: pages.history(W),
    Settings: pages.settings(W),
  };
}

/** Sessions with all their documents, agents, and the rest knowledge of teams; answers how many files those are. */
function writeProject(folder: string): number {
  let written = 0;
  const put = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
    written++;
  };
  for (let session = 0; session < SESSIONS; session++) {
    const at = `.agent/teams/s${session}`;
    put(`${at}/TEAM-MEMORY.md`, memoryOf(`s${session}`, ITEMS));
    put(
      `${at}/global-context.md`,
      `---\nversion: GC-v2\n---\n# Global Context — s${session}\n\n## Scope\n- goal: ship\n`,
    );
    put(`${at}/orchestration-plan.md`, "# Plan\n\n| Teammate | Context |\n|---|---|\n| implementer-1 | GC-v2 |\n");
    for (const phase of [1, 2])
      put(`${at}/phase-${phase}/gate-record.yaml`, `phase: ${phase}\nresult: APPROVED\ndate: 2026-02-09\n`);
  }
  for (let agent = 0; agent < 50; agent++)
    put(
      `.kaizen/agents/agent-${agent}/memory.md`,
      `---\nagent: agent-${agent}\n---\n## Accumulated Findings\n- The cart keeps ${agent} lines\n`,
    );
  for (let entry = 0; written < FILES - TEAMS; entry++)
    put(
      `.microai/agents/teams/team-${entry % TEAMS}/knowledge/k-${entry}.md`,
      `# Knowledge ${entry}\n\nStage ${entry} keeps its rules here, number ${entry * 7}.\n`,
    );
  for (let team = 0; team < TEAMS; team++) {
    const own = Array.from({ length: 150 }, (_, index) => index * TEAMS + team);
    const entries = own.map((entry) => `  - {id: k-${entry}, path: k-${entry}.md, priority: medium}`);
    put(`.microai/agents/teams/team-${team}/knowledge/knowledge-index.yaml`, `files:\n${entries.join("\n")}\n`);
  }
  return written;
}
