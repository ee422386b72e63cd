import path from "node:path";
import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { findLost, itemText } from "@/lib/soak/find-lost.fixture";
import { placesIn } from "@/lib/soak/places.fixture";
import { prepareIn } from "@/lib/soak/recorded-life.fixture";
import { OUTSIDE_WRITERS, type OutsideWriter } from "@/lib/services/testing/outside-writers.fixture";
import { startBare } from "./bare-server";
import type { Order, Part } from "./part";

const BASE = "/api/v1/workspaces/demo";
const AGENTS = ["implementer-1", "implementer-2"];
/** What was saved last is looked at within this time. */
const REST_MS = 3_000;

/** Programs that save a file in their own ways, each beside two agents who never rest. No save and no acknowledged line is lost. */
export const writers: Part = {
  name: "writers",
  counts: "seconds of each writer",
  count: 60,
  plants: ["lost"],
  run: async (order) => {
    const faults: string[] = [];
    const did: string[] = [];
    for (const [name, writer] of Object.entries(OUTSIDE_WRITERS)) {
      const found = await beside(order, name, writer);
      did.push(`${name}: ${found.saves} saves, ${found.acknowledged} lines of agents`);
      faults.push(...found.faults);
    }
    return { did: `${order.count} s each: ${did.join("; ")}`, faults };
  },
};

async function beside(
  { count, folder, stalls, plant, progress }: Order,
  name: string,
  writer: OutsideWriter,
): Promise<{ saves: number; acknowledged: number; faults: string[] }> {
  const root = path.join(folder, name.replaceAll(" ", "-"));
  await prepareIn(root);
  const file = path.join(placesIn(root).files, ".agent/teams/one/TEAM-MEMORY.md");
  await writeFile(file, `${await readFile(file, "utf8")}\n## editor\n`);
  const server = await startBare(root);
  const send = stalls.timed(await server.go());
  const until = performance.now() + count * 1000;
  const faults: string[] = [];
  const saved: string[] = [];
  const acknowledged: string[] = [];
  const agent = async (role: string) => {
    for (let step = 0; performance.now() < until; step++) {
      const text = `line ${step} of ${role} beside one that ${name}`;
      const reply = await send("POST", `${BASE}/sessions/one/memory/items`, {
        as: role,
        body: { tag: "Finding", text },
      });
      if (reply.status === 201) acknowledged.push(text);
      // A file that is never left alone, or half written without the section: the caller was told.
      else if (![404, 503].includes(reply.status))
        faults.push(`${name}: ${reply.status} ${JSON.stringify(reply.body)}`);
      progress(Math.round((performance.now() - until) / 1000) + count);
    }
  };
  const editor = async () => {
    for (let step = 0; performance.now() < until; step++) {
      const line = `save ${step} of one that ${name}`;
      await writer(file, `- [Finding] ${line}`);
      saved.push(line);
    }
  };
  await Promise.all([...AGENTS.map(agent), editor()]);
  await wait(REST_MS);
  if (plant === "lost") saved.push("a save that nobody kept");
  const lost = await findLost(send, file, "one", [...saved, ...acknowledged]);
  faults.push(...lost.map((line) => `${name}: "${line}" is in neither file nor history`));
  const doubled = await findDoubled(file, [...saved, ...acknowledged]);
  faults.push(...doubled.map((line) => `${name}: "${line}" is in the file twice`));
  const integrity = await send("GET", `${BASE}/integrity`);
  if ((integrity.body as { ok?: boolean }).ok !== true) faults.push(`${name}: ${JSON.stringify(integrity.body)}`);
  await server.kill();
  return { saves: saved.length, acknowledged: acknowledged.length, faults };
}

async function findDoubled(file: string, lines: readonly string[]): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const line of (await readFile(file, "utf8")).split("\n")) {
    const text = itemText(line);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return lines.filter((line) => (counts.get(line) ?? 0) > 1);
}
