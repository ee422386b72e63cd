import fc from "fast-check";
import { expect, it } from "vitest";
import type { SearchEntry } from "@/lib/core/search/search-entry";
import { finish } from "@/lib/core/steps";
import { SearchIndex } from "@/lib/services/search/search-index";

const PATHS = ["a.md", "b.md"];
const WORDS = ["harbour", "ledger", "orchid"];

function entryOf(path: string, key: string, word: string): SearchEntry {
  const none = { session: null, role: null, tag: null, state: null, at: null };
  return { key, kind: "knowledge", title: "Title", text: `says ${word}`, path, line: 1, place: "/", ...none };
}

/** A document that is put in with these words, each under a key of its own. */
const document = fc.record({
  path: fc.constantFrom(...PATHS),
  words: fc.dictionary(fc.constantFrom("1", "2", "3"), fc.constantFrom(...WORDS)),
});

it("finds what each document last consisted of, once each, however often documents were put in and changed", () => {
  fc.assert(
    fc.property(fc.array(document, { maxLength: 8 }), (puts) => {
      const index = new SearchIndex();
      const standing = new Map<string, Record<string, string>>();
      for (const { path, words } of puts) {
        finish(
          index.put(
            path,
            Object.entries(words).map(([key, word]) => entryOf(path, key, word)),
          ),
        );
        standing.set(path, words);
      }
      const all = [...standing].flatMap(([path, words]) =>
        Object.entries(words).map(([key, word]) => ({ name: `${path} ${key}`, word })),
      );
      for (const word of WORDS) {
        const found = index.search(word, {}, 0, 50).hits.map(({ entry }) => `${entry.path} ${entry.key}`);
        const expected = all.filter((each) => each.word === word).map(({ name }) => name);
        expect(found.toSorted()).toEqual(expected.toSorted());
      }
      expect(index.size).toBe(all.length);
      const filled = [...standing].filter(([, words]) => Object.keys(words).length > 0).map(([path]) => path);
      expect(index.paths.toSorted()).toEqual(filled.toSorted());
    }),
  );
});
