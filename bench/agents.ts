import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openRuntime } from "@/lib/runtime";
import type { Caller } from "@/lib/services/workspace/caller";
import { ms, percentile, printTable, timeEach } from "./report";

const OWNER: Caller = {
  kind: "owner",
  role: null,
  sessionKey: null,
  workspace: null,
  credentialId: "bench",
  source: "api",
};
const AGENTS = 50;
const LINES = 300;
const RUNS = 15;

const SECTIONS = [
  "Project Context",
  "Accumulated Findings",
  "What Worked",
  "Watch Points",
  "Open Threads",
  "Session Log",
];
const SUBJECTS =
  "lease,queue,migration,ledger,certificate,invoice,replay,fixture,mailbox,tolerance,계약서,검색 색인".split(",");
const VERBS = "holds,renews,drops,parks,retries,locks,rounds,normalises,expires,renames,matches,reserves".split(",");
const REASONS = "after a pause,at month-end,without a key,on staging,in two time zones,for one supplier".split(",");

/** An agent's memory of so many lines: entries that differ, and name files others name as well. */
function memoryOf(agent: number): string {
  const each = Math.floor((LINES - 6 - SECTIONS.length * 3) / SECTIONS.length);
  const pick = (list: string[], at: number) => list[at % list.length] ?? "";
  const sections = SECTIONS.map((name, section) => {
    const entries = Array.from({ length: each }, (_, line) => {
      const at = agent * 31 + section * 17 + line * 7;
      const file = `\`src/stage-${at % 40}/part-${at % 211}.ts\``;
      const said = `The ${pick(SUBJECTS, at)} of batch ${at} ${pick(VERBS, at + line)} its ${pick(SUBJECTS, at * 3 + 1)} ${pick(REASONS, at + section)}`;
      if (name === "Session Log") return `- 2026-0${1 + (at % 9)}-1${line % 9} · ${said} · merged`;
      return line % 4 === 0 ? `- ${said}, see ${file}` : `- ${said}`;
    });
    return `\n## ${name}\n<!-- What this agent knows -->\n${entries.join("\n")}\n`;
  });
  return `---\nagent: agent-${agent}\nproject: bench\nlast_updated: 2026-09-18\nsession_count: 40\n---\n${sections.join("")}`;
}

/** What the coach costs: its first brief, one after a memory changed, and briefs of what it has read. */
export async function benchAgents(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "wardroom-bench-"));
  const workspace = path.join(folder, "workspace");
  for (let agent = 0; agent < AGENTS; agent++) {
    const own = path.join(workspace, `.kaizen/agents/agent-${agent}`);
    await mkdir(own, { recursive: true });
    await writeFile(path.join(own, "memory.md"), memoryOf(agent));
  }
  const environment = { WARDROOM_DATA: path.join(folder, "data"), WARDROOM_WORKSPACES: `bench=${workspace}` };
  const { services, close } = await openRuntime(environment, path.resolve(import.meta.dirname, ".."));
  const { briefs } = services.agents;
  const params = { workspace: "bench", agent: "agent-7" };
  const began = performance.now();
  const brief = await briefs.orient(OWNER, params);
  const first = performance.now() - began;
  if (brief.tokens > brief.budget || brief.sentences.length < 10) throw new Error("the brief is not one");
  const orient = await timeEach(RUNS, () => briefs.orient(OWNER, params));
  let edits = 0;
  const edited = path.join(workspace, ".kaizen/agents/agent-20/memory.md");
  const changed: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    await writeFile(edited, memoryOf(20).replace("## Watch Points", `## Watch Points\n- Edit ${edits++}`));
    const start = performance.now();
    await briefs.orient(OWNER, params);
    changed.push(performance.now() - start);
  }
  const project = await timeEach(RUNS, () => briefs.project(OWNER, params));
  await close();
  await rm(folder, { recursive: true });
  const times = (taken: number[]) => [`${ms(percentile(taken, 0.5))} ms`, `${ms(percentile(taken, 0.95))} ms`];
  printTable(
    `Briefs over ${AGENTS} agents × ${LINES} lines`,
    ["what", "p50", "p95", "bound"],
    [
      ["the first brief of a process", `${ms(first)} ms`, "", ""],
      ["brief of one agent, a memory changed before it", ...times(changed), "500 ms"],
      ["brief of one agent, nothing changed", ...times(orient), "500 ms"],
      ["brief of the project", ...times(project), "500 ms"],
    ],
  );
}
