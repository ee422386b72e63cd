import path from "node:path";
import { findBroken } from "@/lib/soak/check-claims.fixture";
import type { Asked } from "@/lib/soak/claim.fixture";
import { fault } from "@/lib/soak/fault.fixture";
import { placesIn, SESSIONS } from "@/lib/soak/places.fixture";
import { prepareIn } from "@/lib/soak/recorded-life.fixture";
import { doubleALine, loseALine } from "@/lib/soak/tamper.fixture";
import { Workload } from "@/lib/soak/workload.fixture";
import { startBare } from "./bare-server";
import type { Order, Part } from "./part";

/** So many kills are survived by one data folder; then another is begun, for a check reads all of it. */
const KILLS_OF_A_FOLDER = 25;

/** A look at everything takes as long as a few kills. */
const KILLS_OF_A_LOOK = 5;

/** What a server that is not to be trusted would do to one acknowledged line. */
const TAMPER: Record<string, typeof loseALine> = { lost: loseALine, doubled: doubleALine };

/** `kill -9` of a server while a dozen agents write, again and again; whatever was acknowledged has to be there. */
export const kills: Part = {
  name: "kills",
  counts: "kills",
  count: 1_000,
  plants: Object.keys(TAMPER),
  run: async (order) => {
    let acknowledged = 0;
    const faults: string[] = [];
    for (let done = 0; done < order.count;) {
      const rounds = Math.min(KILLS_OF_A_FOLDER, order.count - done);
      const life = await killOften(order, path.join(order.folder, `life-${done}`), rounds, done);
      acknowledged += life.acknowledged;
      faults.push(...life.faults);
      done += rounds;
    }
    return { did: `${order.count} kills, ${acknowledged} acknowledged changes`, faults };
  },
};

async function killOften(
  { random, stalls, progress, plant }: Order,
  folder: string,
  rounds: number,
  before: number,
): Promise<{ acknowledged: number; faults: string[] }> {
  await prepareIn(folder);
  const { files } = placesIn(folder);
  const all: Asked[] = [];
  const faults: string[] = [];
  let next = startBare(folder);
  for (let round = 0; round <= rounds; round++) {
    const server = await next;
    const isLast = round === rounds;
    if (!isLast) next = startBare(folder);
    const send = stalls.timed(await server.go());
    const number = before + round;
    const where = `seed ${random.seed}, kill ${number}`;
    // What is lost stays lost: it is found at the next look all the same.
    if (isLast || round % KILLS_OF_A_LOOK === 0)
      faults.push(...(await findBroken(send, files, all)).map((what) => fault(what, where)));
    const kill = async () => {
      const complaint = await server.kill();
      if (complaint !== "") faults.push(fault(`the server complained: ${complaint}`, where));
    };
    if (isLast) {
      await kill();
      break;
    }
    const workload = new Workload(send, random.branch(`kill ${number}`), `k${number}`);
    const working = workload.run(SESSIONS, Infinity);
    await reached(workload, 1 + random.below(40));
    await kill();
    workload.stop();
    await working;
    faults.push(...workload.faults.map((what) => fault(what, where)));
    all.push(...workload.asked);
    if (plant !== null && round === 0) TAMPER[plant]?.(folder, workload.asked);
    progress(number + 1);
  }
  return { acknowledged: all.filter((each) => each.acknowledged).length, faults };
}

async function reached(workload: Workload, count: number): Promise<void> {
  while (workload.acknowledged < count) await new Promise((resolve) => setTimeout(resolve, 2));
}
