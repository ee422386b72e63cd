import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { connect } from "@/lib/mcp/testing/client.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { awkwardTree, putTree, type Tree } from "@/lib/soak/awkward-files.fixture";
import { HeardLines } from "@/lib/soak/heard-lines.fixture";
import { Random } from "@/lib/soak/random.fixture";
import { readByCommand, readOverMcp } from "@/lib/soak/read-by-agents.fixture";
import { namesThere, readOverRest, type Ask, type Names } from "@/lib/soak/read-everything.fixture";

/** More of them: `ANY_FILES=100 npx vitest run lib/api/any-files.test.ts`. */
const SEEDS = Array.from({ length: Number(process.env["ANY_FILES"] ?? 2) }, (_, index) => index + 1);

const ask: Ask = (path, headers = {}) => call("GET", path, { headers });

let wardroom: TestWardroom;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
});

async function hold(seed: number): Promise<{ tree: Tree; names: Names }> {
  const tree = awkwardTree(new Random(seed), { sessions: 5, agents: 3, teams: 2 });
  await putTree(wardroom.files, tree);
  await wardroom.reopen();
  serve(wardroom);
  return { tree, names: await namesThere(ask) };
}

describe("whatever a project's files hold", () => {
  it.each(SEEDS)(
    "every read through every door tells of it, each line is shown, and nothing is written: %i",
    async (seed) => {
      const { tree, names } = await hold(seed);
      const folders = new Set([...tree.keys()].flatMap((path) => /^\.agent\/teams\/([^/]+)\//.exec(path)?.[1] ?? []));
      expect([...names.session].sort()).toEqual([...folders].sort());
      const heard = new HeardLines();
      expect(await readOverRest(ask, names, heard.hear)).toEqual([]);
      const client = await connect(OWNER_TOKEN, "modern", { "x-wardroom-role": "Lead" });
      expect(await readOverMcp(client, names, heard.hear)).toEqual([]);
      expect(await readByCommand((argv) => wardroomCli(wardroom, argv), names, heard.hear)).toEqual([]);
      expect(heard.compare(tree).missing).toEqual([]);
      for (const [path, content] of tree)
        expect((await readFile(join(wardroom.files, path))).equals(Buffer.from(content)), path).toBe(true);
    },
  );
});
