import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answer } from "@/app/api/answer";
import { HOST } from "@/lib/api/testing/api.fixture";
import { TAMPERS, type Tamper, type Target } from "@/lib/soak/breaking-line.fixture";
import { DoorsTeam } from "@/lib/soak/doors-team.fixture";
import { Random } from "@/lib/soak/random.fixture";
import { during, prepareIn } from "@/lib/soak/recorded-life.fixture";

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "wardroom-doors-"));
  await prepareIn(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The handlers in this process, as a server would call them. */
const target: Target = {
  answer: (request) => answer(here(request)),
  abandon: async (request) => {
    await (await answer(here(request))).body?.cancel();
  },
};

function here(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("host", HOST);
  return new Request(request, { headers });
}

/** So many runs, or as many as it takes until something is found. */
async function play(runs: number, tamper: Tamper | null = null): Promise<DoorsTeam> {
  const random = new Random(Number(process.env["WARDROOM_DOORS_SEED"] ?? 11));
  const world = { target, folder, deaths: () => 0, restart: () => Promise.resolve(), killReader: null, tamper };
  return during(folder, async () => {
    const team = await DoorsTeam.open("team", world);
    for (let run = 0; run < runs && team.faults.length === 0; run++)
      await team.run(random.branch(`run ${run}`), `run ${run}`);
    await team.close();
    return team;
  });
}

describe("what readers are shown over all doors at once, while their connections break", () => {
  it("is shown to nobody twice who got it, and is left out for nobody", async () => {
    const { faults, reads, broken } = await play(Number(process.env["WARDROOM_DOORS_RUNS"] ?? 15));
    expect(faults).toEqual([]);
    expect(broken).toBeGreaterThan(reads / 20);
  });

  it.each(TAMPERS)("is found wrong where a server %s", async (tamper) => {
    const { faults } = await play(20, tamper);
    const found = tamper === "forgets what was read" ? "shown twice" : "never shown";
    expect(faults).toContainEqual(expect.stringContaining(found));
  });
});
