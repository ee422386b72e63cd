import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { Command, listen } from "@/lib/cli/testing/command.fixture";
import { runSql } from "@/lib/db/testing/run-sql.fixture";

const MEMORY = "# TEAM-MEMORY\n\n## Meta\n- feature: x\n\n## Lead\n\n## implementer-1\n- [Finding] Standing\n";

const command = await Command.build();
const cafe = join(command.folder, "cafe");
await mkdir(join(cafe, ".git"), { recursive: true });
afterAll(() => command.dispose());

const actions = async (cwd: string) => {
  const { out } = await command.run(["events", "--json", "-n", "50"], { cwd });
  return (JSON.parse(out) as { items: { action: string }[] }).items.map(({ action }) => action);
};

/** The files below the data folder that hold a text. */
async function whoHolds(text: string): Promise<string[]> {
  const found = await readdir(command.data, { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const holds = await Promise.all(paths.map(async (path) => (await readFile(path, "latin1")).includes(text)));
  return paths.filter((_, at) => holds[at]);
}

it("deletes what the data folder holds of this project, and nothing of another", async () => {
  for (const cwd of [cafe, command.shop]) {
    for (const session of ["checkout", "old"])
      await command.run(["session", "create", session, "-r", "implementer-1"], { cwd });
    await command.run(["session", "delete", "old", "--yes"], { cwd });
    const said = ["say", "implementer-1", "finding", `Only of ${cwd}`, "-s", "checkout"];
    expect((await command.run(said, { cwd })).code).toBe(0);
  }
  expect((await command.run(["up", "--only", "protocol", "--yes"], { cwd: cafe })).code).toBe(0);
  const shopBefore = await actions(command.shop);

  const refused = await command.run(["down", "--purge"], { cwd: cafe });
  expect(refused).toMatchObject({ code: 2, out: "" });
  expect(refused.err).toMatch(/- history of cafe in .* {2}\d+ events, \d+ documents, \d+ in the trash; for good\n/);
  expect((await actions(cafe)).length).toBeGreaterThan(3);

  expect(await command.run(["down", "--purge", "--yes"], { cwd: cafe })).toMatchObject({ code: 0 });
  expect(await whoHolds(`Only of ${cafe}`)).toEqual([]);
  expect(await whoHolds(`Only of ${command.shop}`)).not.toEqual([]);
  const database = join(command.data, "wardroom.db");
  const names = await runSql(database, "SELECT name FROM sqlite_master WHERE type = 'table'");
  expect(names.length).toBeGreaterThan(30);
  expect(await runSql(database, "SELECT name FROM Workspace")).toEqual([{ name: "shop" }]);
  for (const table of ["Event", "Session", "Document", "Seal", "Root"])
    expect(await runSql(database, `SELECT * FROM "${table}" WHERE "workspaceId" = 'cafe'`), table).toEqual([]);
  expect(await readdir(join(command.data, "workspaces"))).toEqual(["shop"]);
  expect(await readdir(join(command.data, "trash"))).toEqual(["shop"]);
  expect(await readdir(join(cafe, ".agent/teams"))).toEqual(["checkout"]);

  expect(await actions(command.shop)).toEqual(shopBefore);
  expect(await command.run(["verify"])).toMatchObject({ code: 0 });
  // The project begins anew, with the files that it has.
  expect(await command.run(["session", "list"], { cwd: cafe })).toMatchObject({ code: 0 });
  expect(await command.run(["verify"], { cwd: cafe })).toMatchObject({ code: 0 });
  expect(await actions(cafe)).not.toContain("history.broken");
});

it("registers no project by reading it, only with what changes it", async () => {
  const other = join(command.folder, "other");
  await mkdir(join(other, ".agent/teams/s1"), { recursive: true });
  await writeFile(join(other, ".agent/teams/s1/TEAM-MEMORY.md"), MEMORY);
  const known = () => readdir(join(command.data, "workspaces"));
  const before = await known();
  const read = async () => {
    const said = [];
    for (const argv of [["team"], ["session", "list"], ["search", "Standing"], ["inbox", "implementer-1"]])
      said.push(await command.run([...argv, "--workspace", other, "--no-color"]));
    return said.map(({ code, out }) => ({ code, out: out.replace(/\d+ (s|min)\b/g, "now") }));
  };
  const first = await read();
  expect(first[2]?.out).toContain("implementer-1");
  expect(await known()).toEqual(before);
  const said = await command.run(["say", "implementer-1", "finding", "It is slow", "--workspace", other]);
  expect(said).toMatchObject({ code: 0 });
  expect(await known()).toEqual([...before, "other"].sort());
  expect(await readFile(join(other, ".agent/teams/s1/TEAM-MEMORY.md"), "utf8")).toContain("It is slow");
});

it("waits for a server that may have lost its entry, and refuses what one holds or what is only half meant", async () => {
  await command.run(["session", "create", "again", "-r", "implementer-1"], { cwd: cafe });
  const server = await listen(command.data, { name: "shop", folder: command.shop });
  try {
    await rm(join(command.data, "server.json"));
    const before = await whoHolds("workspaces");
    const refused = await command.run(["down", "--purge", "--yes"], { cwd: cafe });
    expect(refused.code).not.toBe(0);
    expect(refused.err).toMatch(/server/);
    expect(await whoHolds("workspaces")).toEqual(expect.arrayContaining(before));
  } finally {
    await server.close();
  }
  const half = await command.run(["down", "--client", "claude", "--purge", "--yes"], { cwd: cafe });
  expect(half).toMatchObject({ code: 2, out: "" });
});
