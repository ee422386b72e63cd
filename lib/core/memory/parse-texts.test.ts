import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBlocks } from "@/lib/core/markdown/blocks";
import { addItem } from "@/lib/core/memory/add-item";
import { readFrontMatter } from "@/lib/core/markdown/front-matter";
import type { MemoryDocument } from "@/lib/core/memory/model";
import { nastyMemory } from "@/lib/core/memory/nasty-memory.fixture";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { assertNewRoleId, isRoleName, roleSections } from "@/lib/core/memory/role-id";

const LINE_END = /\r\n|\r|\n/;

const textsOf = ({ text, preface, sections }: MemoryDocument) => [
  ...preface.map((each) => ({ line: each.line + 1, text: text.slice(each.start, each.end).trimEnd() })),
  ...sections.flatMap(({ start, line, texts }) =>
    texts.map((each) => ({ line: line + each.line, text: text.slice(start + each.start, start + each.end).trimEnd() })),
  ),
];

describe("what stands beside the items", () => {
  it("is every block that is none, with its line", () => {
    const document = parseMemory(
      "# T\n\nAbove all.\n\n## tester-1\n1. one\n2. two\n- [Finding] an item\n\nSaid so.\n\n| a |\n|---|\n| b |\n\n---\n\n### Below\n> quoted\n",
    );
    expect(textsOf(document)).toEqual([
      { line: 3, text: "Above all." },
      { line: 6, text: "1. one\n2. two" },
      { line: 10, text: "Said so." },
      { line: 12, text: "| a |\n|---|\n| b |" },
      { line: 18, text: "### Below" },
      { line: 19, text: "> quoted" },
    ]);
    expect(document.sections[0]?.items).toHaveLength(1);
  });

  it("leaves no block of a memory unseen, and shows none twice", () => {
    fc.assert(
      fc.property(nastyMemory, (text) => {
        const document = parseMemory(text);
        const shown = [
          ...textsOf(document).flatMap(({ line, text: block }) => block.split(LINE_END).map((_, at) => line + at)),
          ...document.sections.flatMap(({ line, items }) =>
            items.flatMap((item) => Array.from({ length: item.lines }, (_, at) => line + item.line + at)),
          ),
        ];
        expect(new Set(shown).size).toBe(shown.length);
        const { blocks, starts } = parseBlocks(text);
        const { range } = document.meta;
        for (const block of blocks) {
          const start = starts[block.line] ?? 0;
          const isBound = block.kind === "heading" && block.level <= 2;
          const isRule = block.kind === "other" && block.type === "hr";
          const isMeta =
            /^## *meta/im.exec(document.text.slice(0, start)) !== null || (range !== null && start < range.end);
          const isPlaceholder = /^\W*(?:\(|（|\.\.\.|…)/.test(text.slice(start, starts[block.endLine]));
          if (isBound || isRule || isMeta || isPlaceholder || document.frontMatter.length > 0) continue;
          expect(shown).toContain(block.line + 1);
        }
      }),
    );
  });

  it("stays where it is when an item is added, as reading the file anew gives it", () => {
    const before = parseMemory("# T\n\nWords.\n\n## Lead\nMore words.\n- [Decision] a\n\n## Log\n1. first\n");
    const { document } = addItem(
      before,
      {},
      { type: "add-item", role: "Lead", tag: "Decision", text: "b", timestamp: null },
    );
    expect(textsOf(document)).toEqual(textsOf(parseMemory(document.text)));
    expect(textsOf(document).at(-1)).toEqual({ line: 11, text: "1. first" });
  });
});

describe("a heading of one long word", () => {
  it.each([
    [64, "a role", true],
    [65, "a section of text", false],
  ])("of %i characters is %s, and keeps its items either way", (length, _kind, isRole) => {
    const name = "x".repeat(length);
    const document = parseMemory(`# T\n\n## Lead\n- [Decision] a\n\n## ${name}\n- [Finding] Hello\n`);
    expect(roleSections(document).map(({ role }) => role)).toEqual(isRole ? ["Lead", name] : ["Lead"]);
    expect(document.sections[1]?.items.map(({ text }) => text)).toEqual(["Hello"]);
  });
});

describe("front matter", () => {
  it("is metadata, and no role", () => {
    const document = parseMemory(
      "---\nversion: gc-v3\nteam: 'payments'\ntags:\n  - a\n---\n# T\n\n## tester-1\n- [Finding] x\n",
    );
    expect(document.frontMatter).toEqual([
      { key: "version", value: "gc-v3" },
      { key: "team", value: "payments" },
      { key: "tags", value: "" },
    ]);
    expect(document.sections.map(({ role, line }) => [role, line])).toEqual([["tester-1", 9]]);
    expect(document.title).toBe("T");
    expect(document.preface).toEqual([]);
  });

  it("is read behind a byte order mark and with CRLF", () => {
    const document = parseMemory("\uFEFF---\r\na: 1\r\n---\r\n## tester-1\r\n- [Finding] x\r\n");
    expect(document.frontMatter).toEqual([{ key: "a", value: "1" }]);
    expect(document.sections[0]?.items[0]?.text).toBe("x");
  });

  it("takes its empty lines and the lines that are no YAML, and makes no section of them", () => {
    for (const inside of ["a: 1\n\nb: 2", "a: 1\nno colon here\nb: 2", "a: 1\nb: [x\n  y: : z", '# remark\n"a": 1']) {
      const document = parseMemory(`---\n${inside}\n---\n# T\n\n## tester-1\n- [Finding] x\n`);
      expect(document.frontMatter[0]).toEqual({ key: "a", value: "1" });
      expect(document.sections.map(({ role }) => role)).toEqual(["tester-1"]);
    }
  });

  it.each([
    ["a rule before prose", "---\nSome words\n---\n"],
    ["a rule before a heading", "---\n## tester-1\n- [Finding] x\n---\n"],
    ["one that is never closed", "---\na: 1\n## tester-1\n"],
    ["keys before a heading", "---\na: 1\n\n# T\n\n## tester-1\n- [Finding] x\n\n---\n"],
    ["a key before prose", "---\na: 1\n\nSome words.\n\n---\n"],
    ["one further down", "# T\n---\na: 1\n---\n"],
  ])("is not %s", (_name, text) => {
    expect(readFrontMatter(text).frontMatter).toBeNull();
  });
});

describe("the sections that are roles", () => {
  it("are those whose name a teammate could have", () => {
    const document = parseMemory(
      "## Lead\n## implementer-1\n## architect-1 (Phase 4 — COMPLETE)\n## Log\n## Next steps\n## Summary\n## 요약\n## \n## [REPLACED]\n",
    );
    expect(roleSections(document).map(({ role }) => role)).toEqual(["Lead", "implementer-1", "architect-1"]);
  });

  it("keep every name that a new teammate may be given", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 70 }), (name) => {
        let role: string;
        try {
          role = assertNewRoleId(name);
        } catch {
          return;
        }
        expect(isRoleName(role)).toBe(true);
      }),
    );
  });
});
