// `npm run soak`: attacks that take long. Each part is bounded and drawn from a seed, which is printed, so that it can be run again.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { groupFaults } from "@/lib/soak/fault.fixture";
import { Random } from "@/lib/soak/random.fixture";
import { printTable } from "../report";
import { crashes } from "./crashes";
import { doors } from "./doors";
import { kills } from "./kills";
import { oldCopies } from "./old-copies";
import { fuzz } from "./fuzz";
import { hostile } from "./hostile";
import { pages } from "./pages";
import { projects } from "./projects";
import type { Part } from "./part";
import { powerCuts } from "./power-cuts";
import { swaps } from "./swaps";
import { Stalls } from "./stalls";
import { team } from "./team";
import { truth } from "./truth";
import { writers } from "./writers";

const PARTS: readonly Part[] = [
  kills,
  crashes,
  powerCuts,
  fuzz,
  hostile,
  pages,
  projects,
  swaps,
  team,
  truth,
  doors,
  writers,
  oldCopies,
];

/** Processes that wait for each processor, from which on the machine is too busy to judge times by it. The soak itself makes up to two. */
const CROWDED = 2.5;

/** So much of a fault is printed, in characters: what is wrong, and where. */
const LONGEST = { reason: 800, place: 600 };

const { values } = parseArgs({
  options: {
    part: { type: "string", multiple: true },
    count: { type: "string" },
    seed: { type: "string" },
    plant: { type: "string" },
  },
});
const wanted = PARTS.filter(({ name }) => values.part?.includes(name) ?? true);
const unknown = values.part?.filter((name) => !PARTS.some((part) => part.name === name)) ?? [];
const plants = wanted.flatMap((part) => part.plants);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const count = values.count === undefined ? null : Number(values.count);
if (unknown.length > 0)
  stop(`There is no part ${unknown.join(", ")}. Parts: ${PARTS.map(({ name }) => name).join(", ")}.`);
if (!Number.isInteger(seed)) stop("--seed is a whole number.");
if (count !== null && (!Number.isInteger(count) || count < 1)) stop("--count is a whole number from 1.");
if (values.plant !== undefined && !plants.includes(values.plant))
  stop(`--plant is one of ${plants.join(", ")}, with the --part that finds it.`);

const root = mkdtempSync(path.join(tmpdir(), "wardroom-soak-"));
process.once("exit", () => rmSync(root, { recursive: true, force: true }));
const rows: (string | number)[][] = [];
let faulty = 0;
for (const part of wanted) {
  const folder = path.join(root, part.name);
  mkdirSync(folder);
  const stalls = new Stalls();
  const began = performance.now();
  const progress = (done: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${part.name}: ${done} ${part.counts} `);
  };
  const order = { count: count ?? part.count, random: new Random(seed), plant: values.plant ?? null };
  const { did, faults: found } = await part.run({ ...order, folder, stalls, progress }).catch((error: unknown) => ({
    did: "ended early",
    faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }));
  stalls.stop();
  const [load = 0] = loadavg();
  const isCrowded = load > CROWDED * cpus().length;
  // Where others take most of the processors, nobody can say whose slowness it is.
  const faults = isCrowded ? found : [...found, ...stalls.faults];
  const late = stalls.faults.length === 0 ? "" : `, ${stalls.faults.length} over 2 s${isCrowded ? ", not judged" : ""}`;
  if (faults.length > 0) {
    faulty++;
    console.log(`\n${part.name}, seed ${seed}: ${faults.length} faults`);
    for (const { count, reason, places } of groupFaults(faults)) {
      console.log(`- ${count} × ${reason.slice(0, LONGEST.reason)}`);
      for (const place of places) console.log(`    ${place.slice(0, LONGEST.place)}`);
    }
    console.log(`Again: npm run soak -- --part ${part.name} --count ${order.count} --seed ${seed}`);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  const slowest = `${shown(stalls.slowest)}${late}`;
  const proof = shown(stalls.slowestProof);
  const stall = stalls.answers === 0 ? "" : shown(stalls.worst);
  rows.push([part.name, did, seed, `${seconds} s`, slowest, proof, stall, load.toFixed(1), faults.length]);
  rmSync(folder, { recursive: true, force: true });
}
printTable(
  "Soak",
  ["part", "done", "seed", "time", "slowest answer", "slowest proof", "longest stall of the client", "load", "faults"],
  rows,
);
process.exit(faulty > 0 ? 1 : 0);

function shown(milliseconds: number): string {
  return milliseconds === 0 ? "" : `${Math.round(milliseconds)} ms`;
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
