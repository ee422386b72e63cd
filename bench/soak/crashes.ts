import path from "node:path";
import { build } from "esbuild";
import { countMoments, CRASH_WORKER, crashAt, drawMoments } from "@/lib/soak/crashes.fixture";
import { PROJECT } from "@/lib/soak/places.fixture";
import { prepareIn } from "@/lib/soak/recorded-life.fixture";
import { loseALine } from "@/lib/soak/tamper.fixture";
import type { Part } from "./part";

/** So many crashes are of one prepared life. */
const CRASHES_OF_A_LIFE = 75;
/** Processes at once: each mostly waits for its start and for the disk. */
const AT_ONCE = 2;

/** A real process kills itself right before or right after a single operation on its disk, each at another one. */
export const crashes: Part = {
  name: "crashes",
  counts: "crashes",
  count: 300,
  plants: ["lost"],
  run: async ({ count, random, folder, progress, plant }) => {
    const worker = await bundleWorker();
    const faults: string[] = [];
    let acknowledged = 0;
    let possible = 0;
    for (let done = 0; done < count;) {
      const rounds = Math.min(CRASHES_OF_A_LIFE, count - done);
      const prepared = path.join(folder, `life-${done}`);
      const order = { steps: 3, seed: random.below(2 ** 31) };
      await prepareIn(prepared);
      const moments = await countMoments(prepared, order.steps, order.seed, worker);
      possible += moments;
      const waiting = drawMoments(random, moments, rounds);
      const work = async () => {
        for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
          const tamper = plant === "lost" && at > moments / 2 ? loseALine : undefined;
          const crashed = await crashAt(prepared, { ...order, at }, worker, tamper);
          faults.push(...crashed.faults);
          acknowledged += crashed.acknowledged;
          progress(++done);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }
    return { did: `${count} crashes at ${possible} possible moments, ${acknowledged} acknowledged changes`, faults };
  },
};

/** The worker as one file, which starts sooner than its sources. */
async function bundleWorker(): Promise<string> {
  const outfile = path.join(PROJECT, "dist/soak/crash-worker.mjs");
  const how = { bundle: true, platform: "node", format: "esm", packages: "external", target: "node20" } as const;
  const entryPoints = [path.join(PROJECT, CRASH_WORKER)];
  await build({ ...how, absWorkingDir: PROJECT, entryPoints, outfile, logLevel: "error" });
  return outfile;
}
