// `npm run bench`: what Wardroom does under load, beside baselines on the same machine in the same run.
import { computeDelta } from "@/lib/core/context/at-once.fixture";
import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { countTokens } from "@/lib/services/workspace/token-counter";
import { durableLoop, memoryServer, naive, type Baseline } from "./baselines";
import { benchAgents } from "./agents";
import type { Load, LoadResult } from "./append-load";
import { benchCli } from "./cli";
import { benchClients } from "./clients";
import { residentMb } from "./cpu";
import { benchDashboard } from "./dashboard";
import { benchContexts } from "./context";
import { benchHistory } from "./history";
import { benchHook } from "./hook";
import { benchDay } from "./day";
import { benchInbox } from "./inbox";
import { benchKnowledge } from "./knowledge";
import { benchOpenPages } from "./open-pages";
import { benchPages } from "./pages";
import { ms, percentile, printTable, timeEach } from "./report";
import { benchPostgresql } from "./postgresql";
import { benchReplica } from "./replica";
import { benchRelated } from "./related";
import { benchServers } from "./servers";
import { benchSearch } from "./search";
import { benchSessions } from "./sessions";
import { memoryOf, startBench, type BenchServer } from "./workspace";
import { benchWrites } from "./writes";

const SECONDS = 8;
/** What a load has left behind is collected within this time. */
const REST_MS = 20_000;
const DOORS = { rest: "REST", mcp: "MCP 2026-07-28", "mcp-legacy": "MCP 2025-11-25" };
const HEAD = ["agents", "acknowledged appends/s", "p50 ms", "p95 ms", "p99 ms", "failed"];
const run = promisify(execFile);
const only = process.argv.slice(2);
const wanted = (part: string) => only.length === 0 || only.includes(part);

console.log(
  `# Bench\n\n${cpus()[0]?.model ?? "?"}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
);
if (wanted("sessions")) await benchSessions();
if (wanted("open")) await benchOpenPages();
if (wanted("writes")) await benchWrites(load);
if (wanted("postgresql")) await benchPostgresql(load);
if (wanted("servers")) await benchServers(load);
if (wanted("history")) await benchHistory(load);
if (wanted("mcp")) await benchMcp();
if (wanted("baselines")) await benchBaselines();
if (wanted("server")) await benchServer();
if (wanted("core")) await benchCore();
if (wanted("contexts")) await benchContexts();
if (wanted("cli")) await benchCli();
if (wanted("search")) await benchSearch();
if (wanted("related")) await benchRelated();
if (wanted("knowledge")) await benchKnowledge();
if (wanted("hook")) await benchHook();
if (wanted("day")) await benchDay();
if (wanted("inbox")) await benchInbox();
if (wanted("agents")) await benchAgents();
if (wanted("dashboard")) await benchDashboard();
if (wanted("pages")) await benchPages();
if (wanted("replica")) await benchReplica();
// Needs a client that is not ours, and a quarter of an hour.
if (only.includes("clients")) await benchClients();

async function load(
  server: Pick<BenchServer, "url" | "targets">,
  agents: number,
  seconds = SECONDS,
  via: Load["via"] = "rest",
): Promise<LoadResult> {
  const { url, targets } = server;
  const argument = JSON.stringify({ url, targets, agents, seconds, via } satisfies Load);
  const script = path.join(import.meta.dirname, "append-load.ts");
  const { stdout } = await run(process.execPath, ["--import", "tsx", script, argument], { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout) as LoadResult;
}

function row(label: string | number, agents: number, result: LoadResult, seconds = SECONDS): (string | number)[] {
  const { milliseconds, acknowledged, failed } = result;
  const at = (share: number) => ms(percentile(milliseconds, share));
  return [label, agents, Math.round(acknowledged / seconds), at(0.5), at(0.95), at(0.99), failed];
}

async function benchMcp(): Promise<void> {
  const rows = [];
  for (const via of ["rest", "mcp", "mcp-legacy"] as const) {
    const server = await startBench(1, 500);
    await load(server, 8, 2, via);
    for (const agents of [1, 32]) rows.push(row(DOORS[via], agents, await load(server, agents, SECONDS, via)));
    await server.stop();
  }
  printTable("`say` over MCP beside the same over REST, 500 items at start", ["door", ...HEAD], rows);
}

async function benchBaselines(): Promise<void> {
  const show = ({ name, perSecond, acknowledged, kept }: Baseline) => {
    const lost = acknowledged === 0 ? 0 : ((acknowledged - kept) / acknowledged) * 100;
    return [name, Math.round(perSecond), acknowledged, kept, `${lost.toFixed(0)} %`];
  };
  const rows = [show(await naive(32, 500)), show(await durableLoop(500)), show(await memoryServer(32, 500))];
  printTable("Baselines, 32 agents, 500 items", ["what", "acknowledged/s", "acknowledged", "kept", "lost"], rows);
}

async function benchServer(): Promise<void> {
  const rows: (string | number)[][] = [];
  const began = performance.now();
  const server = await startBench(10, 500);
  rows.push(["start to ready, ten sessions found", `${ms(performance.now() - began)} ms`]);
  const [target] = server.targets;
  const base = `${server.url}/api/v1/workspaces/bench/sessions/${target?.session ?? ""}/memory`;
  const headers = { authorization: `Bearer ${server.token}` };
  const reads = await timeEach(100, async () => (await fetch(base, { headers })).text());
  rows.push(["read of 500 items, p50 / p95", `${ms(percentile(reads, 0.5))} / ${ms(percentile(reads, 0.95))} ms`]);

  for (const { session } of server.targets) {
    await (await fetch(base.replace(/sessions\/[^/]+/, `sessions/${session}`), { headers })).text(); // sessions/s3
  }
  rows.push(["resident memory, ten sessions of 500 items open", `${residentMb(server.pid)} MB`]);

  const database = () =>
    ["wardroom.db", "wardroom.db-wal"]
      .map((name) => path.join(server.data, name))
      .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  const seen = await watchAppends(server, 100);
  rows.push([
    "append to another client's stream, p50 / p95",
    `${ms(percentile(seen, 0.5))} / ${ms(percentile(seen, 0.95))} ms`,
  ]);
  await load(server, 8, 2);
  const before = database();
  const { acknowledged } = await load(server, 32, 5);
  rows.push([
    "growth of the database per append (WAL included)",
    `${Math.round((database() - before) / acknowledged)} bytes`,
  ]);
  rows.push(["resident memory in the middle of 32 agents' appends", `${residentMb(server.pid)} MB`]);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  rows.push(["resident memory 20 seconds after them", `${residentMb(server.pid)} MB`]);
  await server.stop();
  printTable("Server", ["what", "measured"], rows);
}

/** Milliseconds from sending an append to its event on the stream of another client. */
async function watchAppends(server: BenchServer, times: number): Promise<number[]> {
  const [target] = server.targets;
  const stopping = new AbortController();
  const response = await fetch(`${server.url}/api/v1/workspaces/bench/events/stream`, {
    headers: { authorization: `Bearer ${server.token}` },
    signal: stopping.signal,
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let seen = "";
  const taken: number[] = [];
  for (let count = 0; count < times; count++) {
    const text = `watched ${count}.`;
    const began = performance.now();
    const sent = fetch(`${server.url}${target?.path ?? ""}`, {
      method: "POST",
      headers: { authorization: `Bearer ${target?.token ?? ""}`, "content-type": "application/json" },
      body: JSON.stringify({ tag: "Finding", text }),
    });
    while (!seen.includes(text)) {
      const part = await reader?.read();
      if (part?.value === undefined) break;
      seen += decoder.decode(part.value, { stream: true });
    }
    taken.push(performance.now() - began);
    await (await sent).text();
  }
  stopping.abort();
  return taken;
}

async function benchCore(): Promise<void> {
  const text = memoryOf("core", 5000);
  const parse = await timeEach(20, () => parseMemory(`${text} `.trimEnd()));
  const lines = Array.from({ length: 4000 }, (_, i) => `- key ${i}: a value of some length that is number ${i}`);
  const before = lines.map((line, i) => (i % 200 === 0 ? `\n## Section ${i}\n${line}` : line)).join("\n");
  const after = before.replaceAll("number 77", "number seventy-seven").replace("key 2000:", "key two thousand:");
  const delta = await timeEach(5, () => computeDelta(before, after, countTokens));
  printTable(
    "Core",
    ["what", "p50", "p95"],
    [
      [
        `parse a team memory of ${Math.round(text.length / 1000)} KB, 5,000 items`,
        `${ms(percentile(parse, 0.5))} ms`,
        `${ms(percentile(parse, 0.95))} ms`,
      ],
      [
        `delta of two contexts of ${Math.round(before.length / 1000)} KB`,
        `${ms(percentile(delta, 0.5))} ms`,
        `${ms(percentile(delta, 0.95))} ms`,
      ],
    ],
  );
}
