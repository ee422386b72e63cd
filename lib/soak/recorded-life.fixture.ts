import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { answer } from "@/app/api/answer";
import { openRuntime, type Runtime } from "@/lib/runtime";
import type { Asked } from "@/lib/soak/claim.fixture";
import { differences } from "@/lib/soak/disk.fixture";
import type { Recording } from "@/lib/soak/operation.fixture";
import { afterKill } from "@/lib/soak/power-cut.fixture";
import { OWNER_TOKEN, placesIn, PROJECT, SESSIONS } from "@/lib/soak/places.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import { recordDatabase } from "@/lib/soak/record-database.fixture";
import { recordFiles, type Around } from "@/lib/soak/record-files.fixture";
import { Recorder } from "@/lib/soak/recorder.fixture";
import { sendTo, type Send } from "@/lib/soak/send.fixture";
import { Workload } from "@/lib/soak/workload.fixture";

let turn: Promise<unknown> = Promise.resolve();

/**
 * Opens what lies in a folder as a process that starts does, works with it through the API's handlers, and closes it. A process has one
 * such at a time: others wait.
 */
export function during<T>(folder: string, work: (send: Send, runtime: Runtime) => Promise<T>): Promise<T> {
  const mine = turn.then(() => open(folder, work));
  turn = mine.catch(() => undefined);
  return mine;
}

async function open<T>(folder: string, work: (send: Send, runtime: Runtime) => Promise<T>): Promise<T> {
  const runtime = await openRuntime(placesIn(folder).environment, PROJECT);
  globalThis.wardroomRuntime = Promise.resolve(runtime);
  try {
    return await work(sendTo(answer, OWNER_TOKEN), runtime);
  } finally {
    await runtime.close();
  }
}

/** Makes an empty workspace with its sessions. */
export async function prepareIn(folder: string): Promise<void> {
  mkdirSync(placesIn(folder).files, { recursive: true });
  await during(folder, (send) => Workload.prepare(send, SESSIONS));
}

/** What a process did and what it promised meanwhile, as marks between its operations. */
export type Promised = { asked: Asked } | { acknowledged: Asked };

/**
 * Runs a workload in a prepared folder and records all that this process does there, its start and its end included. `missed` is
 * what lies there at the end and does not follow from what was recorded.
 */
export async function recordLife(
  folder: string,
  steps: number,
  random: Random,
  around?: Around,
  tell: (promised: Promised) => void = () => undefined,
): Promise<{ recording: Recording; faults: string[]; missed: string[] }> {
  const recorder = new Recorder(folder);
  const undo = [
    await recordFiles(recorder, folder, around),
    recordDatabase(recorder, join(placesIn(folder).data, "wardroom.db"), around),
  ];
  try {
    const faults = await during(folder, async (send) => {
      const workload = new Workload(send, random, `w${random.seed}`, (promised) => {
        recorder.mark(promised);
        tell(promised);
      });
      await workload.run(SESSIONS, steps);
      return workload.faults;
    });
    for (const each of undo.splice(0).reverse()) each();
    const { recording } = recorder;
    return { recording, faults, missed: differences(afterKill(recording), recorder.look()) };
  } finally {
    for (const each of undo.reverse()) each();
  }
}

/** What had been asked for and acknowledged when so many operations were done. */
export function promisedBy({ operations }: Recording, count = operations.length): Asked[] {
  // The workload goes on with its own: what it was told later is not to be known here.
  const asked = new Map<Asked, Asked>();
  for (const operation of operations.slice(0, count)) {
    if (operation.kind !== "mark") continue;
    const mark = operation.mark as Promised;
    const own = "asked" in mark ? mark.asked : mark.acknowledged;
    asked.set(own, { claim: own.claim, acknowledged: "acknowledged" in mark });
  }
  return [...asked.values()];
}
