import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/core/errors";

/** Puts links in the place of folders and takes them away again, as fast as a thread of its own can. */
const SWAPPER = `
const { workerData, parentPort } = require("node:worker_threads");
const { renameSync, symlinkSync, unlinkSync, rmSync, lstatSync } = require("node:fs");
const { folders, outside, swaps, enough } = workerData;
let state = workerData.seed >>> 0;
const random = (below) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % below;
const wait = () => { for (let left = random(4000); left > 0; left--) state ^= 0; };
const attempt = (work) => { try { work(); return true; } catch { return false; } };
let done = 0;
for (; done < swaps || Atomics.load(enough, 0) === 0; done++) {
  const folder = folders[random(folders.length)];
  const aside = folder + ".aside";
  if (!attempt(() => renameSync(folder, aside))) { wait(); }
  wait();
  attempt(() => symlinkSync(outside, folder));
  wait();
  if (attempt(() => { if (!lstatSync(folder).isSymbolicLink()) throw new Error("not ours"); })) attempt(() => unlinkSync(folder));
  wait();
  if (!attempt(() => renameSync(aside, folder)) && attempt(() => lstatSync(aside))) {
    attempt(() => rmSync(folder, { recursive: true, force: true }));
    attempt(() => renameSync(aside, folder));
  }
}
parentPort.postMessage(done);
`;

/** What came of an attack. */
export interface SwapReport {
  swaps: number;
  /** Works that succeeded, and that were refused with an error of the table. */
  done: number;
  refused: number;
  /** Errors that nobody foresaw; none, if all is well. */
  faults: string[];
  /** Names that lie outside afterwards. */
  outside: string[];
}

/**
 * Does `work` over and over, `turns` times at least, while links to `outside` take the place of each of the `folders`, `swaps`
 * times at least. The same seed swaps in the same order; when, is the machine's to say.
 */
export async function swapLinks({
  folders,
  outside,
  swaps,
  seed,
  turns = 12,
  work,
}: {
  folders: readonly string[];
  outside: string;
  swaps: number;
  seed: number;
  turns?: number;
  work: (turn: number) => Promise<unknown>;
}): Promise<SwapReport> {
  const report: SwapReport = { swaps: 0, done: 0, refused: 0, faults: [], outside: [] };
  const enough = new Int32Array(new SharedArrayBuffer(4));
  const swapper = new Worker(SWAPPER, { eval: true, workerData: { folders, outside, swaps, seed, enough } });
  const attack = { isOver: false };
  const over = once(swapper, "message").then(([count]) => {
    report.swaps = count as number;
    attack.isOver = true;
  });
  for (let turn = 0; !attack.isOver; turn++) {
    try {
      await work(turn);
      report.done++;
    } catch (error) {
      if (error instanceof AppError) report.refused++;
      else if (report.faults.length < 20) report.faults.push(String(error));
    }
    if (turn + 1 >= turns) Atomics.store(enough, 0, 1);
    // The swapper's last word is heard between two works.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await over;
  await swapper.terminate();
  report.outside = (await readdir(outside, { recursive: true })).sort();
  return report;
}
