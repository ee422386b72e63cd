import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openRuntime } from "@/lib/runtime";
import type { Caller } from "@/lib/services/workspace/caller";
import { ms, printTable } from "./report";
import { prose } from "./words";

const LEAD: Caller = {
  kind: "owner",
  role: null,
  sessionKey: null,
  workspace: null,
  credentialId: "bench",
  source: "api",
};
const FILES = 1000;
const WORKSPACE = { workspace: "bench" };

/** What it costs to find duplicates in 1,000 files of knowledge: 150 copies, 100 that grew apart, and 50 with one passage. */
export async function benchDuplicates(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "wardroom-bench-"));
  const workspace = path.join(folder, "workspace");
  const words = prose(5);
  const file = () =>
    Array.from({ length: 15 }, (_, part) => `## Part ${part}\n\n${words(90)}\n${words(30)}\n`).join("\n");
  const texts = Array.from({ length: FILES - 300 }, file);
  const passage = `${words(120)}\n`;
  for (let copy = 0; copy < 150; copy++) texts.push(texts[copy % 40] ?? "");
  for (let copy = 0; copy < 100; copy++)
    texts.push((texts[100 + (copy % 20)] ?? "").replaceAll(`name${copy % 10}`, "changed"));
  for (let copy = 0; copy < 50; copy++) texts.push(`${file()}\n## Shared\n\n${passage}${words(300)}\n`);
  for (const [index, text] of texts.entries()) {
    const place = path.join(workspace, ".microai/agents/teams", `team-${index % 40}`, "knowledge");
    await mkdir(place, { recursive: true });
    await writeFile(path.join(place, `file-${index}.md`), text);
  }
  const environment = { WARDROOM_DATA: path.join(folder, "data"), WARDROOM_WORKSPACES: `bench=${workspace}` };
  const { services, close } = await openRuntime(environment, path.resolve(import.meta.dirname, ".."));
  const duplicates = services.knowledgeDuplicates;

  const began = performance.now();
  let answers = 0;
  let stages = new Set<string>();
  let found = await duplicates.find(LEAD, WORKSPACE, { wait: 0.05 });
  while (found.state === "running") {
    stages = stages.add(found.progress.stage);
    answers++;
    found = await duplicates.find(LEAD, WORKSPACE, { wait: 0.05 });
  }
  const first = performance.now() - began;
  const again = performance.now();
  await duplicates.find(LEAD, WORKSPACE, { wait: 25 });
  const second = performance.now() - again;
  await close();
  await rm(folder, { recursive: true });
  const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
  printTable(
    `Duplicates in ${found.files} files, ${megabytes.toFixed(1)} MB`,
    ["what", "measured"],
    [
      ["found for the first time", `${ms(first)} ms`],
      ["answers with progress meanwhile", `${answers} (${[...stages].join(", ")})`],
      ["asked again, nothing changed", `${ms(second)} ms`],
      ["groups of files, passages", `${found.groups.length}, ${found.passages.length}`],
    ],
  );
}
