import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { BackupManifest } from "@/lib/contracts/backup";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { runSql } from "@/lib/db/testing/run-sql.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { sha256 } from "@/lib/store/read-file";

let wardroom: TestWardroom;
let target: string;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  target = join(wardroom.folder, "copy");
});

/** How many rows of a data folder's database a condition holds for. */
async function count(folder: string, rows: string): Promise<number> {
  const [row] = await runSql(join(folder, "wardroom.db"), `SELECT count(*) FROM ${rows}`);
  return Number(row?.[0]);
}

describe("wardroom backup", () => {
  it("copies one moment of the history while items are being added", async () => {
    const session = await wardroom.session("checkout", ["implementer-1"]);
    const add = (index: number) =>
      wardroom.services.memory.add(OWNER, session.params, { tag: "Finding", text: `item ${index}` }, PLAIN_REQUEST);
    await add(0);
    const adding = Promise.all(Array.from({ length: 40 }, (_, index) => add(index + 1)));
    const { code, out } = await wardroomCli(wardroom, ["backup", target]);
    await adding;
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining(target) as string });

    // Each item is one event and one revision, stored together; the session's creation is a revision too.
    const added = await count(target, `"Event" WHERE "action" = 'item.added'`);
    expect(await count(target, `"Revision"`)).toBe(added + 1);
    expect(added).toBeGreaterThan(0);
    expect(await count(wardroom.data, `"Event" WHERE "action" = 'item.added'`)).toBe(41);
  });

  it("lists every file with its hash, for this user alone", async () => {
    await wardroom.session("checkout");
    await wardroom.services.sessions.remove(OWNER, { workspace: "demo", session: "checkout" }, PLAIN_REQUEST);
    await wardroomCli(wardroom, ["backup", target]);
    const { files } = BackupManifest.parse(JSON.parse(await readFile(join(target, "manifest.json"), "utf8")));
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(["secret", "wardroom.db", "workspaces/demo"]));
    expect(files.some(({ path }) => /^trash\/.*TEAM-MEMORY\.md$/.test(path))).toBe(true);
    for (const { path, sha256: hash } of files) expect(sha256(await readFile(join(target, path)))).toBe(hash);
    expect((await stat(target)).mode & 0o077).toBe(0);
  });

  it("never writes over what is there, and leaves nothing half made", async () => {
    await writeFile(target, "mine");
    const refused = await wardroomCli(wardroom, ["backup", target]);
    expect(refused).toMatchObject({ code: 5, err: expect.stringContaining("exists already") as string });
    expect(await readFile(target, "utf8")).toBe("mine");

    const inFile = await wardroomCli(wardroom, ["backup", join(target, "below")]);
    expect(inFile.code).toBe(2);
    expect((await readdir(wardroom.folder)).sort()).toEqual(["copy", "data", "files"]);
  });

  it("goes below the data folder when no folder is named", async () => {
    const { code } = await wardroomCli(wardroom, ["backup"]);
    expect(code).toBe(0);
    expect(await readdir(join(wardroom.data, "backups"))).toHaveLength(1);
  });
});
