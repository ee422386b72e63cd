import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { findBroken } from "@/lib/soak/check-claims.fixture";
import type { Asked } from "@/lib/soak/claim.fixture";
import type { CrashLine, CrashOrder } from "@/lib/soak/crash-worker.fixture";
import { fault } from "@/lib/soak/fault.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import { placesIn, PROJECT } from "@/lib/soak/places.fixture";
import { during } from "@/lib/soak/recorded-life.fixture";

/** What a worker is built from. */
export const CRASH_WORKER = "lib/soak/crash-worker.fixture.ts";

/** What a worker had asked for when it died, and at which moment of how many. */
interface Crashed {
  asked: Asked[];
  moments: number | null;
  complaint: string;
}

/** Has a worker, which is built at that path, live to its end in a copy of a prepared folder, and answers at how many moments it can be killed. */
export async function countMoments(prepared: string, steps: number, seed: number, worker: string): Promise<number> {
  const folder = `${prepared}-whole`;
  cpSync(prepared, folder, { recursive: true });
  const { moments, complaint } = await live({ folder, steps, seed, at: 0 }, worker);
  rmSync(folder, { recursive: true });
  if (moments === null) throw new Error(`the worker did not end by itself: ${complaint}`);
  return moments;
}

/** Kills a worker at one moment, its last where it has fewer, and starts Wardroom on what it left. Answers what is not as it was promised. */
export async function crashAt(
  prepared: string,
  order: Omit<CrashOrder, "folder">,
  worker: string,
  tamper: (folder: string, asked: Asked[]) => void = () => undefined,
): Promise<{ faults: string[]; acknowledged: number }> {
  const folder = `${prepared}-${order.at}`;
  cpSync(prepared, folder, { recursive: true });
  const { asked, complaint } = await live({ ...order, folder }, worker);
  tamper(folder, asked);
  const where = `killed at moment ${order.at}, seed ${order.seed}`;
  const faults = complaint === "" ? [] : [fault(`the worker complained: ${complaint}`, where)];
  const { files } = placesIn(folder);
  try {
    const broken = await during(folder, (send) => findBroken(send, files, asked));
    broken.push(...(await during(folder, (send) => findBroken(send, files, asked))));
    faults.push(...broken.map((what) => fault(what, where)));
  } catch (error) {
    faults.push(fault(`it does not start: ${String(error)}`, where));
  }
  rmSync(folder, { recursive: true });
  return { faults, acknowledged: asked.filter(({ acknowledged }) => acknowledged).length };
}

/** Moments to be killed at: as many as are wanted, from the whole of a life. */
export function drawMoments(random: Random, moments: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    Math.min(moments, 1 + Math.floor(((index + random.next()) / count) * moments)),
  );
}

async function live(order: CrashOrder, worker: string): Promise<Crashed> {
  const child = spawn(process.execPath, [worker, JSON.stringify(order)], {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let complaint = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  await once(child, "close");
  const asked: Asked[] = [];
  let moments: number | null = null;
  for (const line of printed.split("\n").filter((each) => each !== "")) {
    const said = JSON.parse(line) as CrashLine;
    if ("moments" in said) moments = said.moments;
    else if ("asked" in said) asked[said.number] = { claim: said.asked, acknowledged: false };
    else {
      const known = asked[said.number];
      if (known !== undefined) known.acknowledged = true;
    }
  }
  return { asked, moments, complaint };
}
