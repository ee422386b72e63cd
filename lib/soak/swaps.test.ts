import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Random } from "@/lib/soak/random.fixture";
import { during, prepareIn } from "@/lib/soak/recorded-life.fixture";
import { attackWithSwaps, prepareForSwaps, type Swapped } from "@/lib/soak/swaps.fixture";

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "wardroom-swaps-"));
  await prepareIn(folder);
  prepareForSwaps(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function attack(count: number, tamper?: (canary: string) => void): Promise<Swapped> {
  return during(folder, (send) =>
    attackWithSwaps(send, folder, { count, random: new Random(7), ...(tamper === undefined ? {} : { tamper }) }),
  );
}

it("whatever is swapped for a link, nothing outside is touched and no acknowledged item is lost", async () => {
  const { done, refused, faults } = await attack(600);
  expect(faults).toEqual([]);
  expect(done + refused).toBeGreaterThan(0);
});

it("finds a file that appeared outside", async () => {
  const { faults } = await attack(1, (canary) => writeFileSync(join(canary, "empty/TEAM-MEMORY.md"), ""));
  expect(faults).toEqual([expect.stringContaining("outside the workspace")]);
});
