import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { bundled } from "@/lib/services/testing/bundled.fixture";
import { countMoments, CRASH_WORKER, crashAt, drawMoments } from "@/lib/soak/crashes.fixture";
import { loseALine } from "@/lib/soak/tamper.fixture";
import { Random } from "@/lib/soak/random.fixture";
import { prepareIn } from "@/lib/soak/recorded-life.fixture";

const ORDER = { steps: 1, seed: 5 };

const folder = mkdtempSync(join(tmpdir(), "wardroom-crash-"));
const prepared = join(folder, "prepared");

await prepareIn(prepared);
const worker = await bundled(CRASH_WORKER);
const moments = await countMoments(prepared, ORDER.steps, ORDER.seed, worker);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("nothing acknowledged is lost or doubled when a process dies right before or after a single operation on the disk", async () => {
  expect(moments).toBeGreaterThan(100);
  for (const at of drawMoments(new Random(6), moments, 2))
    expect((await crashAt(prepared, { ...ORDER, at }, worker)).faults).toEqual([]);
});

it("the attack finds an acknowledged line that is gone", async () => {
  const { faults } = await crashAt(prepared, { ...ORDER, at: moments }, worker, loseALine);
  expect(faults).not.toEqual([]);
});
