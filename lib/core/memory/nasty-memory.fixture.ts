import fc from "fast-check";

/** Pieces that make lines look like structure: what a parser, or a caller who wants to forge it, would try. */
const PIECES = [
  ..."-+*#>`~[](){}<>!|:=_\\ \t0.x가é\u00A0",
  ...["- ", "* ", "  - ", "    ", "## ", "# ", "### ", "---", "===", "- - -", "```", "~~~", "````", "<!--", "-->"],
  ...["<div>", "</div>", "<script>", "[Finding]", "[Gate 1 PASSED]", "[ARCHIVED]", "[ARCHIVED — x]", "[REPLACED]"],
  ...["~~", "→ ", "(pending)", "Lead", "implementer-1", "a", "b", "1. ", "10) ", "> ", "[a]: /b", "\\", "2026-02-09"],
  ..."\u2028\u2029\u0085\uFEFF\u200B",
];

/** How a line can end. */
const LINE_ENDS = ["\n", "\r\n", "\r", "\n\n", "\r\n\r\n"];

/** Lines as real files, odd files and hostile files hold them. */
const LINES = [
  ...["", " ", "\t", "# TEAM-MEMORY — x", "# Other", "## Meta", "## Lead", "## implementer-1", "## implementer-10"],
  ...[
    "## [REPLACED] implementer-2",
    "## tester-1 [ARCHIVED — done]",
    "## architect-1 (Phase 4 — COMPLETE)",
    "##",
    "Lead",
  ],
  ...[
    "---",
    "===",
    "- [Finding] same",
    "- [Finding] same",
    "* [Warning] b",
    "  - nested",
    "- [ARCHIVED] [Finding] same",
  ],
  ...["- ~~[Finding] same~~ → done", "- untagged", "-    wide", "- ", "-", "-\tt", " - shifted", "   - more", "1. one"],
  ...[
    "(awaiting spawn)",
    "- (pending)",
    "paragraph",
    "    code",
    "      deep",
    "  two",
    "```",
    "~~~",
    "- ```",
    "  ```",
  ],
  ...[
    "<!-- open",
    "<!-- a -->",
    "-->",
    "<div>",
    "> quote",
    "> ## quoted",
    "- ## inner",
    "- > q",
    "- - double",
    "- # h",
  ],
  ...[
    "-     code item",
    "- GC Version: GC-v3",
    "- Created: 2026-01-01",
    "### sub",
    "#no",
    "[a]: /b",
    "| a | b |",
    "***",
  ],
  ...["- [x] task", "- [text](url)", "- [Gate 1 PASSED] ok", "  continued", "lazy", "\u00A0", "- ~tilde", "* * *"],
];

/** Any text at all, mostly one that looks like structure. */
export const nastyText = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...PIECES, ...LINE_ENDS), { maxLength: 24 }).map(join) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 3, arbitrary: fc.array(fc.tuple(fc.constantFrom(...LINES), fc.constantFrom(...LINE_ENDS))).map(flatten) },
);

/** A team memory as it may be found: lines of all kinds and all line ends, with or without a last one. */
export const nastyMemory = fc
  .tuple(
    fc.constantFrom("", "", "", "\uFEFF"),
    fc.constantFrom("", "# TEAM-MEMORY — x\n\n## Lead\n", "## implementer-1\n"),
    fc.constantFrom(...LINE_ENDS, "mixed"),
    fc.array(fc.tuple(fc.constantFrom(...LINES), fc.constantFrom(...LINE_ENDS)), { maxLength: 30 }),
    fc.constantFrom("", "", "- last", "## implementer-1", "  tail"),
  )
  .map(([mark, start, end, lines, tail]) => {
    const body = lines.map(([line, own]) => line + (end === "mixed" ? own : end)).join("");
    return mark + start + body + tail;
  });

/** A tidy memory: sections with items that say the same more often than not. */
export const tidyMemory = fc
  .array(
    fc.tuple(
      fc.constantFrom("Lead", "implementer-1", "implementer-2", "tester-1"),
      fc.array(
        fc.constantFrom("- [Finding] a", "- [Finding] a", "- [Warning] b\n  more", "- c\n\n  - d", "- [ARCHIVED] e"),
        {
          maxLength: 8,
        },
      ),
      fc.constantFrom("\n", "\n\n"),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((sections) =>
    sections.map(([role, items, gap]) => `## ${role}\n\n${items.map((item) => item + gap).join("")}`).join("\n"),
  );

function join(pieces: string[]): string {
  return pieces.join("");
}

function flatten(lines: [string, string][]): string {
  return lines.map(([line, end]) => line + end).join("");
}
