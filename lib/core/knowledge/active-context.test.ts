import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CONTEXT_SECTIONS,
  readActiveContext,
  setActiveContext,
  type ActiveContext,
} from "@/lib/core/knowledge/active-context";
import { splitLines } from "@/lib/core/text/lines";
import { nastyMemory, nastyText } from "@/lib/core/memory/nasty-memory.fixture";

const CONTEXT: ActiveContext = {
  Session: ["ID: arch-001", "Mode: design"],
  "Loaded Knowledge": ["owasp-top-10 (3000 tokens)"],
  "Open Issues": [],
  "Next Action": ["Architect to propose design"],
};

const NEW = `# Active context — dev-qa

## Session

- ID: arch-001
- Mode: design

## Loaded Knowledge

- owasp-top-10 (3000 tokens)

## Open Issues

- (none)

## Next Action

- Architect to propose design
`;

const set = (text: string | null, context = CONTEXT) => setActiveContext(text, "dev-qa", context);

/** Every character that stands in none of the sections, white space aside. */
function outside(text: string): string {
  const own = readActiveContext(text).sort((a, b) => b.start - a.start);
  const rest = own.reduce(
    (left, { start, text: body }) => left.slice(0, start) + left.slice(start + body.length),
    text,
  );
  return rest.replace(/\s/g, "");
}

describe("the active context", () => {
  test("begins with its four sections, and says the same again without a change", () => {
    for (const empty of [null, ""]) expect(set(empty)).toEqual({ text: NEW, diagnostics: [] });
    expect(set("\uFEFF").text).toBe(`\uFEFF${NEW}`);
    expect(set(NEW).text).toBe(NEW);
  });

  test("is rewritten within its own sections only", () => {
    const before = [
      "# Context of ours",
      "",
      "## Session ##",
      "    old",
      "### Detail",
      "more   ",
      "",
      "",
      "## Team rules",
      "- never touch this",
      "",
      "Open Issues",
      "-----------",
      "## next action",
      "",
      "## Notes",
      "<!-- kept -->",
    ].join("\r\n");
    const after = set(before);
    expect(after.diagnostics).toEqual([]);
    expect(after.text.split("\r\n")).toEqual([
      "# Context of ours",
      "",
      "## Session ##",
      "- ID: arch-001",
      "- Mode: design",
      "",
      "",
      "## Team rules",
      "- never touch this",
      "",
      "Open Issues",
      "-----------",
      "- (none)",
      "",
      "## next action",
      "- Architect to propose design",
      "",
      "## Notes",
      "<!-- kept -->",
      "",
      "## Loaded Knowledge",
      "",
      "- owasp-top-10 (3000 tokens)",
      "",
    ]);
    expect(readActiveContext(after.text)).toMatchObject([
      { name: "Session" },
      { name: "Loaded Knowledge" },
      { name: "Open Issues", text: "- (none)" },
      { name: "Next Action", text: "- Architect to propose design" },
    ]);
  });

  test.each(["```\nnever closed\n", "<!-- never closed\n## Session\n", "~~~\n## Session\n"])(
    "is left as it is where its sections would not be read: %j",
    (text) => {
      const after = set(text);
      expect(after.text).toBe(text);
      expect(after.diagnostics.map(({ code }) => code)).toEqual(["not_editable"]);
    },
  );

  test("holds what was set, or is left as it is, and loses no line of others, whatever the text", () => {
    const heading = fc.constantFrom(...CONTEXT_SECTIONS.map((name) => `\n## ${name}\n`), "\n## Other\n", "\n# Top\n");
    const mixed = fc.array(fc.oneof(heading, nastyText), { maxLength: 6 }).map((parts) => parts.join(""));
    const word = fc.constantFrom("a", "# h", "- b", "```", "<!--", "===", "---", "> q", "1. x", "    c", "[a]: b", "*");
    const lists = fc.record({
      Session: fc.array(word, { maxLength: 3 }),
      "Loaded Knowledge": fc.array(word, { maxLength: 3 }),
      "Open Issues": fc.array(word, { maxLength: 3 }),
      "Next Action": fc.array(word, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.oneof(mixed, nastyMemory), lists, (text, context) => {
        const after = set(text, context);
        if (after.diagnostics.length > 0) {
          expect(after.text).toBe(text);
          return;
        }
        expect(set(after.text, context).text).toBe(after.text);
        const sections = readActiveContext(after.text);
        expect(sections.map(({ name }) => name)).toEqual([...CONTEXT_SECTIONS]);
        for (const section of sections) {
          const lines = context[section.name as keyof ActiveContext];
          const said = (lines.length === 0 ? ["(none)"] : lines).map((line) => `- ${line}`);
          expect(splitLines(section.text)).toEqual(said);
        }
        expect(outside(after.text).startsWith(outside(text))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
