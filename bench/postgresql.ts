import { startPostgresql } from "../scripts/postgresql.mjs";
import type { LoadResult } from "./append-load";
import { cpuOf } from "./cpu";
import { ms, percentile, printTable } from "./report";
import { startBench, type BenchServer } from "./workspace";

const SECONDS = 5;
const AGENTS = 32;

type Load = (server: BenchServer, agents: number, seconds: number) => Promise<LoadResult>;

/** Appends with the history in SQLite and in a durable PostgreSQL on the same disk, alternating, to one document and to many. */
export async function benchPostgresql(load: Load): Promise<void> {
  const postgresql = await startPostgresql({ isDurable: true });
  const rows: (string | number)[][] = [];
  try {
    for (const [documents, items] of [
      [1, 500],
      [32, 100],
    ] as const) {
      const rates: number[] = [];
      for (const isPostgresql of [false, true]) {
        const database = `bench_${documents}`;
        const env = isPostgresql ? { DATABASE_URL: await postgresql.create(database) } : {};
        const server = await startBench(documents, items, env);
        // Compiles the code: a fresh process answers its first thousand requests more slowly.
        await load(server, AGENTS, 2);
        const before = cpuOf(server.pid);
        const { milliseconds, acknowledged, failed } = await load(server, AGENTS, SECONDS);
        const cost = (cpuOf(server.pid) - before) / acknowledged;
        await server.stop();
        const at = (share: number) => ms(percentile(milliseconds, share));
        const rate = acknowledged / SECONDS;
        rates.push(rate);
        const ratio = isPostgresql ? (rate / (rates[0] ?? rate)).toFixed(2) : "1";
        const engine = isPostgresql ? "PostgreSQL" : "SQLite";
        rows.push([documents, engine, Math.round(rate), ratio, ms(cost), at(0.5), at(0.95), at(0.99), failed]);
      }
    }
  } finally {
    await postgresql.stop();
  }
  const head = [
    "documents",
    "history in",
    "acknowledged appends/s",
    "of SQLite",
    "server's processor ms an append",
    "p50 ms",
    "p95 ms",
    "p99 ms",
    "failed",
  ];
  printTable(`Appends by ${AGENTS} agents, the history in SQLite and in PostgreSQL`, head, rows);
}
