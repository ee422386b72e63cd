import fc from "fast-check";

/** Lines that have misled parsers before: structure, look-alikes of operations, and every separator the delta language uses. */
const LINES = [
  "",
  "",
  "  ",
  "---",
  "...",
  "version: GC-v1",
  "version: GC-v2",
  "feature: a: b",
  "# Title",
  "## Scope",
  "## Scope",
  "## scope (done)",
  "## A: B → C [x] (after y)",
  "### Deep.er",
  "Setext",
  "===",
  "```",
  "    code",
  "<!-- c",
  "-->",
  "**Goal:** ship → it",
  "**In Scope:**",
  "- one",
  "- two",
  "  - nested",
  "- key: value",
  "- key: other: value → more",
  "- **key:** bold",
  "* [ ] task",
  "1. first",
  "| # | What | Why |",
  "|---|---|---|",
  "| D-1 | a \\| b | c |",
  "| D-2 | a → b | c: d |",
  "Prose: with a colon, → an arrow and … dots.",
  "A long line of prose that goes on for a while, so that a part of it may be named: one word differs, the rest stays.",
  "A long line of prose that goes on for a while, so that a part of it may be named: two words differ, the rest stays.",
  "- ADDED §Scope: key: value",
  "- CHANGED §Scope: key: value → other",
  "  - REMOVED §Scope: key",
  "- REPLACED §Scope: (full section content below)",
  "## Impact Assessment",
  "## Delta",
  "text (lines below)",
  "x (after one)",
  "y [1 of 2]",
  "z…",
  "…z… → …y…",
  "한국어 문장: 결정 → 변경",
  "\uFEFFmark",
];

/** For tests: one such line. */
export const anyLine = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...LINES) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, "")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }).map((text) => text.replace(/[\r\n]/g, "")) },
);

const textOf = (lines: string[], ends: string[], bom: boolean, last: boolean): string =>
  (bom ? "\uFEFF" : "") +
  lines.map((text, i) => text + (i === lines.length - 1 && !last ? "" : (ends[i % ends.length] ?? "\n"))).join("");

const ends = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string[]>(["\n"], ["\r\n"]) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom<string>("\n", "\r\n", "\r"), { minLength: 1, maxLength: 5 }) },
);
const rarely = fc.integer({ min: 0, max: 9 }).map((n) => n === 0);

/** For tests: texts that look like contexts, with any line ends, BOM and last line. */
export const anyContextText: fc.Arbitrary<string> = fc
  .tuple(fc.array(anyLine, { maxLength: 30 }), ends, rarely, fc.boolean())
  .map(([lines, lineEnds, bom, last]) => textOf(lines, lineEnds, bom, last));

/** For tests: a text and the same after some lines were added, taken away, moved or altered. */
export const editedContext: fc.Arbitrary<[string, string]> = fc
  .tuple(
    fc.array(anyLine, { maxLength: 40 }),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom("add", "drop", "alter", "move", "blank"), anyLine), { maxLength: 6 }),
    fc.tuple(ends, ends, rarely, rarely, fc.boolean(), fc.boolean(), fc.boolean()),
  )
  .map(([lines, edits, [endsA, endsB, bomA, bomB, lastA, lastB, sameForm]]) => {
    const after = [...lines];
    for (const [place, act, fresh] of edits) {
      const at = place % (after.length + 1);
      if (act === "add") after.splice(at, 0, fresh);
      else if (act === "blank") after.splice(at, 0, "");
      else if (act === "drop") after.splice(at, 1);
      else if (act === "alter") after.splice(at, 1, `${after[at] ?? ""} more`);
      else after.splice((place >>> 8) % (after.length + 1), 0, ...after.splice(at, 1));
    }
    const a = textOf(lines, endsA, bomA, lastA);
    return [a, sameForm ? textOf(after, endsA, bomA, lastA) : textOf(after, endsB, bomB, lastB)];
  });
