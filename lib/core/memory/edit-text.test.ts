import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { parseBlocks } from "@/lib/core/markdown/blocks";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { nastyMemory, nastyText } from "@/lib/core/memory/nasty-memory.fixture";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { applySplices } from "@/lib/core/text/splice";

const TEXT = "# T\n\n## Lead\n- [Decision] l\n\n## a\n- [Finding] one\n- [Finding] two\n\n## ab\n- [Finding] one\n";

function edit(text: string, scope: string | null, oldString: string, newString: string) {
  return applyMemoryOperation(parseMemory(text), {}, { type: "edit", scope, oldString, newString });
}

function refusal(text: string, scope: string | null, oldString: string, newString: string): AppError {
  try {
    edit(text, scope, oldString, newString);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("an edit that is let through", () => {
  test("changes nothing but its target", () => {
    fc.assert(
      fc.property(
        nastyMemory,
        fc.nat(),
        fc.oneof(fc.constant(0), fc.nat()),
        fc.oneof(fc.nat(6), fc.nat(40)),
        fc.tuple(nastyText, fc.constantFrom("instead", "before", "behind")),
        fc.boolean(),
        (text, pick, at, length, [words, place], lead) => {
          const before = parseMemory(text);
          const section = before.sections[pick % Math.max(before.sections.length, 1)];
          if (section === undefined) return;
          const start = section.start + (at % (section.end - section.start));
          const oldString = text.slice(start, start + length);
          const newString = (place === "behind" ? oldString : "") + words + (place === "before" ? oldString : "");
          let applied;
          try {
            applied = edit(text, lead ? null : section.role, oldString, newString);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
            expect((error as AppError).details.hint).toBeTruthy();
            return;
          }
          const [splice] = applied.splices;
          const after = applied.document;
          expect(after).toEqual(parseMemory(applySplices(text, applied.splices)));
          // An LF that stands behind a CR is matched together with it.
          expect(splice!.start).toBeGreaterThanOrEqual(start - 1);
          expect(splice!.end).toBeLessThanOrEqual(start + length + 1);
          const headings = (source: string) =>
            parseBlocks(source).blocks.flatMap((block) =>
              block.kind === "heading" && block.level < 3 ? [block.level] : [],
            );
          if (lead || section.role === "Lead") return;
          expect(headings(after.text)).toEqual(headings(text));
          expect(after.sections.map((each) => each.heading)).toEqual(before.sections.map((each) => each.heading));
          before.sections.forEach((other, index) => {
            if (other.role === section.role) return;
            const now = after.sections[index]!;
            expect(after.text.slice(now.start, now.end)).toBe(text.slice(other.start, other.end));
            expect(now.items).toEqual(other.items);
          });
        },
      ),
      { numRuns: 3000 },
    );
  });

  test.each([
    ["a word", TEXT, "a", "two", "2", "- [Finding] two", "- [Finding] 2"],
    [
      "with the heading, as the protocol asks",
      TEXT,
      "a",
      "## a\n",
      "## a\n- [Finding] new\n",
      "## a\n",
      "## a\n- [Finding] new\n",
    ],
    [
      "LF for CRLF",
      TEXT.replaceAll("\n", "\r\n"),
      "a",
      "## a\n- [Finding] one",
      "## a\n- x\n- y",
      "## a\r\n- [Finding] one",
      "## a\r\n- x\r\n- y",
    ],
    ["CRLF in an LF file", TEXT, "a", "two", "2\r\n- 3", "two", "2\n- 3"],
    ["an H3", TEXT, "a", "two", "two\n\n### sub\n", "two", "two\n\n### sub\n"],
    ["by the Lead anywhere", TEXT, null, "## ab\n", "## ab\n- x\n", "## ab\n", "## ab\n- x\n"],
    ["by the Lead named so", TEXT, "lead", "two", "2", "two", "2"],
  ])("%s", (_, text, scope, oldString, newString, from, to) => {
    expect(edit(text, scope, oldString, newString).document.text).toBe(text.replace(from, to));
  });

  test("keeps the line ends of lines it does not change", () => {
    const { splices, document } = edit("## a\r\n- x\n- y\r\n- z\n", "a", "- x\n- y\n- z", "- x\n- Y\n- z");
    expect(document.text).toBe("## a\r\n- x\n- Y\r\n- z\n");
    const underlined = "a\r(note)\n-\n- x\n";
    expect(edit(underlined, "a", underlined, `${underlined}- y\n`).document.text).toBe(`${underlined}- y\n`);
    expect(splices).toEqual([{ start: 12, end: 13, text: "Y" }]);
    const apart = "## a\n- x\nlazy\r\r\n---\n";
    expect(edit("## a\n- x\nlazy\n", "a", "lazy\n", "lazy\r\r\n---\n").document.text).toBe(apart);
  });

  test("says which items came and went", () => {
    const { result } = edit(TEXT, "a", "- [Finding] two", "- [Warning] 2\n- [Warning] 3");
    expect(result.roles).toEqual(["a"]);
    expect(result.items.map(({ item }) => item.text)).toEqual(["2", "3"]);
    expect(result.removed.map(({ item }) => item.text)).toEqual(["two"]);
  });

  test("closes a fence that swallowed the rest, for the Lead", () => {
    const open = "## a\n- x\n```\ncode\n## b\n- y\n";
    expect(edit(open, null, "code\n", "code\n```\n").document.sections.map((each) => each.role)).toEqual(["a", "b"]);
    expect(refusal(open, "a", "code\n", "code\n```\n").code).toBe("forbidden");
  });
});

describe("an edit that is refused", () => {
  test.each([
    ["text that is not there", "a", "three", "3", "conflict"],
    ["text that appears twice", "a", "[Finding] one", "x", "conflict"],
    ["text that overlaps itself", "a", "o", "x", "conflict"],
    ["the section of another", "a", "## ab\n", "## ab\n- x\n", "forbidden"],
    ["the section of a role that begins alike", "a", "## ab", "## ab (x)", "forbidden"],
    ["text across two sections", "a", "two\n\n## ab", "2\n\n## ab", "forbidden"],
    ["a role without a section", "b", "two", "2", "not_found"],
    ["a new heading", "a", "two", "two\n## b", "forbidden"],
    ["a new title", "a", "two", "two\n# b", "forbidden"],
    ["a setext heading", "a", "two", "two\n\nb\n---", "forbidden"],
    ["a changed heading", "a", "## a\n", "## a (x)\n", "forbidden"],
    ["a removed heading", "a", "## a\n", "", "forbidden"],
    ["a heading that moves into the section above", "a", "# a\n", "x\n## a\n", "forbidden"],
    ["text before the own heading", "a", "## a\n", "x\n## a\n", "forbidden"],
    ["a heading by the Lead", null, "two", "two\n## b", "forbidden"],
    ["a fence left open", "a", "two", "two\n```", "forbidden"],
    ["a comment left open", "a", "two", "two\n\n<!--", "forbidden"],
    ["a gate by a teammate", "a", "two", "two\n- [Gate] 2 passed", "forbidden"],
    ["nothing to replace", "a", "", "x", "invalid_input"],
    ["the same text", "a", "two", "two", "invalid_input"],
    ["a control character", "a", "two", "\0", "invalid_input"],
    ["half a character", "a", "two", "\uD800", "invalid_input"],
  ])("%s", (_, scope, oldString, newString, code) => {
    const error = refusal(TEXT, scope, oldString, newString);
    expect(error.code).toBe(code);
    expect(error.details.hint).toBeTruthy();
  });

  test("shows the section as it stands, and how often the text does", () => {
    expect(refusal(TEXT, "a", "three", "3").details.current).toEqual({
      role: "a",
      line: 6,
      text: "## a\n- [Finding] one\n- [Finding] two\n\n",
      matches: 0,
      nearest: [],
    });
    expect(refusal(TEXT, "a", "[Finding] onr", "3").details.current).toMatchObject({
      nearest: ["- [Finding] one", "- [Finding] two", expect.any(String)],
    });
    expect(refusal(TEXT, "a", "[Finding] one", "3").details.current).toMatchObject({ matches: 2 });
  });

  test("a text that stands once with LF and once with CRLF is not unique", () => {
    expect(refusal("## a\n- x\n- y\n\n- x\r\n- y\n", "a", "x\n- y", "z").details.current).toMatchObject({ matches: 2 });
  });
});
