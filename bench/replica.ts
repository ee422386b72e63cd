import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { OWNER_TOKEN, placesIn } from "@/lib/soak/places.fixture";
import { cpuOf } from "./cpu";
import { ms, percentile, printTable } from "./report";
import { startBare } from "./soak/bare-server";

const FILES = 10_000;
const EDITS = 20;
/** Long enough for two looks at every file. Milliseconds. */
const STEADY_MS = 65_000;
const COMMAND = path.resolve(import.meta.dirname, "../scripts/wardroom.mjs");

/** A checkout of 10,000 documents that is kept in step with a server on the same machine: its steps, and what it costs when nothing happens. */
export async function benchReplica(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "wardroom-replica-"));
  const { files } = placesIn(folder);
  const pathOf = (index: number) => `.microai/knowledge/group-${String(index % 100)}/${String(index)}.md`;
  for (let index = 0; index < FILES; index++)
    put(files, pathOf(index), `# ${String(index)}\n\n${"A line of a document.\n".repeat(60)}`);
  const server = await startBare(folder);
  const url = await server.listen();
  const [first, checkout] = [path.join(folder, "first"), path.join(folder, "checkout")];
  for (const each of [first, checkout]) mkdirSync(path.join(each, ".kaizen"), { recursive: true });
  const env = { ...process.env, WARDROOM_TOKEN: OWNER_TOKEN, WARDROOM_DATA: path.join(folder, "laptop") };
  const start = (cwd: string, more: string[]) =>
    spawn(process.execPath, [COMMAND, "replica", "--url", url, "--workspace", "demo", ...more], {
      cwd,
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
  const step = async (cwd: string) => {
    const began = performance.now();
    await once(start(cwd, ["--once"]), "exit");
    return performance.now() - began;
  };
  const rows = [
    ["into an empty checkout, of files that no history had yet", seconds(await step(first))],
    ["into another one", seconds(await step(checkout))],
    ["compared again, nothing has changed", seconds(await step(checkout))],
  ];
  const running = start(checkout, []);
  await pause(15_000);
  const before = cpuOf(running.pid);
  await pause(STEADY_MS);
  const used = (cpuOf(running.pid) - before) / STEADY_MS;
  rows.push(["running, nothing happens: of one core", `${(used * 100).toFixed(1)} %`]);
  rows.push(["running: memory", `${String(Math.round(memoryOf(running.pid) / 1024))} MB`]);
  const taken: number[] = [];
  for (let index = 0; index < EDITS; index++) {
    const began = performance.now();
    put(checkout, pathOf(index), `# Edited ${String(began)}\n`);
    while (!readFileSync(path.join(files, pathOf(index)), "utf8").startsWith("# Edited")) await pause(5);
    taken.push(performance.now() - began);
  }
  rows.push(["an edit here is in the server's file, p50", `${ms(percentile(taken, 0.5))} ms`]);
  running.kill("SIGINT");
  await once(running, "exit");
  await server.kill();
  printTable(`A checkout of ${String(FILES)} documents that is kept in step`, ["what", "measured"], rows);
}

const seconds = (taken: number) => `${(taken / 1000).toFixed(1)} s`;

function put(root: string, name: string, text: string): void {
  const place = path.join(root, name);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
}

/** Kilobytes that it has in memory. */
function memoryOf(pid = 0): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8"))?.[1]);
}
