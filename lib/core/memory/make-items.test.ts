import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { nastyMemory } from "@/lib/core/memory/nasty-memory.fixture";
import { parseMemory } from "@/lib/core/memory/parse-memory";

const make = (text: string, operation: { scope?: string | null; role?: string; text?: string | null } = {}) =>
  applyMemoryOperation(
    parseMemory(text),
    {},
    { type: "make-items", scope: null, role: "a-1", text: null, tag: "Finding", ...operation },
  );

const BODY = [
  "- [Pattern] stands already",
  "",
  "1. first",
  "   - nested",
  "2. [Decision] second",
  "",
  "A paragraph",
  "in two lines.",
  "",
  "> quoted",
  "> further",
  "",
  "| # | What |",
  "|---|------|",
  "| D-1 | one \\| two |",
  "| D-2 | |",
  "",
  "### Kept",
  "",
  "```",
  "1. code",
  "```",
  "",
];
const MADE = [
  "- [Pattern] stands already",
  "",
  "- [Finding] first",
  "  - nested",
  "- [Decision] second",
  "",
  "- [Finding] A paragraph",
  "  in two lines.",
  "",
  "- [Finding] quoted",
  "  further",
  "",
  "- [Finding] #: D-1; What: one | two",
  "- [Finding] #: D-2",
  "",
  "### Kept",
  "",
  "```",
  "1. code",
  "```",
  "",
];
const file = (body: string[], eol = "\n") => ["# T", "", "## a-1", ...body, "## b-1", "1. other", ""].join(eol);

describe("making items of a section's texts", () => {
  it.each(["\n", "\r\n"])("turns lists, paragraphs, quotes and tables, and nothing else (%j)", (eol) => {
    const { document, result } = make(file(BODY, eol));
    expect(document.text).toBe(file(MADE, eol));
    expect(result.items.map(({ item }) => [item.tag, item.text])).toEqual([
      ["Finding", "first"],
      ["Decision", "second"],
      ["Finding", "A paragraph"],
      ["Finding", "quoted"],
      ["Finding", "#: D-1; What: one | two"],
      ["Finding", "#: D-2"],
    ]);
    expect(result.removed).toEqual([]);
  });

  it("turns one text alone", () => {
    const { document } = make(file(BODY), { text: "> quoted\n> further" });
    expect(document.text).toBe(file(BODY).replace("> quoted\n> further", "- [Finding] quoted\n  further"));
  });

  it("is refused outside of the own section, for a text that is not there, and where nothing can be items", () => {
    expect(() => make(file(BODY), { scope: "b-1" })).toThrow(/section of a-1/);
    expect(() => make(file(BODY), { text: "gone" })).toThrow(/no such text/);
    expect(() => make(file(["```", "code", "```", ""]))).toThrow(/no such text/);
  });

  it("keeps every other section, every item and every line break, whatever the file says", () => {
    fc.assert(
      fc.property(nastyMemory, fc.nat(), (text, pick) => {
        const before = parseMemory(text);
        const section = before.sections[pick % Math.max(1, before.sections.length)];
        fc.pre(section?.state === "active");
        let after;
        try {
          after = make(text, { role: section.role }).document;
        } catch {
          return;
        }
        const chosen = before.sections.find(({ role }) => role === section.role);
        const index = before.sections.indexOf(chosen ?? section);
        expect(after.sections.map(({ heading }) => heading)).toEqual(before.sections.map(({ heading }) => heading));
        for (const [at, other] of before.sections.entries()) {
          const now = after.sections[at];
          if (at !== index && now)
            expect(after.text.slice(now.start, now.end)).toBe(text.slice(other.start, other.end));
        }
        const words = (all = before.sections[index]) => all?.items.map(({ text: said }) => said) ?? [];
        expect(words(after.sections[index])).toEqual(expect.arrayContaining(words()));
        expect(after.sections[index]?.items.length).toBeGreaterThan(words().length);
      }),
    );
  });
});
