import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { gainOf, subjectOf, wantedTerms } from "@/lib/core/search/related";
import type { Database } from "@/lib/db/database";
import { changePage, countTerms, findLines } from "@/lib/db/lines";
import { openTestDatabase } from "@/lib/db/testing/open-test-database.fixture";

let folder: string;
let database: Database;

const WORDS = [
  "Vitest",
  "`src/cart.ts`",
  "cartStore",
  "재시도를",
  "비밀번호",
  "retry",
  "password",
  "600",
  "drops",
  "the",
];
const said = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 9 }).map((words) => words.join(" "));
const LINES = fc.sample(said, { numRuns: 60, seed: 7 }).map((text, at) => ({ key: `l${at}`, text }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lines-"));
  database = await openTestDatabase(join(folder, "wardroom.db"));
  await database.transaction(async (queries) => {
    await queries.workspace.create({ data: { name: "demo", createdAt: new Date(0) } });
    const none = { role: "Lead", tag: null, state: null, at: null, words: "", head: 0 };
    const come = LINES.map(({ key, text }) => ({ ...none, key, terms: [...subjectOf(text).keys()] }));
    const page = { workspaceId: "demo", path: "memory.md", kind: "item", session: "s" };
    await changePage(queries, { page, gone: [], come, holds: "1" });
  });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

it("gives each line what the terms that it holds gain, a word once", async () => {
  const among = { workspace: "demo", session: "s" };
  await fc.assert(
    fc.asyncProperty(said, async (text) => {
      const { queries } = database;
      const subject = subjectOf(text);
      fc.pre(subject.size > 0);
      const { lines, countOf } = await countTerms(queries, among, [...subject.keys()], 120);
      const wanted = wantedTerms(subject, countOf, lines);
      fc.pre(wanted.length > 0);
      const found = await findLines(queries, { ...among, role: "tester-1", page: null }, wanted, LINES.length);
      const known = LINES.flatMap(({ key, text: standing }) => {
        const terms = subjectOf(standing);
        const held = wanted.filter(({ term }) => terms.has(term));
        return held.length === 0 ? [] : [{ key, size: terms.size, ...gainOf(held) }];
      });
      expect(found.map(({ key }) => key).sort()).toEqual(known.map(({ key }) => key).sort());
      for (const { key, size, shared, gained } of known) {
        const line = found.find((each) => each.key === key);
        expect(line).toMatchObject({ size, shared, gained: expect.closeTo(gained, 6) });
      }
    }),
  );
});
