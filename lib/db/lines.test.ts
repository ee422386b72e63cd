import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { gainOf, isPhrase, nearest, subjectOf, wantedTerms } from "@/lib/core/search/related";
import type { Database } from "@/lib/db/database";
import { changePages, findLines } from "@/lib/db/lines";
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
const LINES = fc.sample(said, { numRuns: 60, seed: 7 }).map((text, at) => ({ key: `l${at}`, terms: subjectOf(text) }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lines-"));
  database = await openTestDatabase(join(folder, "wardroom.db"));
  await database.transaction(async (queries) => {
    await queries.workspace.create({ data: { name: "demo", createdAt: new Date(0) } });
    const none = { role: "Lead", tag: null, state: null, at: null, words: "", head: 0 };
    const come = LINES.map(({ key, terms }) => ({ ...none, key, terms: [...terms.keys()] }));
    const page = { workspaceId: "demo", path: "memory.md", kind: "item", session: "s" };
    await changePages(queries, [{ page, gone: [], come, holds: "1" }]);
  });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

it("gives each line what the terms that it holds gain, a word once", async () => {
  await fc.assert(
    fc.asyncProperty(said, async (text) => {
      const { queries } = database;
      const subject = subjectOf(text);
      const among = { workspace: "demo", session: "s", role: "tester-1", page: "" };
      const { found, lines } = await findLines(queries, among, subject, { most: LINES.length, least: 1 });
      const countOf = (term: string) => LINES.filter(({ terms }) => terms.has(term)).length;
      const wanted = wantedTerms(subject, (term) => (isPhrase(term) ? 5 : countOf(term)), LINES.length);
      const known = LINES.flatMap(({ key, terms }) => {
        const held = wanted.filter(({ term }) => terms.has(term));
        return held.every(({ term }) => isPhrase(term)) ? [] : [{ key, size: terms.size, ...gainOf(held) }];
      });
      expect(found.map(({ key }) => key).sort()).toEqual(known.map(({ key }) => key).sort());
      for (const { key, size, shared, gained } of known) {
        const line = found.find((each) => each.key === key);
        expect(line).toMatchObject({ size, shared, gained: expect.closeTo(gained, 6) });
      }
      const { found: near } = await findLines(queries, among, subject, { most: LINES.length });
      expect(near.every((line) => line.shared > 1)).toBe(true);
      expect(nearest(near, lines)).toEqual(nearest(found, lines));
    }),
  );
});
