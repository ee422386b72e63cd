import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Blame, type BlamedRevision, changesOf } from "@/lib/core/history/blame";
import { finish } from "@/lib/core/steps";
import { diffPatch, type Patch } from "@/lib/core/history/patch";
import { linesWithEnds } from "@/lib/core/text/lines";

/** A line as somebody wrote it, whoever may be told. */
interface TrueLine {
  text: string;
  /** The revision in which its words were written last. */
  revision: number;
}

const textOf = (lines: readonly TrueLine[]) => lines.map(({ text }) => text).join("");

/** A blame of texts of which each was found beside the one before. */
function blameOf(...texts: [text: string, kind: BlamedRevision["kind"]][]): Blame {
  const blame = new Blame();
  let before = "";
  texts.forEach(([text, kind], index) => {
    finish(blame.next({ revision: index + 1, kind, patch: diffPatch(before, text) }));
    before = text;
  });
  return blame;
}

const shown = ({ lines }: Blame) => lines.map(({ change }) => `${change.revision} ${change.certainty}`);

describe("what the history leaves open is not told as certain", () => {
  it("which of two equal lines was added by a comparison", () => {
    const blame = blameOf(["- a\n- b\n", "written"], ["- a\n- b\n- a\n", "compared"]);
    expect(shown(blame)).toEqual(["1 probably", "1 certain", "2 probably"]);
  });

  it("which of two equal lines is left", () => {
    const blame = blameOf(["- a\n", "written"], ["- a\n- b\n- a\n", "written"], ["- b\n- a\n", "compared"]);
    expect(shown(blame)).toEqual(["2 certain", "2 probably"]);
  });

  it("a line that comes back is that of who wrote it", () => {
    const blame = blameOf(["- a\n- b\n", "written"], ["- a\n", "written"], ["- a\n- b\n", "outside"]);
    expect(shown(blame)).toEqual(["1 certain", "1 probably"]);
  });

  it("a line that moved is that of who wrote it", () => {
    const blame = blameOf(
      ["- one of them\n- two\n- three\n", "written"],
      ["- two\n- three\n- one of them\n", "compared"],
    );
    expect(shown(blame).at(-1)).toBe("1 probably");
  });

  it("an edit by nobody knows whom has no author", () => {
    expect(shown(blameOf(["- a\n", "written"], ["- a\n- b\n", "outside"]))).toEqual(["1 certain", "2 unknown"]);
  });
});

describe("a line's life", () => {
  it("goes back through rewording and a new place to its first word", () => {
    const blame = blameOf(
      ["- [Finding] Fonts load twice in the card form\n- other\n", "written"],
      ["- [Warning] Fonts load twice in the card form\n- other\n", "written"],
      ["- other\n- [Warning] Fonts load twice in the old card form\n", "outside"],
    );
    const [, line] = blame.lines;
    expect(line && changesOf(line).map(({ revision, said }) => [revision, said])).toEqual([
      [3, "- [Warning] Fonts load twice in the card form\n"],
      [2, "- [Finding] Fonts load twice in the card form\n"],
      [1, null],
    ]);
  });

  it.each([
    ["split in two", "- the first half and the second half\n", "- the first half\n- and the second half\n"],
    ["merged of two", "- the first half\n- and the second half\n", "- the first half and the second half\n"],
  ])("%s begins with the words it came from", (_, before, after) => {
    const blame = blameOf([before, "written"], [after, "compared"]);
    expect(blame.lines.map(({ change }) => change.revision)).toContain(2);
    expect(blame.lines.flatMap((line) => changesOf(line)).some(({ revision }) => revision === 1)).toBe(true);
  });

  it("is untouched by a new name of its section", () => {
    const blame = blameOf(["## one\n- a\n", "written"], ["## two\n- a\n", "compared"]);
    expect(shown(blame)).toEqual(["2 certain", "1 certain"]);
  });
});

it("the lines are those of the text, whatever the patches", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "\n", "\r\n", "- x\n", "- y"), { maxLength: 30 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
      const blame = blameOf(...texts.map((each): [string, "compared"] => [each, "compared"]));
      expect(blame.lines.map((line) => line.text)).toEqual(linesWithEnds(texts.at(-1) ?? ""));
    }),
  );
});

/** A step of somebody's work; the numbers choose among the lines there are. */
const step = fc.record({
  act: fc.constantFrom("insert", "reword", "remove", "move", "repeat", "restore", "split", "merge"),
  at: fc.nat(),
  to: fc.nat(),
});
const revision = fc.record({ kind: fc.constantFrom<BlamedRevision["kind"]>("written", "compared", "outside"), step });

/** The lines after a step, and the exact patch where the step is one splice. */
function take(
  lines: readonly TrueLine[],
  past: readonly TrueLine[][],
  { act, at, to }: { act: string; at: number; to: number },
  number: number,
): TrueLine[] {
  const after = [...lines];
  const index = lines.length === 0 ? 0 : at % lines.length;
  const line = lines[index];
  const place = to % (lines.length + 1);
  const mine = (text: string): TrueLine => ({ text, revision: number });
  if (act === "insert" || line === undefined)
    after.splice(place, 0, mine(`- fact ${number} of the ${to % 97}th kind\n`));
  else if (act === "reword") after[index] = mine(line.text.replace("\n", ` again ${number}\n`));
  else if (act === "remove") after.splice(index, 1);
  else if (act === "move") after.splice(to % lines.length, 0, ...after.splice(index, 1));
  else if (act === "repeat") after.splice(place, 0, mine(line.text));
  else if (act === "restore") return restored(lines, past[to % past.length] ?? []);
  else if (act === "split") {
    const middle = line.text.indexOf(" ", 3);
    if (middle > 0)
      after.splice(index, 1, mine(`${line.text.slice(0, middle)}\n`), mine(`-${line.text.slice(middle)}`));
  } else if (lines[index + 1] !== undefined)
    after.splice(index, 2, mine(`${line.text.trimEnd()} ${lines[index + 1]?.text.slice(2) ?? ""}`));
  return after;
}

/** An earlier text put back: lines that are there anyway stay whose they are. */
function restored(lines: readonly TrueLine[], earlier: readonly TrueLine[]): TrueLine[] {
  const left = [...lines];
  return earlier.map((line) => {
    const there = left.findIndex(({ text }) => text === line.text);
    return there < 0 ? line : (left.splice(there, 1)[0] ?? line);
  });
}

/** The patch that takes just the changed lines away and puts theirs there, as an operation does. */
function exactPatch(before: readonly TrueLine[], after: readonly TrueLine[]): Patch {
  let head = 0;
  while (head < before.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const start = textOf(before.slice(0, head)).length;
  const removed = textOf(before.slice(head, before.length - tail)).length;
  return [[start, removed, textOf(after.slice(head, after.length - tail))]];
}

it("names as certain only who wrote the line, after any 60 edits through any door", () => {
  fc.assert(
    fc.property(fc.array(revision, { minLength: 1, maxLength: 60 }), (revisions) => {
      const blame = new Blame();
      const past: TrueLine[][] = [[]];
      revisions.forEach(({ kind, step: each }, index) => {
        const before = past.at(-1) ?? [];
        // Operations insert, reword, remove and repeat; all else is done with an editor.
        const isOperation = kind === "written" && ["insert", "reword", "remove", "repeat"].includes(each.act);
        const after = take(before, past, each, index + 1);
        if (textOf(before) === textOf(after)) return;
        const patch = isOperation ? exactPatch(before, after) : diffPatch(textOf(before), textOf(after));
        finish(
          blame.next({
            revision: index + 1,
            kind: isOperation ? "written" : kind === "written" ? "compared" : kind,
            patch,
          }),
        );
        past.push(after);
      });
      const truth = past.at(-1) ?? [];
      expect(blame.lines.map(({ text }) => text)).toEqual(truth.map(({ text }) => text));
      const wrong = blame.lines.filter(
        ({ change }, index) => change.certainty === "certain" && change.revision !== truth[index]?.revision,
      );
      expect(wrong).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

it("operations alone leave nothing in doubt, also among equal lines", () => {
  const operation = fc.record({
    kind: fc.constant("written" as const),
    step: step.map((each) => ({ ...each, act: ["insert", "reword", "remove", "repeat"][each.at % 4] ?? "insert" })),
  });
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 60 }), (revisions) => {
      const blame = new Blame();
      let lines: TrueLine[] = [];
      revisions.forEach(({ step: each }, index) => {
        const after = take(lines, [lines], each, index + 1);
        finish(blame.next({ revision: index + 1, kind: "written", patch: exactPatch(lines, after) }));
        lines = after;
      });
      expect(shown(blame)).toEqual(lines.map(({ revision: by }) => `${by} certain`));
    }),
    { numRuns: 200 },
  );
});
