import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { importContent } from "@/lib/move-content";
import { readConfiguration } from "@/lib/services/workspace/configuration";
import { startPostgresql } from "../scripts/postgresql.mjs";
import { startServer, type RunningServer } from "../scripts/start-server.mjs";
import type { LoadResult } from "./append-load";
import { ms, percentile, printTable } from "./report";
import { memoryOf, type BenchServer } from "./workspace";

const SECONDS = 4;
const AGENTS = 32;
const TOLD = 200;
const PROJECT = path.resolve(import.meta.dirname, "..");
const OWNER = {
  kind: "owner",
  role: null,
  sessionKey: null,
  workspace: null,
  credentialId: "owner",
  source: "cli",
} as const;

type Load = (server: Pick<BenchServer, "url" | "targets">, agents: number, seconds: number) => Promise<LoadResult>;

/** Appends to documents in the history by one server and by two without a file in common, and how soon the other server tells of one. */
export async function benchServers(load: Load): Promise<void> {
  const postgresql = await startPostgresql({ isDurable: true });
  const rows: (string | number)[][] = [];
  const told: number[] = [];
  try {
    for (const [documents, items] of [
      [1, 500],
      [32, 100],
    ] as const) {
      const team = await startTeam(await postgresql.create(`servers_${documents}`), documents, items);
      const [first, second] = team.servers;
      const half = Math.ceil(documents / 2);
      const ways: [string, Pick<BenchServer, "url" | "targets">[]][] = [
        ["one server", [{ url: first.url, targets: team.targets }]],
        ["two, each agent at either", [first, second].map(({ url }) => ({ url, targets: team.targets }))],
      ];
      if (documents > 1)
        ways.push([
          "two, each document at one",
          [
            { url: first.url, targets: team.targets.slice(0, half) },
            { url: second.url, targets: team.targets.slice(half) },
          ],
        ]);
      for (const [, at] of ways) await Promise.all(at.map((each) => load(each, AGENTS / at.length, 2)));
      for (const [way, at] of ways) {
        const results = await Promise.all(at.map((each) => load(each, AGENTS / at.length, SECONDS)));
        const milliseconds = results.flatMap((result) => result.milliseconds);
        const failed = results.reduce((sum, result) => sum + result.failed, 0);
        const share = (part: number) => ms(percentile(milliseconds, part));
        rows.push([
          documents,
          way,
          Math.round(milliseconds.length / SECONDS),
          share(0.5),
          share(0.95),
          share(0.99),
          failed,
        ]);
      }
      if (documents === 1) told.push(...(await hear(team)));
      await Promise.all(team.servers.map((server) => server.stop()));
    }
  } finally {
    await postgresql.stop();
  }
  const head = ["documents", "who answers", "acknowledged appends/s", "p50 ms", "p95 ms", "p99 ms", "failed"];
  printTable(`Appends by ${AGENTS} agents to a workspace in the history, without a folder`, head, rows);
  const at = (part: number) => ms(percentile(told, part));
  printTable(
    "From the answer of one server to the event at the other",
    ["appends", "p50 ms", "p95 ms", "p99 ms"],
    [[told.length, at(0.5), at(0.95), at(0.99)]],
  );
}

interface Team {
  servers: [RunningServer, RunningServer];
  targets: BenchServer["targets"];
}

async function startTeam(address: string, sessions: number, items: number): Promise<Team> {
  const folder = mkdtempSync(path.join(tmpdir(), "wardroom-servers-"));
  const files = path.join(folder, "files");
  const names = Array.from({ length: sessions }, (_, index) => `s${index}`);
  for (const name of names) {
    mkdirSync(path.join(files, ".agent/teams", name), { recursive: true });
    writeFileSync(path.join(files, ".agent/teams", name, "TEAM-MEMORY.md"), memoryOf(name, items));
  }
  const token = randomBytes(24).toString("hex");
  const env = {
    DATABASE_URL: address,
    WARDROOM_WORKSPACES: "bench",
    WARDROOM_SECRET: randomBytes(24).toString("hex"),
    WARDROOM_TOKEN: token,
  };
  const configuration = readConfiguration({ ...env, WARDROOM_DATA: path.join(folder, "first") }, PROJECT);
  await importContent({ configuration, caller: OWNER, project: PROJECT }, { name: "bench", folder: files });
  const start = (name: string) => startServer({ workspaces: {}, data: path.join(folder, name), env });
  const servers: Team["servers"] = [await start("first"), await start("second")];
  const targets = [];
  for (const session of names) {
    const base = `/api/v1/workspaces/bench/sessions/${session}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${servers[0].url}${base}/roles/implementer-2/tokens`, { method: "POST", headers });
    const minted = (await answer.json()) as { token: string };
    targets.push({ token: minted.token, path: `${base}/memory/items`, session });
  }
  return { servers, targets };
}

/** Appends at one server, one after the other, and measures until the stream of the other tells of each. */
async function hear({ servers: [first, second], targets: [target] }: Team): Promise<number[]> {
  if (target === undefined) throw new Error("somebody has to append");
  const headers = { authorization: `Bearer ${target.token}` };
  const stream = await fetch(`${second.url}/api/v1/workspaces/bench/events/stream`, { headers });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const told: number[] = [];
  for (let count = 0; count < TOLD; count++) {
    const body = JSON.stringify({ tag: "Finding", text: `heard of elsewhere, ${count}` });
    const answer = await fetch(`${first.url}${target.path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
    const acknowledged = performance.now();
    await answer.json();
    for (let text = ""; !text.includes("event: item.added");) text += (await reader?.read())?.value ?? "";
    told.push(performance.now() - acknowledged);
  }
  await reader?.cancel();
  return told;
}
