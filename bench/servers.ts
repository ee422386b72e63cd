import { startPostgresql } from "../scripts/postgresql.mjs";
import type { LoadResult } from "./append-load";
import { cpuOf } from "./cpu";
import { ms, percentile, printTable } from "./report";
import { startTeam, type Team } from "./team";
import type { BenchServer } from "./workspace";

const SECONDS = 4;
const AGENTS = 32;
const TOLD = 200;
type At = Pick<BenchServer, "url" | "targets">;
type Load = (server: At, agents: number, seconds: number) => Promise<LoadResult>;

const ROUTED = "two, each workspace at one";
/** Who answers whom, of the two servers of a team. */
const WAYS: Record<string, (team: Team) => At[]> = {
  "one server": (team) => [{ url: bothOf(team)[0].url, targets: team.targets }],
  "two, each agent at either": (team) => bothOf(team).map(({ url }) => ({ url, targets: team.targets })),
  [ROUTED]: (team) => {
    const half = Math.ceil(team.targets.length / 2);
    const parts = [team.targets.slice(0, half), team.targets.slice(half)];
    return bothOf(team).map(({ url }, index) => ({ url, targets: parts[index] ?? [] }));
  },
};

/** Appends to documents in the history, each in a workspace of its own, by one server and by two without a file in common, with the processor time of all servers, and how soon the other server tells of one. */
export async function benchServers(load: Load): Promise<void> {
  const postgresql = await startPostgresql({ isDurable: true });
  const rows: (string | number)[][] = [];
  const told: number[] = [];
  try {
    for (const [documents, items] of [
      [1, 500],
      [32, 100],
    ] as const) {
      for (const [way, split] of Object.entries(WAYS)) {
        if (way === ROUTED && documents === 1) continue;
        // A document grows with each append: nobody is measured on what another has left.
        const name = `servers_${rows.length}`;
        const size = { servers: 2, documents, items, workspaces: documents };
        const team = await startTeam(await postgresql.create(name), size);
        const at = split(team);
        await Promise.all(at.map((each) => load(each, AGENTS / at.length, 2)));
        const used = () => team.servers.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
        const before = used();
        const results = await Promise.all(at.map((each) => load(each, AGENTS / at.length, SECONDS)));
        const processor = used() - before;
        const milliseconds = results.flatMap((result) => result.milliseconds);
        const failed = results.reduce((sum, result) => sum + result.failed, 0);
        const share = (part: number) => ms(percentile(milliseconds, part));
        const rate = Math.round(milliseconds.length / SECONDS);
        const each = ms(processor / milliseconds.length);
        rows.push([documents, way, rate, each, share(0.5), share(0.95), share(0.99), failed]);
        if (told.length === 0) told.push(...(await hear(team)));
        await Promise.all(team.servers.map((server) => server.stop()));
      }
    }
  } finally {
    await postgresql.stop();
  }
  const head = [
    "documents",
    "who answers",
    "acknowledged appends/s",
    "processor ms",
    "p50 ms",
    "p95 ms",
    "p99 ms",
    "failed",
  ];
  printTable(`Appends by ${AGENTS} agents to a workspace in the history, without a folder`, head, rows);
  const at = (part: number) => ms(percentile(told, part));
  printTable(
    "From the answer of one server to the event at the other",
    ["appends", "p50 ms", "p95 ms", "p99 ms"],
    [[told.length, at(0.5), at(0.95), at(0.99)]],
  );
}

/** Appends at one server, one after the other, and measures until the stream of the other tells of each. */
async function hear(team: Team): Promise<number[]> {
  const [first, second] = bothOf(team);
  const [target] = team.targets;
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

function bothOf({ servers: [first, second] }: Team) {
  if (first === undefined || second === undefined) throw new Error("two have to serve");
  return [first, second] as const;
}
