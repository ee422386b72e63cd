import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { open, readFile, rename, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import path from "node:path";
import { memoryOf } from "./workspace";

/** What a baseline did with the same load: appends it acknowledged in the time, and how many of those its file kept. */
export interface Baseline {
  name: string;
  perSecond: number;
  acknowledged: number;
  kept: number;
}

const SECONDS = 5;

/** Read, change and write the whole file, each agent by itself: what agents do with their own tools today. */
export async function naive(agents: number, items: number): Promise<Baseline> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "wardroom-naive-")), "TEAM-MEMORY.md");
  writeFileSync(file, memoryOf("naive", items));
  const acknowledged: string[] = [];
  await during(agents, async (line) => {
    await writeFile(file, `${await readFile(file, "utf8")}- [Finding] ${line}\n`);
    acknowledged.push(line);
  });
  return count("naive read, modify, write", acknowledged, await readFile(file, "utf8"));
}

/** One writer that makes each append durable by itself: temporary file, fsync, rename, fsync of the folder. */
export async function durableLoop(items: number): Promise<Baseline> {
  const folder = mkdtempSync(path.join(tmpdir(), "wardroom-loop-"));
  const file = path.join(folder, "TEAM-MEMORY.md");
  let text = memoryOf("loop", items);
  const acknowledged: string[] = [];
  await during(1, async (line) => {
    text += `- [Finding] ${line}\n`;
    const temporary = await open(`${file}.tmp`, "w");
    await temporary.writeFile(text);
    await temporary.sync();
    await temporary.close();
    await rename(`${file}.tmp`, file);
    const handle = await open(folder, "r");
    await handle.sync();
    await handle.close();
    acknowledged.push(line);
  });
  return count("write + fsync + rename, one writer", acknowledged, await readFile(file, "utf8"));
}

/** The memory server most agents use, from its package: one process an agent, as clients start it, on one file. */
export async function memoryServer(agents: number, items: number): Promise<Baseline> {
  const folder = mkdtempSync(path.join(tmpdir(), "wardroom-mcp-"));
  execFileSync("npm", [
    "install",
    "--prefix",
    folder,
    "--ignore-scripts",
    "--silent",
    "@modelcontextprotocol/server-memory",
  ]);
  const file = path.join(folder, "memory.jsonl");
  const observations = Array.from({ length: items }, (_, i) => `stage ${i % 40} parks ${i} without a reason`);
  writeFileSync(file, `${JSON.stringify({ type: "entity", name: "team", entityType: "memory", observations })}\n`);
  const program = path.join(folder, "node_modules/@modelcontextprotocol/server-memory/dist/index.js");
  const clients = await Promise.all(Array.from({ length: agents }, () => connect(program, file)));
  const acknowledged: string[] = [];
  let turn = 0;
  await during(agents, async (line) => {
    const client = clients[turn++ % clients.length];
    if (await client?.add(line)) acknowledged.push(line);
  });
  for (const client of clients) client.close();
  return count("@modelcontextprotocol/server-memory", acknowledged, await readFile(file, "utf8"));
}

async function during(agents: number, append: (line: string) => Promise<void>): Promise<void> {
  const until = performance.now() + SECONDS * 1000;
  await Promise.all(
    Array.from({ length: agents }, async () => {
      while (performance.now() < until) await append(`line ${randomBytes(8).toString("hex")}`);
    }),
  );
}

function count(name: string, acknowledged: string[], text: string): Baseline {
  const kept = acknowledged.filter((line) => text.includes(line)).length;
  return { name, perSecond: acknowledged.length / SECONDS, acknowledged: acknowledged.length, kept };
}

async function connect(program: string, file: string) {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, MEMORY_FILE_PATH: file },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const waiting = new Map<number, (message: { result?: { isError?: boolean }; error?: unknown }) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line) as { id?: number; result?: { isError?: boolean }; error?: unknown };
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  let id = 0;
  const call = (method: string, params: unknown) =>
    new Promise<{ result?: { isError?: boolean }; error?: unknown }>((resolve) => {
      waiting.set(++id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
  const clientInfo = { name: "bench", version: "1" };
  await call("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  return {
    add: async (line: string) => {
      const observations = [{ entityName: "team", contents: [line] }];
      const answer = await call("tools/call", { name: "add_observations", arguments: { observations } });
      return answer.error === undefined && answer.result?.isError !== true;
    },
    close: () => child.kill(),
  };
}
