import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { awkwardTree, putTree, type Tree } from "@/lib/soak/awkward-files.fixture";
import { Random } from "@/lib/soak/random.fixture";
import { readByCommand, readOverMcp } from "@/lib/soak/read-by-agents.fixture";
import { namesThere, readOverRest, type Names } from "@/lib/soak/read-everything.fixture";

/** More of them: `ANY_FILES=100 npx vitest run lib/api/any-files.test.ts`. */
const SEEDS = Array.from({ length: Number(process.env["ANY_FILES"] ?? 2) }, (_, index) => index + 1);

let wardroom: TestWardroom;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
});

async function hold(seed: number): Promise<{ tree: Tree; names: Names }> {
  const tree = awkwardTree(new Random(seed), { sessions: 5, agents: 3, teams: 2 });
  await putTree(wardroom.files, tree);
  await wardroom.reopen();
  serve(wardroom);
  return { tree, names: await namesThere() };
}

describe("whatever a project's files hold", () => {
  it.each(SEEDS)("every read through every door tells of it, and nothing is written: %i", async (seed) => {
    const { tree, names } = await hold(seed);
    const folders = new Set([...tree.keys()].flatMap((path) => /^\.agent\/teams\/([^/]+)\//.exec(path)?.[1] ?? []));
    expect([...names.session].sort()).toEqual([...folders].sort());
    expect(await readOverRest(names)).toEqual([]);
    expect(await readOverMcp(names)).toEqual([]);
    expect(await readByCommand(wardroom, names)).toEqual([]);
    for (const [path, content] of tree)
      expect((await readFile(join(wardroom.files, path))).equals(Buffer.from(content)), path).toBe(true);
  });
});
