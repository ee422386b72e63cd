// A process that works in a prepared folder until it kills itself right before, or right after, the single operation on the disk
// that its order says. It prints what it asked for and what was acknowledged, before it goes on. No two
// lives have quite the same operations: where this one has fewer, it kills itself at its end.
import { writeSync } from "node:fs";
import type { Asked } from "@/lib/soak/claim.fixture";
import { Random } from "@/lib/soak/random.fixture";
import { recordLife } from "@/lib/soak/recorded-life.fixture";

/** What such a process is told. */
export interface CrashOrder {
  folder: string;
  seed: number;
  steps: number;
  /** The number of the moment, from 1; 0 lets it live. */
  at: number;
}

/** A line it prints: a change asked for, one acknowledged, or how many moments there were. */
export type CrashLine = { number: number; asked: Asked["claim"] } | { number: number } | { moments: number };

const order = JSON.parse(process.argv[2] ?? "{}") as CrashOrder;
const say = (line: CrashLine) => writeSync(1, `${JSON.stringify(line)}\n`);

let moments = 0;
const numbers = new Map<Asked, number>();
await recordLife(
  order.folder,
  order.steps,
  new Random(order.seed),
  () => {
    if (++moments === order.at) process.kill(process.pid, "SIGKILL");
  },
  (promised) => {
    if ("asked" in promised) {
      numbers.set(promised.asked, numbers.size);
      say({ number: numbers.size - 1, asked: promised.asked.claim });
      return;
    }
    const number = numbers.get(promised.acknowledged);
    if (number !== undefined) say({ number });
    else {
      // Acknowledged as it was asked for.
      say({ number: numbers.size, asked: promised.acknowledged.claim });
      say({ number: numbers.size });
      numbers.set(promised.acknowledged, numbers.size);
    }
  },
);
if (order.at > 0) process.kill(process.pid, "SIGKILL");
say({ moments });
