import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { startPostgresql } from "../scripts/postgresql.mjs";
import type { LoadResult } from "./append-load";
import { cpuOf } from "./cpu";
import { ms, percentile, printTable } from "./report";
import { startTeam, type Team } from "./team";
import type { BenchServer } from "./workspace";

const SECONDS = 5;
const AGENTS = 32;
const HOT = 100;
const ITEMS = 100;
const ALL = 100_000;
/** A session of the past that many others are made from. Search reads each of their items at the start. */
const PAST = "past-0";
const PAST_ITEMS = 5;
/** What a query and its answer take to a database in the next building, there and back. Milliseconds. */
const ROUND_TRIP_MS = 2;

type Load = (server: Pick<BenchServer, "url" | "targets">, agents: number, seconds: number) => Promise<LoadResult>;
type Row = (string | number)[];

/** What an append costs in a history that has grown, what it leaves there, and what it costs where the database is far. */
export async function benchHistory(load: Load): Promise<void> {
  const postgresql = await startPostgresql({ isDurable: true });
  const rows: Row[] = [];
  try {
    const measure = async (what: string, documents: number, options: { all?: number; far?: boolean } = {}) => {
      const near = await postgresql.create(`history_${rows.length}`);
      const line = options.far === true ? await farAway(new URL(near).searchParams.get("host") ?? "") : null;
      const grow = options.all === undefined ? undefined : (address: string) => growTo(address, options.all ?? 0);
      // The long way is for the server alone: the documents are imported over the short one.
      const team = await startTeam(
        near,
        { servers: 1, documents, items: ITEMS },
        { others: grow && { [PAST]: PAST_ITEMS }, imported: grow, reached: line?.address(near) },
      );
      rows.push([what, ...(await appendsOf(team, near, load))]);
      await Promise.all(team.servers.map((server) => server.stop()));
      await line?.close();
    };
    await measure("1 document", 1);
    await measure(`1 document, ${ROUND_TRIP_MS} ms to the database and back`, 1, { far: true });
    await measure(`${HOT} documents`, HOT);
    await measure(`${HOT} of ${ALL} documents`, HOT, { all: ALL });
  } finally {
    await postgresql.stop();
  }
  const head = [
    "written to",
    "acknowledged appends/s",
    "CPU of the server ms",
    "p50 ms",
    "p99 ms",
    "bytes kept",
    "failed",
  ];
  printTable(`Appends by ${AGENTS} agents to a workspace in the history, for each append`, head, rows);
}

async function appendsOf({ servers: [server], targets }: Team, database: string, load: Load): Promise<Row> {
  if (server === undefined) throw new Error("somebody has to serve");
  const at = { url: server.url, targets };
  // Its search takes in what it finds at the start.
  await calm(server.pid);
  await load(at, AGENTS, 2);
  const before = { bytes: await bytesOf(database), cpu: cpuOf(server.pid) };
  const { milliseconds, acknowledged, failed } = await load(at, AGENTS, SECONDS);
  const cpu = cpuOf(server.pid) - before.cpu;
  const bytes = (await bytesOf(database)) - before.bytes;
  const share = (part: number) => ms(percentile(milliseconds, part));
  return [
    Math.round(acknowledged / SECONDS),
    (cpu / acknowledged).toFixed(2),
    share(0.5),
    share(0.99),
    Math.round(bytes / acknowledged),
    failed,
  ];
}

/** Resolves once a process has had next to nothing to do for a few seconds. */
async function calm(pid: number): Promise<void> {
  for (let seconds = 0; seconds < 3;) {
    const before = cpuOf(pid);
    await wait(1000);
    seconds = cpuOf(pid) - before < 100 ? seconds + 1 : 0;
  }
}

/** What the tables take of an append, their indexes and what PostgreSQL keeps beside them. */
async function bytesOf(database: string): Promise<number> {
  const [row] = await ask(database, "SELECT pg_database_size(current_database()) AS bytes");
  return Number(row?.["bytes"]);
}

/** Has the workspace hold as many documents as that, each of which is like that of `PAST`. */
async function growTo(database: string, documents: number): Promise<void> {
  await ask(
    database,
    `WITH "first" AS (SELECT * FROM "Document" WHERE "path" = '.agent/teams/${PAST}/TEAM-MEMORY.md'),
      "added" AS (
        INSERT INTO "Document" ("workspaceId", "kind", "path", "head", "headHash", "identity", "synced", "createdAt")
        SELECT "workspaceId", "kind", '.agent/teams/past-' || "number" || '/TEAM-MEMORY.md', 1, "headHash", "identity", 1, "createdAt"
        FROM "first", generate_series(1, ${documents} - (SELECT count(*) FROM "Document")) AS "number"
        RETURNING "id"
      )
    INSERT INTO "Revision" ("documentId", "sequence", "hash", "parentHash", "patch", "snapshot", "lines", "actor", "actorKind", "roles",
      "source", "operation", "detail", "at")
    SELECT "added"."id", 1, "hash", '', NULL, "snapshot", "lines", "actor", "actorKind", "roles", "source", "operation", "detail", "at"
    FROM "added", (SELECT "Revision".* FROM "Revision" JOIN "first" ON "first"."id" = "documentId") AS "like"`,
  );
  await ask(database, "ANALYZE");
}

async function ask(database: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A way to the databases of the server whose socket is in that folder, as long as to the next building. */
async function farAway(folder: string) {
  const place = mkdtempSync(path.join(tmpdir(), "wardroom-far-"));
  const name = ".s.PGSQL.5432";
  const carry = (from: net.Socket, to: net.Socket) => {
    from.on("data", (chunk) => {
      void wait(ROUND_TRIP_MS / 2).then(() => to.write(chunk));
    });
    from.on("close", () => void wait(ROUND_TRIP_MS / 2).then(() => to.destroy()));
    from.on("error", () => to.destroy());
  };
  const server = net.createServer((near) => {
    const far = net.connect(path.join(folder, name));
    carry(near, far);
    carry(far, near);
  });
  await once(server.listen(path.join(place, name)), "listening");
  return {
    address: (near: string) => {
      const url = new URL(near);
      url.searchParams.set("host", place);
      return String(url);
    },
    close: async () => {
      await once(server.close(), "close");
      rmSync(place, { recursive: true });
    },
  };
}
