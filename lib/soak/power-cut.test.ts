import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Cut } from "@/lib/soak/power-cut.fixture";
import { cutPower, withoutSyncs } from "@/lib/soak/power-cuts.fixture";
import { Random } from "@/lib/soak/random.fixture";
import { prepareIn, promisedBy, recordLife } from "@/lib/soak/recorded-life.fixture";

const folder = mkdtempSync(join(tmpdir(), "wardroom-power-"));

const root = join(folder, "life");
await prepareIn(root);
const life: Awaited<ReturnType<typeof recordLife>> = await recordLife(root, 2, new Random(1));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("a life is recorded whole: its operations lead to the very files it left, and nothing was refused", () => {
  expect(life.faults).toEqual([]);
  expect(life.missed).toEqual([]);
  expect(promisedBy(life.recording).filter(({ acknowledged }) => acknowledged).length).toBeGreaterThan(20);
});

it("nothing acknowledged is lost, doubled or ascribed to another when the power goes, whatever the disk leaves out", async () => {
  expect(await cutPower(life.recording, folder, new Random(2), 6)).toEqual([]);
});

describe("the attack finds", () => {
  it.each<["files" | "folders" | "database", Cut]>([
    ["files", "names alone"],
    ["folders", "all lost"],
    ["database", "all lost"],
  ])("%s that are never synced", async (left, cut) => {
    expect(await cutPower(withoutSyncs(life.recording, left), folder, new Random(3), 1, [cut])).not.toEqual([]);
  });
});
