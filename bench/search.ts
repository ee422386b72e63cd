import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { SearchQuery } from "@/lib/contracts/search";
import { openRuntime } from "@/lib/runtime";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { ms, percentile, printTable, timeEach } from "./report";
import { prose } from "./words";

const LEAD: Caller = {
  kind: "owner",
  role: null,
  sessionKey: null,
  workspace: null,
  credentialId: "bench",
  source: "api",
};
const SESSIONS = 25;
const ITEMS = 2000;
const WORKSPACE = { workspace: "bench" };
/** Whole words, beginnings, typing errors, several words, Korean whole and within a word, and nothing at all. */
const QUERIES = ["retry", "ackn", "knowlegde", "lease worker", "재시도", "대기", "청구서 확인", "zzzz"];

/** What it costs to find something in 50,000 items of 25 sessions, and to keep the index up. */
export async function benchSearch(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "wardroom-bench-"));
  const workspace = path.join(folder, "workspace");
  const words = prose(11);
  for (let session = 0; session < SESSIONS; session++) {
    const name = `s${session}`;
    const items = Array.from({ length: ITEMS }, () => `- [Finding] ${words(18)}\n`);
    await mkdir(path.join(workspace, ".agent/teams", name), { recursive: true });
    const text = `# TEAM-MEMORY — ${name}\n\n## Lead\n\n## implementer-1\n${items.join("")}`;
    await writeFile(path.join(workspace, ".agent/teams", name, "TEAM-MEMORY.md"), text);
  }
  const environment = { WARDROOM_DATA: path.join(folder, "data"), WARDROOM_WORKSPACES: `bench=${workspace}` };
  const { services, close } = await openRuntime(environment, path.resolve(import.meta.dirname, ".."));
  const find = (q: string) => services.search.find(LEAD, WORKSPACE, SearchQuery.parse({ q }));

  // A server has looked at every memory before it is ready.
  await services.sessions.list(LEAD, WORKSPACE);
  const held = () => {
    global.gc?.();
    return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
  };
  const before = held();
  const began = performance.now();
  let blocked = 0;
  let seen = performance.now();
  const watch = setInterval(() => {
    blocked = Math.max(blocked, performance.now() - seen);
    seen = performance.now();
  }, 1);
  await services.search.warm();
  clearInterval(watch);
  const rows: string[][] = [
    ["heap of the process before there was an index", `${before} MB`, ""],
    [`read ${SESSIONS * ITEMS} items for the first time, all told`, `${ms(performance.now() - began)} ms`, ""],
    ["longest wait of anybody else meanwhile", `${ms(blocked)} ms`, ""],
  ];
  for (const q of QUERIES) {
    const { total } = await find(q);
    const used = process.cpuUsage();
    const taken = await timeEach(30, () => find(q));
    const { user, system } = process.cpuUsage(used);
    const times = [percentile(taken, 0.5), percentile(taken, 0.95), (user + system) / 30_000];
    rows.push([`"${q}", ${total} found`, ...times.map((time) => `${ms(time)} ms`)]);
  }
  const params = { workspace: "bench", session: "s0" };
  let count = 0;
  const own = await timeEach(20, async () => {
    const text = `freshly${++count} written`;
    await services.memory.add(LEAD, params, { tag: "Finding", text }, PLAIN_REQUEST);
    const { total } = await find(`freshly${count}`);
    if (total < 1) throw new Error("what was written was not found");
  });
  rows.push(["append and find it", `${ms(percentile(own, 0.5))} ms`, `${ms(percentile(own, 0.95))} ms`]);
  rows.push(["heap of the process after all that", `${held()} MB`]);
  await close();
  await rm(folder, { recursive: true });
  printTable(`Search in ${SESSIONS * ITEMS} items`, ["what", "p50", "p95", "processor"], rows);
}
