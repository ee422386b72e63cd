import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fingerprintsOf } from "@/lib/core/knowledge/duplicate-fingerprints";
import { nameOfWords, readWordStream, type ComparedFile } from "@/lib/core/knowledge/word-stream";
import { findDuplicates, type DuplicateProgress, type Duplicates } from "@/lib/core/knowledge/duplicates";

function run(files: ComparedFile[]): Duplicates & { steps: DuplicateProgress[] } {
  const work = findDuplicates(files);
  const steps: DuplicateProgress[] = [];
  for (;;) {
    const step = work.next();
    if (step.done === true) return { ...step.value, steps };
    steps.push(step.value);
  }
}

/** So many words that stand in no other text of another seed, ten a line. */
function prose(seed: string, words: number): string {
  return Array.from({ length: words }, (_, at) => `${seed}${at}${at % 10 === 9 ? "\n" : " "}`).join("");
}

const file = (team: string, text: string): ComparedFile => ({
  path: `.microai/agents/teams/${team}/knowledge/a.md`,
  text,
});

describe("readWordStream", () => {
  it("reads the same words whatever the line ends, wrapping, case, emphasis and Unicode form", () => {
    const word = fc.constantFrom("Retry", "재시도를", "café", "漢字", "x_1", "GC-v5");
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1 }),
        fc.constantFrom(" ", "\r\n", "\n\n> ", " **", "\t- "),
        (words, between) => {
          const one = readWordStream({ path: "a", text: words.join(" ") });
          const other = readWordStream({ path: "b", text: words.join(between).normalize("NFD").toUpperCase() });
          expect(nameOfWords(other)).toBe(nameOfWords(one));
          expect(other.words).toEqual(one.words);
        },
      ),
    );
  });

  it("tells the line of every word, frontmatter counted and not read", () => {
    const { lines } = readWordStream({ path: "a", text: "---\ntags: x\n---\n# One\n\ntwo three\r\n漢字" });
    expect([...lines]).toEqual([4, 6, 6, 7, 7]);
  });
});

describe("fingerprintsOf", () => {
  it("has one in common with every text that shares 27 words in a row", () => {
    const words = fc.array(fc.nat(50), { maxLength: 60 });
    fc.assert(
      fc.property(
        words,
        words,
        words,
        words,
        fc.array(fc.nat(50), { minLength: 27, maxLength: 60 }),
        (a, b, c, d, shared) => {
          const of = (...parts: number[][]) =>
            new Set(fingerprintsOf(Uint32Array.from(parts.flat())).map(({ hash }) => hash));
          const [left, right] = [of(a, shared, b), of(c, shared, d)];
          expect([...left].some((hash) => right.has(hash))).toBe(true);
        },
      ),
    );
  });
});

describe("findDuplicates", () => {
  it("puts files together that say the same, and keeps the shared one first", () => {
    const text = prose("same", 60);
    const shared = { path: ".microai/knowledge/shared/z.md", text };
    const { groups, passages } = run([
      file("a", text),
      file("b", text.replaceAll("\n", "\r\n")),
      shared,
      file("c", prose("c", 60)),
    ]);
    expect(groups).toEqual([
      {
        relation: "identical",
        files: [shared.path, file("a", "").path, file("b", "").path].map((path) => ({
          path,
          words: 60,
          similarity: 1,
        })),
      },
    ]);
    expect(passages).toEqual([]);
  });

  it("tells a copy that was changed apart, and how alike it still is", () => {
    const text = prose("w", 200);
    const changed = text.replace("w20 ", "changed ").replace("w120 ", "also ").concat("one more line\n");
    const { groups } = run([file("a", text), file("b", text), file("c", changed)]);
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({ relation: "diverging", files: [{ similarity: 1 }, { similarity: 1 }, {}] });
    expect(groups[0]?.files[2]?.similarity).toBeGreaterThan(0.9);
    expect(groups[0]?.files[2]?.similarity).toBeLessThan(1);
  });

  it("finds a long passage in files that else differ, with its lines, a small edit in it included", () => {
    const passage = prose("p", 60);
    const files = [
      file("a", `${prose("a", 100)}\n## P\n\n${passage}${prose("x", 100)}`),
      file("b", `${prose("b", 30)}${passage.replace("p33 ", "edited ")}`),
      file("c", `${passage}${prose("c", 200)}`),
      file("d", `${passage}${prose("c", 200)}`),
    ];
    const { groups, passages } = run(files);
    expect(groups.map(({ files: members }) => members.map(({ path }) => path))).toEqual([
      [files[2]?.path, files[3]?.path],
    ]);
    expect(passages).toHaveLength(1);
    expect(passages[0]?.places.map(({ startLine, endLine }) => `${startLine}-${endLine}`)).toEqual([
      "14-19",
      "4-9",
      "1-6",
      "1-6",
    ]);
    expect(passages[0]?.words).toBeGreaterThanOrEqual(59);
  });

  it("finds a header that hundreds of files begin with once, in all of them", () => {
    const header = prose("h", 50);
    const files = Array.from({ length: 120 }, (_, at) => file(`t${at}`, header + prose(`own${at}x`, 120)));
    const { groups, passages } = run(files);
    expect(groups).toEqual([]);
    expect(passages.map(({ places, words }) => [places.length, words])).toEqual([[120, 50]]);
  });

  it("finds nothing in what is short, empty, or only its own repetition", () => {
    const files = [
      file("a", "# To be written\n"),
      file("b", "# To be written\n"),
      file("c", ""),
      file("d", prose("d", 80).repeat(3)),
      file("e", prose("h", 30) + prose("e", 100)),
      file("f", prose("h", 30) + prose("f", 100)),
    ];
    const { steps, ...found } = run(files);
    expect(found).toEqual({ groups: [], passages: [] });
    expect(steps.filter(({ stage }) => stage === "reading")).toHaveLength(files.length);
    expect(steps.every(({ done, total }) => done <= total)).toBe(true);
  });

  it("finds the same whatever the order of the files", () => {
    const texts = [prose("a", 60), prose("a", 60), prose("b", 90) + prose("p", 45), prose("c", 90) + prose("p", 45)];
    const files = texts.map((text, at) => file(`t${at}`, text));
    const expected = run(files);
    fc.assert(
      fc.property(fc.shuffledSubarray(files, { minLength: files.length }), (shuffled) => {
        expect(run(shuffled)).toEqual(expected);
      }),
      { numRuns: 24 },
    );
  });
});
