import { cp, mkdir, readdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { KeptFiles } from "@/lib/cli/replica/kept-files";
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
  fc.record({
    seal: fc.constantFrom("", "forged"),
    body: path.map((each) => JSON.stringify({ path: each, take: true })),
  }),
);
const kinds = fc.constantFrom("outgoing", "conflicts", "decisions");

it("acts on nothing that was committed into a checkout, and deletes none of it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(kinds, forged), { minLength: 1, maxLength: 5 }), async (files) => {
      const test = await TestReplica.open([PATH, ".agent/teams/one/notes.md"]);
      try {
        const put = async (name: string, text: string) => {
          await mkdir(dirname(join(test.kept.folder, name)), { recursive: true });
          await writeFile(join(test.kept.folder, name), text);
        };
        for (const [index, [kind, body]] of files.entries()) await put(`${kind}/${index}.json`, JSON.stringify(body));
        await put(
          "synced",
          `${await readFile(join(test.kept.folder, "synced"), "utf8")}${JSON.stringify([PATH, "0".repeat(64)])}\n`,
        );
        await writeFile(join(test.root, "victim"), "mine\n");
        const kept = new KeptFiles(test.root, join(test.root, ".data"));
        await kept.load();
        expect([...kept.outgoing, ...kept.conflicts, ...(await kept.decisions())]).toEqual([]);
        expect([...kept.synced]).toEqual([...test.kept.synced]);
        expect(await kept.unsealed()).toHaveLength(files.length);
        await test.replica.decided();
        await test.look(5000);
        expect(test.pushed).toEqual([]);
        expect(String(await test.read("victim"))).toBe("mine\n");
        for (const [index, [kind]] of files.entries())
          expect(await readdir(join(test.kept.folder, kind))).toContain(`${index}.json`);
      } finally {
        await test.close();
      }
    }),
    { numRuns: 40 },
  );
});

it("shares nothing with a copy of a checkout, and keeps nothing behind a link", async () => {
  const test = await TestReplica.open([PATH]);
  await test.kept.send({ path: PATH, base: "", text: "unsent\n", hash: "1" });
  const copy = `${test.root}-copy`;
  await cp(test.root, copy, { recursive: true });
  const kept = new KeptFiles(await realpath(copy), join(test.root, ".data"));
  await kept.load();
  expect([kept.isNew, kept.outgoing.size]).toEqual([true, 0]);
  expect(await kept.unsealed()).toMatchObject([{ path: PATH, text: "unsent\n" }]);
  const linked = `${test.root}-linked`;
  await mkdir(join(linked, ".wardroom"), { recursive: true });
  await symlink(test.root, join(linked, ".wardroom/replica"));
  await expect(new KeptFiles(await realpath(linked), join(test.root, ".data")).load()).rejects.toMatchObject({
    code: "conflict",
  });
  await test.close();
});
