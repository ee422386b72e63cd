import { rmSync } from "node:fs";
import { join } from "node:path";
import { findBroken } from "@/lib/soak/check-claims.fixture";
import { writeDisk } from "@/lib/soak/disk.fixture";
import { fault } from "@/lib/soak/fault.fixture";
import type { NodeId, Recording } from "@/lib/soak/operation.fixture";
import { afterPowerCut, CUTS, type Cut } from "@/lib/soak/power-cut.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import { placesIn } from "@/lib/soak/places.fixture";
import { during, promisedBy } from "@/lib/soak/recorded-life.fixture";

/** Syncs that can be left out of a recording, as though the product did not ask for them. */
export const SYNCS = ["files", "folders", "database"] as const;

/**
 * Cuts the power at so many moments of a recorded life, half of them right after something was acknowledged, and starts Wardroom
 * on what the disk may hold then, twice. Answers what is not as it was promised.
 */
export async function cutPower(
  recording: Recording,
  folder: string,
  random: Random,
  rounds: number,
  cuts: readonly Cut[] = CUTS,
): Promise<string[]> {
  const { operations } = recording;
  const acknowledgements = operations.flatMap((operation, index) =>
    operation.kind === "mark" && "acknowledged" in (operation.mark as object) ? [index + 1] : [],
  );
  const faults: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const count = round % 2 === 0 ? random.pick(acknowledgements) : 1 + random.below(operations.length);
    const cut = cuts[round % cuts.length] ?? "all lost";
    const root = join(folder, `cut-${round}`);
    writeDisk(afterPowerCut(recording, count, cut, random), root);
    const asked = promisedBy(recording, count);
    const { files } = placesIn(root);
    const where = `power cut after operation ${count}, ${cut}`;
    try {
      const broken = await during(root, (send) => findBroken(send, files, asked));
      // What the first start finished stays so.
      broken.push(...(await during(root, (send) => findBroken(send, files, asked))));
      faults.push(...broken.map((what) => fault(what, where)));
    } catch (error) {
      faults.push(fault(`it does not start: ${String(error)}`, where));
    }
    rmSync(root, { recursive: true });
  }
  return faults;
}

/** The same recording of a product that never syncs its files, or its folders, or its database. */
export function withoutSyncs(recording: Recording, left: (typeof SYNCS)[number]): Recording {
  const kinds = new Map<NodeId, (typeof SYNCS)[number]>();
  const kindOf = (is: string, name: string) =>
    is === "folder" ? "folders" : name.includes(".db") ? "database" : "files";
  for (const node of recording.before.values()) {
    if (node.is !== "folder") continue;
    for (const [name, child] of node.names) kinds.set(child, kindOf(recording.before.get(child)?.is ?? "file", name));
  }
  for (const operation of recording.operations) {
    if (operation.kind === "create") kinds.set(operation.node, kindOf(operation.is, operation.place.name));
  }
  const operations = recording.operations.map((operation) =>
    operation.kind === "sync" && kinds.get(operation.node) === left ? { ...operation, upTo: 0 } : operation,
  );
  return { ...recording, operations };
}
