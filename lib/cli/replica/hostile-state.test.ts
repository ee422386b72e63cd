import { cp, mkdir, readdir, readFile, realpath, rename, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { KeptFiles } from "@/lib/cli/replica/kept-files";
import { FILE, put as putFile, read, ReplicaCommand } from "@/lib/cli/testing/replica-command.fixture";
import { TestReplica } from "@/lib/cli/testing/replica.fixture";

const PATH = ".agent/teams/one/TEAM-MEMORY.md";
const path = fc.constantFrom(PATH, ".agent/teams/one/notes.md", "../../../victim", "/etc/victim", ".git/config", "");
const hash = fc.constantFrom(null, "", "0".repeat(64));
const forged = fc.oneof(
  fc.record({
    path,
    key: fc.constant("k"),
    base: hash,
    text: fc.constantFrom(null, "forged\n"),
    hash,
    local: hash,
    remote: hash,
    reason: fc.constant("r"),
    at: fc.constant("2026-01-01"),
    take: fc.boolean(),
  }),
  // As a former version sealed it, also where this very machine did.
  fc.record({
    seal: fc.constantFrom("", "sealed"),
    body: path.map((each) => JSON.stringify({ path: each, take: true })),
  }),
);
const kinds = fc.constantFrom("outgoing", "conflicts", "decisions");

it("neither uses nor deletes anything that a checkout brings in its .wardroom/replica", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(kinds, forged), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (files, isOlderState) => {
        const test = await TestReplica.open([PATH, ".agent/teams/one/notes.md"]);
        try {
          const tree = join(test.root, ".wardroom/replica");
          const put = async (name: string, text: string) => {
            await mkdir(dirname(join(tree, name)), { recursive: true });
            await writeFile(join(tree, name), text);
          };
          // All that it remembered of an edit that is over, put where a former version looked.
          if (isOlderState) {
            await test.kept.send({ path: PATH, base: "", text: "older\n", hash: "1" });
            await cp(test.kept.folder, tree, { recursive: true });
            await test.kept.sent(PATH);
          }
          for (const [index, [kind, body]] of files.entries()) await put(`${kind}/${index}.json`, JSON.stringify(body));
          await put("synced", `${JSON.stringify([PATH, "0".repeat(64)])}\n`);
          await put("standing.json", '{"heardAt":"2026-02-09T12:00:00.000Z","said":null}');
          await put("lock", `${process.ppid}\n`);
          await writeFile(join(test.root, "victim"), "mine\n");
          const kept = new KeptFiles(test.root, join(test.root, ".data"));
          await kept.load();
          expect([...kept.outgoing, ...kept.conflicts, ...(await kept.decisions())]).toEqual([]);
          expect([...kept.synced]).toEqual([...test.kept.synced]);
          expect([await kept.owner(), (await kept.standing()).heardAt]).toEqual([null, null]);
          expect(await kept.unsealed()).toHaveLength(files.length + (isOlderState ? 1 : 0));
          await test.replica.decided();
          await test.look(5000);
          expect(test.pushed).toEqual([]);
          expect(String(await test.read("victim"))).toBe("mine\n");
          for (const [index, [kind]] of files.entries())
            expect(await readdir(join(tree, kind))).toContain(`${index}.json`);
        } finally {
          await test.close();
        }
      },
    ),
    { numRuns: 40 },
  );
});

it("shares nothing with a copy of a checkout, nor with where it was before", async () => {
  const test = await TestReplica.open([PATH]);
  await test.kept.send({ path: PATH, base: "", text: "unsent\n", hash: "1" });
  const data = join(test.root, ".data");
  const [copy, moved] = [`${test.root}-copy`, `${test.root}-moved`];
  await cp(test.root, copy, { recursive: true });
  await rename(test.root, moved);
  await cp(moved, test.root, { recursive: true });
  for (const root of [copy, moved, test.root]) {
    const kept = new KeptFiles(await realpath(root), data);
    await kept.load();
    expect([kept.isNew, kept.outgoing.size, (await kept.unsealed()).length]).toEqual([true, 0, 0]);
  }
  await test.close();
});

it("writes, reads and deletes nothing through a link in the checkout", async () => {
  const test = await TestReplica.open([PATH]);
  const elsewhere = `${test.root}-elsewhere`;
  await mkdir(join(elsewhere, "outgoing"), { recursive: true });
  await writeFile(join(elsewhere, "outgoing/a.json"), JSON.stringify({ path: PATH, text: "x" }));
  await mkdir(join(test.root, ".wardroom"));
  await symlink(elsewhere, join(test.root, ".wardroom/replica"));
  expect(await test.kept.unsealed()).toEqual([]);
  await test.kept.dropUnsealed({
    name: "outgoing/a.json",
    path: PATH,
    place: join(test.root, ".wardroom/replica/outgoing/a.json"),
    left: null,
  });
  const place = { id: "1", origin: "http://localhost:1", workspace: "team", history: "h" };
  await expect(test.kept.keepPlace(place)).rejects.toMatchObject({ code: "conflict" });
  await test.kept.hold({ path: PATH, local: "1", remote: "2", reason: "r", at: "2026-01-01" }, "theirs\n");
  expect(await readdir(elsewhere, { recursive: true })).toEqual(["outgoing", "outgoing/a.json"]);
  await test.close();
});

it("lists what waits in a checkout with its text, and takes it over by one command alone", async () => {
  const team = await ReplicaCommand.open();
  try {
    const folder = await team.checkout();
    const run = (...words: string[]) => team.command.run(words, { cwd: folder });
    expect(await team.bring(folder)).toMatchObject({ code: 0 });
    const before = await read(folder);
    const waits = {
      "outgoing/1.json": { path: FILE, text: "what waited\n", base: "", hash: "1", key: "k" },
      "outgoing/2.json": { path: "../../victim", text: "x\n" },
      "outgoing/3.json": { path: FILE, text: before },
      "decisions/4.json": { seal: "s", body: JSON.stringify({ path: FILE, take: true }) },
    };
    for (const [name, each] of Object.entries(waits))
      await putFile(folder, JSON.stringify(each), `.wardroom/replica/${name}`);
    expect((await run("replica", "status")).out).toContain("what waited");
    expect((await run("doctor")).out).toContain("4 changes wait");
    expect(await run("replica", "adopt")).toMatchObject({ code: 2 });
    expect(await team.bring(folder)).toMatchObject({ code: 0 });
    expect(await readdir(join(folder, ".wardroom/replica"), { recursive: true })).toEqual(
      expect.arrayContaining(Object.keys(waits)),
    );
    const adopted = await run("replica", "adopt", "--yes");
    expect(adopted).toMatchObject({ code: 0 });
    expect(adopted.out).toContain("../../victim is left where it is");
    const kept = /What waited is in (?<place>.+)\./.exec(adopted.out)?.groups?.["place"] ?? "";
    expect(await readFile(kept, "utf8")).toBe("what waited\n");
    expect(kept.startsWith(team.state(folder))).toBe(true);
    expect(await readdir(join(folder, ".wardroom/replica/outgoing"))).toEqual(["2.json"]);
    expect([await read(folder), await read(team.here)]).toEqual([before, before]);
  } finally {
    await team.close();
  }
});
