import fc from "fast-check";
import { parseDocument } from "yaml";
import { expect, it } from "vitest";
import { parseAgentMemory } from "@/lib/core/agent-memory/parse-agent-memory";
import { parseContext } from "@/lib/core/context/parse-context";
import { diagnoseFile } from "@/lib/core/faults/diagnose-file";
import { proposeFix } from "@/lib/core/faults/propose-fix";
import { blankFrontMatter, readFrontMatter } from "@/lib/core/markdown/front-matter";
import { parseMemory } from "@/lib/core/memory/parse-memory";

const PATHS = [
  ".agent/teams/s/TEAM-MEMORY.md",
  ".agent/teams/s/global-context.md",
  ".agent/teams/s/orchestration-plan.md",
  ".kaizen/agents/a/memory.md",
  ".claude/agents/a.md",
];
const CODES = new Set(["unclosed_frontmatter", "bad_frontmatter"]);

/** Keys, values, gaps and remarks as YAML takes them, in any order. */
const entry = fc.constantFrom(
  ...[
    "version: GC-v3",
    "owner: payments",
    "gc version: 3",
    '"상태": 진행',
    "url: http://a.b:80/c",
    "empty:",
    "# remark",
  ],
  ...[
    "",
    "  ",
    "tags:\n- a\n- b",
    "tags:\n\n- a",
    "nested:\n  a: 1\n\n  b: 2",
    "text: |\n  one\n\n  - two",
    "list: [a,\n  b]",
  ],
  ...["## remark\nkey: 1", "long: this goes on\n  in the next line", "anchor: &x 1", "- a: 1"],
);
const lines = fc.uniqueArray(entry, { maxLength: 7 });
const ends = fc.constantFrom("\n", "\r\n");
const BODY = ["", "# T", "", "## Lead", "- [Finding] a", "", "---", "", "## implementer-1", "- [Finding] b", ""];

/** What the strictest reader takes: everything to the next fence, if it is a YAML map. */
function isValid(inside: string): boolean {
  const { errors, contents } = parseDocument(inside, { uniqueKeys: false });
  return errors.length === 0 && contents !== null && "items" in contents && !Array.isArray(contents.toJSON());
}

it("takes what YAML accepts between two fences for front matter in every format, and finds nothing to fix in it", () => {
  fc.assert(
    fc.property(lines, ends, fc.constantFrom("", "\uFEFF"), fc.constantFrom("---", "...", "---  "), (...given) => {
      const [inside, eol, mark, close] = given;
      const source = inside.join("\n");
      fc.pre(isValid(source));
      const front = ["---", ...source.split("\n"), close];
      const text = mark + [...front, ...BODY].join("\n").replaceAll("\n", eol);
      expect(readFrontMatter(text)).toMatchObject({ frontMatter: { lines: front.length }, unclosed: false });
      for (const path of PATHS) {
        expect(diagnoseFile(path, text).filter(({ code }) => CODES.has(code))).toEqual([]);
      }
      const body = mark + BODY.join(eol);
      const roles = (memory: string) => parseMemory(memory).sections.map(({ role }) => role);
      expect(roles(text)).toEqual(roles(body));
      expect(parseContext(text).sections.map(({ name }) => name)).toEqual(["Lead", "implementer-1"]);
      expect(parseAgentMemory(text).sections.map(({ heading }) => heading)).toEqual(["Lead", "implementer-1"]);
      expect(blankFrontMatter(text).split(eol)).toHaveLength(text.split(eol).length);
    }),
    { numRuns: 60 },
  );
});

it("is closed by one line more, which leaves a file that the strictest reader accepts", () => {
  fc.assert(
    fc.property(lines, ends, fc.constantFrom(...PATHS), (inside, eol, path) => {
      const text = ["---", ...inside, ...BODY].join("\n").replaceAll("\n", eol);
      const fault = diagnoseFile(path, text).find(({ code }) => code === "unclosed_frontmatter");
      const fix = fault === undefined ? null : proposeFix({ path, text, fault });
      if (fix === null) return;
      const [before, after] = [text.split(eol), fix.text.split(eol)];
      const at = after.findIndex((line, index) => line !== before[index]);
      expect(after.toSpliced(at, 1)).toEqual(before);
      expect(after[at]).toBe("---");
      expect(isValid(after.slice(1, after.indexOf("---", 1)).join("\n"))).toBe(true);
      expect(
        parseMemory(fix.text)
          .sections.map(({ role }) => role)
          .slice(-2),
      ).toEqual(["Lead", "implementer-1"]);
    }),
    { numRuns: 60 },
  );
});
