import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };

/** Every file below a folder with its bytes. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(
    async (path) => [path.slice(folder.length), (await readFile(path)).toString("base64")] as const,
  );
  return Object.fromEntries((await Promise.all(read)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

it("a workspace moves from a folder and a file into the history of several servers and back, with all of its history", async () => {
  const wardroom = await TestWardroom.open();
  const servers = await TeamServers.open();
  const session = await wardroom.session("shop", ["implementer-1"]);
  await wardroom.services.memory.add(
    actingAs("implementer-1"),
    session.params,
    { tag: "Finding", text: "said in the folder" },
    PLAIN_REQUEST,
  );
  const gone = await wardroom.session("gone", ["tester-1"]);
  await writeFile(join(gone.folder, "notes.md"), "in no history, and about to be in the trash\n");
  // Bytes that are no text, and a memory that somebody changes where it lies in the trash.
  const bytes = Buffer.from([0x23, 0xff, 0xfe, 0x00, 0x0a, 0xef, 0xbb, 0xbf]);
  await writeFile(join(gone.folder, "diagram.md"), bytes);
  await wardroom.services.sessions.remove(OWNER, gone.params, PLAIN_REQUEST);
  const trash = await filesOf(join(wardroom.data, "trash"));
  const trashed = Object.keys(trash).find((path) => path.endsWith("/TEAM-MEMORY.md")) ?? "";
  await writeFile(join(wardroom.data, "trash", trashed), "changed in the trash \u00ff", "latin1");
  await mkdir(join(wardroom.files, ".microai/knowledge/shared"), { recursive: true });
  await writeFile(join(wardroom.files, ".microai/knowledge/shared/bytes.md"), Buffer.from([0x23, 0xff, 0xfe, 0x0a]));
  await writeFile(join(session.folder, "report.md"), "by hand\r\nwith its own line ends\r\n");
  const before = await filesOf(wardroom.files);
  const revisions = await session.revisions();
  await wardroom.close();

  const environment = { ...servers.environmentOf("a"), WARDROOM_DATA: wardroom.data };
  const run = async (argv: string[], env: Record<string, string> = environment) => {
    const ended = await wardroomCli(wardroom, [...argv, "--json"], { env });
    expect(ended).toMatchObject({ code: 0, err: "" });
    return JSON.parse(ended.out) as { documents?: number };
  };
  await run(["database", "copy", servers.address], {});
  const imported = await run(["import", "demo", wardroom.files, "--yes"]);
  // Two files of sessions, two made by hand, and three in the trash.
  expect(imported.documents).toBe(Object.keys(before).length + 3);
  expect(await filesOf(wardroom.files)).toEqual(before);

  const [a, b] = [await servers.start("a"), await servers.start("b")];
  expect(await filesOf(servers.copyOf("a"))).toEqual(before);
  expect(await filesOf(servers.copyOf("b"))).toEqual(before);
  const { items } = await b.services.revisions.list(OWNER, session.params, { limit: 500 });
  expect(items.reverse().slice(0, revisions.length)).toEqual(revisions);
  await a.services.sessions.restore(OWNER, gone.params, PLAIN_REQUEST);
  const goneAtA = join(servers.copyOf("a"), ".agent/teams/gone");
  expect(await readFile(join(goneAtA, "notes.md"), "utf8")).toContain("in no history");
  expect(await readFile(join(goneAtA, "diagram.md"))).toEqual(bytes);
  expect(await readFile(join(goneAtA, "TEAM-MEMORY.md"), "latin1")).toBe("changed in the trash \u00ff");
  await a.services.sessions.remove(OWNER, gone.params, PLAIN_REQUEST);
  expect(await a.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
  await a.services.memory.add(
    actingAs("implementer-1"),
    session.params,
    { tag: "Finding", text: "said at a server" },
    PLAIN_REQUEST,
  );
  await servers.stop(a);
  await servers.stop(b);

  await rm(join(wardroom.data, "trash"), { recursive: true });
  const folder = join(servers.folder, "exported");
  const exported = await run(["export", "demo", folder, "--yes"]);
  expect(exported.documents).toBe(imported.documents);
  expect(await filesOf(folder)).toMatchObject({
    "/.agent/teams/shop/report.md": before["/.agent/teams/shop/report.md"],
  });
  const written = Object.values(await filesOf(join(wardroom.data, "trash")));
  expect(written).toContain(bytes.toString("base64"));
  expect(written).toContain(Buffer.from("changed in the trash \u00ff", "latin1").toString("base64"));
  // Whoever would serve it in both ways is told.
  await expect(servers.start("c")).rejects.toThrow("is in a folder");
  const served = await servers.start("c", { WARDROOM_WORKSPACES: `demo=${folder}` });
  const memory = await served.services.memory.read(OWNER, session.params);
  expect(memory.sections.flatMap((section) => section.items.map(({ text }) => text))).toEqual([
    "said in the folder",
    "said at a server",
  ]);
  expect(await served.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
  await servers.stop(served);
  await run(["database", "copy", `file:${join(servers.folder, "back.db")}`]);
});

it("moves the content of a workspace that is meant: one that the servers are told of, and no second one of the same folder", async () => {
  const servers = await TeamServers.open();
  const wardroom = await TestWardroom.open();
  const environment = { ...servers.environmentOf("a"), WARDROOM_DATA: servers.dataOf("a") };
  const run = (argv: string[], env: Record<string, string> = environment) => wardroomCli(wardroom, argv, { env });
  const empty = join(servers.folder, "empty");
  for (const argv of [
    ["import", "dmeo", wardroom.files, "--yes"],
    ["export", "dmeo", empty, "--yes"],
  ]) {
    expect(await run(argv)).toMatchObject({
      code: 4,
      err: expect.stringContaining("There is no workspace dmeo in WARDROOM_WORKSPACES.") as string,
    });
  }
  const unnamed = { ...environment, WARDROOM_WORKSPACES: "" };
  expect(await run(["export", "dmeo", empty, "--yes"], unnamed)).toMatchObject({
    code: 5,
    err: expect.stringContaining("The content of dmeo is not in the history.") as string,
  });
  expect((await run(["import", "demo", wardroom.files, "--yes"], unnamed)).code).toBe(0);
  expect(await run(["import", "dmeo", wardroom.files, "--yes"], unnamed)).toMatchObject({
    code: 5,
    err: expect.stringContaining("is workspace demo, and not dmeo") as string,
  });
});

it("refuses to import what does not add up, and leaves it in its folder", async () => {
  const servers = await TeamServers.open();
  const wardroom = await TestWardroom.open();
  const runs = (argv: string[], env: Record<string, string>) => wardroomCli(wardroom, argv, { env });
  const environment = { ...servers.environmentOf("a"), WARDROOM_DATA: servers.dataOf("a") };
  expect(await runs(["import", "demo", wardroom.files, "--yes"], { ...environment, DATABASE_URL: "" })).toMatchObject({
    err: expect.stringContaining("only PostgreSQL can be shared") as string,
  });
  expect(await runs(["import", "demo", join(servers.folder, "nowhere"), "--yes"], environment)).toMatchObject({
    err: expect.stringContaining("There is no folder") as string,
  });
  await mkdir(join(servers.folder, "full/one"), { recursive: true });
  expect(await runs(["export", "demo", join(servers.folder, "full"), "--yes"], environment)).toMatchObject({
    err: expect.stringContaining("is not empty") as string,
  });
});
