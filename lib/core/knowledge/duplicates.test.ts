import fc from "fast-check";
import { expect, it } from "vitest";
import { findDuplicates } from "@/lib/core/knowledge/find-problems";

/** So many words that stand in no other text of another seed. */
const prose = (seed: string, words: number) => Array.from({ length: words }, (_, at) => `${seed}${at}`).join(" ");
const own = (team: string) => `.microai/agents/teams/${team}/knowledge/a.md`;
const SHARED = ".microai/knowledge/shared/z.md";
const find = (...files: [path: string, text: string][]) => findDuplicates(new Map(files));

it("puts files together that say the same, and keeps the shared one first", () => {
  const text = prose("same", 60);
  const files = find([own("b"), text], [own("a"), text], [SHARED, text], [own("c"), prose("c", 60)]);
  expect(files).toEqual([{ files: [SHARED, own("a"), own("b")], words: 60 }]);
});

it("takes texts for equal whatever the line ends, wrapping, case, emphasis, Unicode form and front matter", () => {
  const word = fc.constantFrom("Retry", "재시도를", "café", "漢字", "x1", "GC-v5");
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 12 }),
      fc.constantFrom(" ", "\r\n", "\n\n> ", " **", "\t- "),
      (words, between) => {
        const other = words.join(between).normalize("NFD").toUpperCase();
        const [group] = find([own("a"), words.join(" ")], [own("b"), `---\ntags: x\n---\n${other}`]);
        expect(group?.files).toEqual([own("a"), own("b")]);
        expect(find([own("a"), words.join(" ")], [own("b"), `${other} more`])).toEqual([]);
      },
    ),
  );
});

it("finds nothing in what is short or empty", () => {
  expect(find([own("a"), "# To be written\n"], [own("b"), "# To be written\n"], [own("c"), ""])).toEqual([]);
});

it("finds the same whatever the order of the files, what saves most first", () => {
  const files = [prose("a", 20), prose("a", 20), prose("b", 90), prose("b", 90)].map((text, at): [string, string] => [
    own(`t${at}`),
    text,
  ]);
  fc.assert(
    fc.property(fc.shuffledSubarray(files, { minLength: files.length }), (shuffled) => {
      expect(find(...shuffled).map((group) => group.files)).toEqual([
        [own("t2"), own("t3")],
        [own("t0"), own("t1")],
      ]);
    }),
    { numRuns: 24 },
  );
});
