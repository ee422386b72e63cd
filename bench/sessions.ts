// What a workspace of many sessions costs: its start, the list of its sessions, and what waits there for a person.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startServer } from "../scripts/start-server.mjs";
import { cpuOf, residentMb } from "./cpu";
import { ms, printTable } from "./report";
import { memoryOf } from "./workspace";

const SIZES = [100, 1_000, 10_000];
const ITEMS = 20;
/** So many times each question is asked after the first. */
const TIMES = 20;

/** Starts a server on each size twice: all is new to the first, and nothing has changed before the second. */
export async function benchSessions(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const sessions of SIZES) {
    const folder = mkdtempSync(path.join(tmpdir(), "wardroom-bench-"));
    for (let number = 0; number < sessions; number++) {
      const place = path.join(folder, "workspace/.agent/teams", `s${number}`);
      mkdirSync(place, { recursive: true });
      writeFileSync(path.join(place, "TEAM-MEMORY.md"), memoryOf(`s${number}`, ITEMS));
    }
    for (const start of ["first", "again"]) rows.push([sessions, start, ...(await measure(folder))]);
    rmSync(folder, { recursive: true });
  }
  const questions = ["first list", "first needs", "list", "needs"];
  const head = ["sessions", "start", "ready s", "processor s", ...questions, "settled MB"];
  printTable(`Sessions of ${ITEMS} items: the start, and the server's processor ms of each question`, head, rows);
}

async function measure(folder: string): Promise<(string | number)[]> {
  const began = performance.now();
  const workspaces = { bench: path.join(folder, "workspace") };
  const server = await startServer({ workspaces, data: path.join(folder, "data") });
  const ready = (performance.now() - began) / 1000;
  const start = cpuOf(server.pid) / 1000;
  const ask = async (what: string, times: number) => {
    const before = cpuOf(server.pid);
    for (let count = 0; count < times; count++) {
      const headers = { authorization: `Bearer ${server.token}` };
      const response = await fetch(`${server.url}/api/v1/workspaces/bench/${what}`, { headers });
      if (!response.ok) throw new Error(await response.text());
      await response.text();
    }
    return ms((cpuOf(server.pid) - before) / times);
  };
  try {
    const first = [await ask("sessions", 1), await ask("needs", 1)];
    // Until all is in the index of search.
    for (let before = 0, used = start * 1000; used - before > 30; used = cpuOf(server.pid)) {
      before = used;
      await wait(5_000);
    }
    const later = [await ask("sessions", TIMES), await ask("needs", TIMES)];
    return [ready.toFixed(1), start.toFixed(1), ...first, ...later, residentMb(server.pid)];
  } finally {
    await server.stop();
  }
}
