import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openRuntime } from "@/lib/runtime";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { ms, percentile, printTable, timeEach } from "./report";

const OWNER: Caller = {
  kind: "owner",
  role: null,
  sessionKey: null,
  workspace: null,
  credentialId: "bench",
  source: "api",
};
const ENTRIES = 1000;
const TEAM = { workspace: "bench", team: "t" };

/** What knowledge costs: resolving over 1,000 entries, listing them with counts, and editing one. */
export async function benchKnowledge(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "wardroom-bench-"));
  const workspace = path.join(folder, "workspace");
  await layOut(workspace);
  const runtime = await openRuntime(
    { WARDROOM_WORKSPACES: `bench=${workspace}`, WARDROOM_DATA: path.join(folder, "data") },
    process.cwd(),
  );
  const { knowledge } = runtime.services;
  const rows: (string | number)[][] = [];
  const row = (name: string, taken: number[]) =>
    rows.push([name, `${ms(percentile(taken, 0.5))} ms`, `${ms(percentile(taken, 0.95))} ms`]);
  const some = { mode: "review", topic: "word 7, word 70 and word 700 of a topic" };
  const all = { mode: "all", topic: "word 7", budget: 100_000 };
  const began = performance.now();
  await knowledge.resolve(OWNER, TEAM, all);
  row("resolve all 1,000, cold: every file read and counted", [performance.now() - began]);
  row(
    "resolve 20 of 1,000 by mode and keywords, warm",
    await timeEach(200, () => knowledge.resolve(OWNER, TEAM, some)),
  );
  row("resolve all 1,000, most of them skipped, warm", await timeEach(100, () => knowledge.resolve(OWNER, TEAM, all)));
  row(
    "the registry with counts and uses, warm",
    await timeEach(50, () => knowledge.list(OWNER, { workspace: "bench" }, { limit: 500 })),
  );
  let flips = 0;
  const flip = () =>
    knowledge.edits.changeInTeam(
      OWNER,
      { ...TEAM, knowledge: "k500" },
      { priority: flips++ % 2 === 0 ? "low" : "high" },
      PLAIN_REQUEST,
    );
  row("change a priority among 1,000, durable", await timeEach(20, flip));
  await runtime.close();
  await rm(folder, { recursive: true });
  printTable("Knowledge", ["what", "p50", "p95"], rows);
}

/** A registry and an index of 1,000 entries with a file of about 2 KB each, and a rule for each. */
async function layOut(workspace: string): Promise<void> {
  const shared = path.join(workspace, ".microai/knowledge/shared");
  const own = path.join(workspace, ".microai/agents/teams/t/knowledge");
  await mkdir(shared, { recursive: true });
  await mkdir(own, { recursive: true });
  const ids = Array.from({ length: ENTRIES }, (_, at) => `k${at}`);
  for (const id of ids)
    await writeFile(
      path.join(shared, `${id}.md`),
      `# ${id}\n\n${`- what ${id} says about stages and 송장\n`.repeat(50)}`,
    );
  const registry = ids.map((id) => `  ${id}:\n    path: ${id}.md\n    tokens_estimate: 900\n    tags: [a, b]\n`);
  await writeFile(path.join(shared, "registry.yaml"), `knowledge:\n${registry.join("")}`);
  const priorities = ["high", "medium", "low"];
  const refs = ids.map(
    (id, at) =>
      `  - id: ${id}\n    path: ../../../../knowledge/shared/${id}.md\n    priority: ${priorities[at % 3] ?? "low"}\n`,
  );
  const words = ids.map((id, at) => `    word ${at}: [${id}]\n`);
  const index = [
    `shared_refs:\n${refs.join("")}auto_load:\n  by_mode:\n`,
    `    review: [${ids.slice(0, 17).join(", ")}]\n    all: [${ids.join(", ")}]\n  by_keyword:\n${words.join("")}`,
    "token_budget: {max_auto_load: 20000}\n",
  ];
  await writeFile(path.join(own, "knowledge-index.yaml"), index.join(""));
}
