import { applyDelta, computeDelta } from "@/lib/core/context/at-once.fixture";
import { readFileSync } from "node:fs";
import { Tokenizer } from "ai-tokenizer";
import * as encoding from "ai-tokenizer/encoding/claude";
import { parseDelta } from "@/lib/core/context/delta";
import { renderUpdateMessage } from "@/lib/core/context/update-message";
import { setVersion } from "@/lib/core/context/version";
import { compareChanges } from "./compare";
import { SCENARIOS, type Edit, type Scenario } from "./scenarios";

/** What one update costs one teammate, message included. */
interface Cost {
  full: number;
  delta: number;
  milliseconds: number;
  message: string;
}

const tokenizer = new Tokenizer(encoding);
const count = (text: string): number => tokenizer.count(text);
const show = process.argv.includes("--show");
const files = Object.keys(SCENARIOS[0]?.edits ?? {});
let missed = 0;

console.log("Tokens of context updates, counted offline with ai-tokenizer encoding/claude (an estimate).");
console.log("Beside each figure what the convention states (context delta §7).\n");
for (const file of files) {
  console.log(file);
  const costs = SCENARIOS.map((scenario) => report(scenario, costOf(file, scenario)));
  reportTeam(costs);
  console.log("");
}
if (!compareChanges(count)) missed++;
if (missed > 0) {
  console.error(`${missed} figures are worse than the stated ones.`);
  process.exitCode = 1;
}

function costOf(file: string, { name, edits }: Scenario): Cost {
  const before = readFileSync(new URL(`fixtures/${file}`, import.meta.url), "utf8");
  const after = setVersion(edited(before, edits[file] ?? [], `${file}: ${name}`), "GC-v4");
  const start = performance.now();
  const delta = computeDelta(before, after, count);
  const milliseconds = performance.now() - start;
  if (applyDelta(parseDelta(delta.text), before).text !== after) throw new Error(`${file}: ${name} is not proven`);
  const message = renderUpdateMessage({ delta, affected: ["implementer-1", "implementer-2"], requiredActions: "NONE" });
  return { full: delta.fullTokens, delta: count(message), milliseconds, message };
}

function edited(text: string, edit: Edit, what: string): string {
  return edit.reduce((current, [found, becomes]) => {
    if (current.split(found).length !== 2) throw new Error(`${what}: not found exactly once: ${found}`);
    return current.replace(found, () => becomes);
  }, text);
}

function report({ name, stated }: Scenario, cost: Cost): Cost {
  line(name, cost.full, cost.delta, stated, `${cost.milliseconds.toFixed(0)} ms`);
  if (show) console.log(`\n${cost.message}\n`);
  return cost;
}

/** Four teammates and three updates, with none, one or four of the twelve deliveries in full. */
function reportTeam(costs: readonly Cost[]): void {
  const three = costs.slice(0, 3);
  const full = 4 * sum(three, (cost) => cost.full);
  const deltas = 4 * sum(three, (cost) => cost.delta);
  const dearest = Math.max(...three.map((cost) => cost.full - cost.delta));
  line("4 teammates, 3 updates", full, deltas, { delta: 3600, saved: 0.88 });
  line("… 1 of 12 in full", full, deltas + dearest, { delta: 6400, saved: 0.79 });
  // The convention says 1/3 and 79 %; with a third of the deliveries in full, two thirds are the most that can be saved.
  line("… 4 of 12 in full", full, deltas + 4 * dearest, { delta: NaN, saved: NaN });
}

function line(name: string, full: number, delta: number, stated: Scenario["stated"], note = ""): void {
  const saved = 1 - delta / full;
  const fine = Number.isNaN(stated.saved) || saved >= stated.saved;
  if (!fine) missed++;
  const expected = Number.isNaN(stated.saved) ? "at most 67 %" : `${stated.delta} (${percent(stated.saved)})`;
  const cells = [
    name.padEnd(24),
    `full ${full}`.padStart(12),
    `delta ${delta}`.padStart(12),
    `saved ${percent(saved)}`.padStart(14),
  ];
  console.log(`  ${cells.join("  ")}  stated ${expected.padEnd(14)} ${fine ? "reached" : "MISSED"}  ${note}`);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function sum(costs: readonly Cost[], pick: (cost: Cost) => number): number {
  return costs.reduce((total, cost) => total + pick(cost), 0);
}
