import path from "node:path";
import { cutPower, SYNCS, withoutSyncs } from "@/lib/soak/power-cuts.fixture";
import { prepareIn, recordLife } from "@/lib/soak/recorded-life.fixture";
import type { Part } from "./part";

/** So many power cuts are made of one recorded life. */
const CUTS_OF_A_LIFE = 60;

/** Starts on what a disk may hold after the power went at any moment of a life whose every operation was recorded. */
export const powerCuts: Part = {
  name: "power",
  counts: "power cuts",
  count: 300,
  plants: SYNCS,
  run: async ({ count, random, folder, progress, plant }) => {
    const faults: string[] = [];
    let operations = 0;
    for (let done = 0; done < count;) {
      const rounds = Math.min(CUTS_OF_A_LIFE, count - done);
      const root = path.join(folder, `life-${done}`);
      await prepareIn(root);
      const life = await recordLife(root, 12, random.branch(`life ${done}`));
      // Without this, what was not recorded would be taken for what was lost.
      faults.push(...life.faults, ...life.missed);
      const sync = SYNCS.find((each) => each === plant);
      const recording = sync === undefined ? life.recording : withoutSyncs(life.recording, sync);
      faults.push(...(await cutPower(recording, folder, random.branch(`cuts ${done}`), rounds)));
      operations += recording.operations.length;
      done += rounds;
      progress(done);
    }
    return { did: `${count} power cuts within ${operations} recorded operations, two starts each`, faults };
  },
};
