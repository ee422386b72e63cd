// What is found of 144 pairs of lines that belong together, and how often lines without a partner bring anything along.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { nearest, subjectOf } from "@/lib/core/search/related";
import { changePages, findLines } from "@/lib/db/lines";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import type { Queries } from "@/lib/db/database";
import { ms, percentile, printTable, timeEach } from "./report";

interface Line {
  id: string;
  half: "tune" | "report";
  text: string;
  role: string;
}
interface Pair {
  half: "tune" | "report";
  kind: string;
  mix: string;
  shares: "some" | "none";
  a: Line;
  b: Line;
}

/** Sessions that share one index: 25 of 2,168 lines are over 50,000. */
const SESSIONS = 25;

async function read<T>(name: string): Promise<T[]> {
  const text = await readFile(path.join(import.meta.dirname, "related", name), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

/** Prints what is found on each half of the set in bench/related, and how long a look takes among 50,000 lines. */
export async function benchRelated(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "wardroom-related-"));
  const database = await openDatabase(path.join(folder, "wardroom.db"), migrationsFolder(process.cwd()));
  try {
    await database.transaction(async (queries) => {
      await queries.workspace.create({ data: { name: "demo", createdAt: new Date() } });
    });
    const [pairs, lines, loners] = await Promise.all([
      read<Pair>("pairs.jsonl"),
      read<Line>("lines.jsonl"),
      read<Line>("loners.jsonl"),
    ]);
    const standing = [...lines, ...pairs.map(({ a }, at) => ({ ...a, id: `pair ${at}` }))];
    const none = { tag: null, state: "active", at: null, words: "", head: 0 };
    const come = standing.map(({ id, role, text }) => ({ ...none, key: id, role, terms: [...subjectOf(text).keys()] }));
    for (let count = 0; count < SESSIONS; count++) {
      const page = { workspaceId: "demo", path: `memory-${count}.md`, kind: "item", session: `s${count}` };
      await database.transaction((queries) => changePages(queries, [{ page, gone: [], come, holds: "1" }]));
    }
    const look = ({ text, role }: Line) => findNear(database.queries, text, role);
    const found = await Promise.all(pairs.map(async ({ b }, at) => (await look(b)).includes(`pair ${at}`)));
    const loud = await Promise.all(loners.map(async (line) => (await look(line)).length > 0));
    const share = (of: (pair: Pair) => boolean) => {
      const hits = pairs.flatMap((pair, at) => (of(pair) ? [found[at] === true] : []));
      return `${hits.filter(Boolean).length} of ${hits.length}`;
    };
    const kinds = [...new Set(pairs.map(({ kind }) => kind)), ...new Set(pairs.map(({ mix }) => mix))];
    const halves = ["tune", "report"] as const;
    const rows = ["all", ...kinds].map((kind) => [
      kind,
      ...halves.map((half) =>
        share(
          (pair) =>
            pair.half === half && pair.shares === "some" && (kind === "all" || pair.kind === kind || pair.mix === kind),
        ),
      ),
    ]);
    const without = halves.map((half) => share((pair) => pair.half === half && pair.shares === "none"));
    const noise = halves.map((half) => {
      const own = loners.flatMap((line, at) => (line.half === half ? [loud[at]] : []));
      return `${own.filter(Boolean).length} of ${own.length}`;
    });
    printTable(
      "Related lines: the partner is among the two",
      ["", "tuned on", "reported"],
      [...rows, ["share no word", ...without], ["lines without a partner that bring one along", ...noise]],
    );
    let at = 0;
    const taken = await timeEach(200, () => look(pairs[at++ % pairs.length]?.b ?? (standing[0] as Line)));
    const total = standing.length * SESSIONS;
    printTable(
      `A look among ${total.toLocaleString("en")} lines`,
      ["p50 ms", "p95 ms"],
      [[ms(percentile(taken, 0.5)), ms(percentile(taken, 0.95))]],
    );
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
}

async function findNear(queries: Queries, text: string, role: string): Promise<string[]> {
  const among = { workspace: "demo", session: "s0", role, page: "" };
  const { found, lines } = await findLines(queries, among, subjectOf(text), { most: 20 });
  return nearest(found, lines).map(({ key }) => key);
}
