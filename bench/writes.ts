import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LoadResult } from "./append-load";
import { ms, percentile, printTable } from "./report";
import { memoryOf, startBench, type BenchServer } from "./workspace";

/** How a load is run: a server's address and targets, so many agents, so many seconds. */
type RunLoad = (server: Pick<BenchServer, "url" | "targets">, agents: number, seconds: number) => Promise<LoadResult>;

const SECONDS = 3;
const WARM_SECONDS = 2;

/** Kept appends beside those of a bare server in the same run, on documents of two sizes and on many documents. */
export async function benchWrites(load: RunLoad): Promise<void> {
  const rows: (string | number)[][] = [];
  let one = 0;
  for (const items of [500, 5000]) {
    for (const agents of [1, 8, 32]) {
      const bare = await onBareServer(items, (server) => load(server, agents, SECONDS));
      const ours = await onServer(1, items, (server) => load(server, agents, SECONDS), load);
      rows.push(rowOf(`${items} items`, agents, ours, bare));
      if (items === 500 && agents === 32) one = ours.acknowledged;
    }
  }
  const bare = await onBareServer(500, (server) => load(server, 32, SECONDS));
  const many = await onServer(32, 500, (server) => load(server, 32, SECONDS), load);
  rows.push(rowOf("32 documents of 500 items", 32, many, bare));
  const head = ["document", "agents", "kept/s", "bare server", "share", "p50 ms", "p99 ms", "failed"];
  printTable("Kept appends beside a bare server", head, rows);
  console.log(`32 documents: ${(many.acknowledged / one).toFixed(2)} of one document's rate.\n`);
}

function rowOf(what: string, agents: number, ours: LoadResult, bare: LoadResult): (string | number)[] {
  const at = (share: number) => ms(percentile(ours.milliseconds, share));
  const share = (ours.acknowledged / bare.acknowledged).toFixed(2);
  const perSecond = ({ acknowledged }: LoadResult) => Math.round(acknowledged / SECONDS);
  return [what, agents, perSecond(ours), perSecond(bare), share, at(0.5), at(0.99), ours.failed];
}

async function onServer(
  sessions: number,
  items: number,
  work: (server: BenchServer) => Promise<LoadResult>,
  load: RunLoad,
): Promise<LoadResult> {
  const server = await startBench(sessions, items);
  // Until the code has been compiled; a fresh process answers its first thousand slower.
  await load(server, Math.min(8, sessions * 8), WARM_SECONDS);
  const result = await work(server);
  const kept = server.targets.reduce((sum, { session }) => sum + linesOf(server, session) - items, 0);
  if (kept < result.acknowledged) throw new Error("acknowledged appends are missing");
  await server.stop();
  return result;
}

function linesOf(server: BenchServer, session: string): number {
  return readFileSync(path.join(server.workspace, ".agent/teams", session, "TEAM-MEMORY.md"), "utf8").split("\n- [")
    .length;
}

async function onBareServer(
  items: number,
  work: (server: Pick<BenchServer, "url" | "targets">) => Promise<LoadResult>,
): Promise<LoadResult> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "wardroom-bare-")), "TEAM-MEMORY.md");
  writeFileSync(file, memoryOf("bare", items));
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "bare-append-server.mjs"), file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [address] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  const server = { url: address.trim(), targets: [{ token: "none", path: "/", session: "bare" }] };
  try {
    return await work(server);
  } finally {
    child.kill();
  }
}
