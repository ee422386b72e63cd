import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diagnoseFile } from "@/lib/core/faults/diagnose-file";
import { proposeFix, triesOf } from "@/lib/core/faults/propose-fix";

const MEMORY = ".agent/teams/checkout/TEAM-MEMORY.md";
const CONTEXT = ".agent/teams/checkout/global-context.md";
const RECORD = ".agent/teams/checkout/phase-1/gate-record.yaml";
const AGENT = ".kaizen/agents/tester/memory.md";
const DEFINITION = ".claude/agents/tester.md";
const INDEX = ".microai/agents/teams/dev/knowledge/knowledge-index.yaml";
const PLAN = ".agent/teams/checkout/orchestration-plan.md";

/** A file, the kind of its fault, and what the fixed file says, line by line. */
const CASES: [path: string, code: string, text: string, fixed: string][] = [
  [RECORD, "bad_yaml", "phase: 1\nresult: PASS: all green # seen\n", 'phase: 1\nresult: "PASS: all green" # seen\n'],
  [RECORD, "bad_yaml", "result: PASS\ncriteria:\n\t- tests\n", "result: PASS\ncriteria:\n  - tests\n"],
  [RECORD, "bad_yaml", "result: PASS\nowner: @ann\n", 'result: PASS\nowner: "@ann"\n'],
  [RECORD, "bad_yaml", "result: PASS\nglob: *.ts\n", 'result: PASS\nglob: "*.ts"\n'],
  [RECORD, "bad_yaml", 'result: PASS\npath: "C:\\data"\n', "result: PASS\npath: 'C:\\data'\n"],
  [RECORD, "bad_yaml", 'result: PASS\nnote: "all green\nby: Lead\n', 'result: PASS\nnote: "all green"\nby: Lead\n'],
  [RECORD, "bad_yaml", "result: PASS\ntests: [a, b\nby: Lead\n", "result: PASS\ntests: [a, b]\nby: Lead\n"],
  [RECORD, "bad_yaml", "a: b: c\nd: e: f\nresult: PASS\n", 'a: "b: c"\nd: "e: f"\nresult: PASS\n'],
  [RECORD, "duplicate_key", "result: FAIL\nphase: 1\nresult: PASS\n", "phase: 1\nresult: PASS\n"],
  [
    CONTEXT,
    "bad_frontmatter",
    "---\nversion: GC-v1\nfeature: a: b\n---\n# X\n",
    '---\nversion: GC-v1\nfeature: "a: b"\n---\n# X\n',
  ],
  [
    MEMORY,
    "bad_frontmatter",
    "---\nversion: gc-v3\nfeature: a: b\n---\n# T\n",
    '---\nversion: gc-v3\nfeature: "a: b"\n---\n# T\n',
  ],
  [
    MEMORY,
    "bad_frontmatter",
    "---\nstatus: [active\nby: Lead\n---\n# T\n",
    "---\nstatus: [active]\nby: Lead\n---\n# T\n",
  ],
  [MEMORY, "duplicate_key", "---\na: 1\na: 2\n---\n# T\n", "---\na: 2\n---\n# T\n"],
  [MEMORY, "unclosed_frontmatter", "---\nversion: gc-v3\n\n# T\n", "---\nversion: gc-v3\n---\n\n# T\n"],
  [CONTEXT, "bad_version", "---\nversion: v3\n---\n# X\n", "---\nversion: GC-v3\n---\n# X\n"],
  [CONTEXT, "unclosed_frontmatter", "---\nversion: GC-v3\n\n# X\n", "---\nversion: GC-v3\n---\n\n# X\n"],
  [
    PLAN,
    "bad_frontmatter",
    "---\nname: a: b\nversions: {implementer-1: GC-v2\n---\n# Plan\n",
    '---\nname: "a: b"\nversions: {implementer-1: GC-v2}\n---\n# Plan\n',
  ],
  [PLAN, "bad_frontmatter", "---\nname: a: b\n---\n# Plan\n", '---\nname: "a: b"\n---\n# Plan\n'],
  [
    DEFINITION,
    "bad_frontmatter",
    "---\nname: tester\ndescription: Use it: always\n---\nYou test.\n",
    '---\nname: tester\ndescription: "Use it: always"\n---\nYou test.\n',
  ],
  [AGENT, "bad_frontmatter", "---\r\nagent: a: b\r\n---\r\n", '---\r\nagent: "a: b"\r\n---\r\n'],
  [INDEX, "bad_yaml", "files:\n  - id: a\n    path: a: b.md\n", 'files:\n  - id: a\n    path: "a: b.md"\n'],
  [
    MEMORY,
    "unclosed_block",
    "# T\n\n## a-1\n- one\n\n```\nlog\n\n## b-1\n- two\n",
    "# T\n\n## a-1\n- one\n\n```\nlog\n```\n\n## b-1\n- two\n",
  ],
  [MEMORY, "invalid_gc_version", "# T\n\n## Meta\n- GC Version: v3\n", "# T\n\n## Meta\n- GC Version: GC-v3\n"],
  [
    MEMORY,
    "duplicate_section",
    "# T\n\n## a-1\n- one\n\n## b-1\n- two\n\n## a-1\n- three\n",
    "# T\n\n## a-1\n- one\n- three\n\n## b-1\n- two\n",
  ],
  [
    MEMORY,
    "duplicate_section",
    "# T\n\n## a-1\n- one\n\n## a-1 (Phase 2)\n- three\n",
    "# T\n\n## a-1\n- one\n\n### a-1 (Phase 2)\n\n- three\n",
  ],
];

describe("the fix of a fault", () => {
  it.each(CASES)("in %s for %s", (path, code, text, fixed) => {
    const fault = diagnoseFile(path, text).find((each) => each.code === code);
    if (fault === undefined) throw new Error(`no ${code} in ${JSON.stringify(diagnoseFile(path, text))}`);
    expect(proposeFix({ path, text, fault })?.text).toBe(fixed);
  });

  it("is not made up where nobody can know what was meant", () => {
    const text = "# T\n\n## a-1\n- one\n\n## a-1 [ARCHIVED — Phase 1]\n- two\n";
    const [fault] = diagnoseFile(MEMORY, text);
    expect(fault && proposeFix({ path: MEMORY, text, fault })).toBeNull();
  });

  it("takes a fault away and brings no error, whatever the file says", () => {
    const line = fc.constantFrom(
      "result: PASS",
      "a: b: c",
      "\t- x",
      "- y: @z",
      'note: "open',
      "list: [a",
      "  deep: *.ts",
      "result: FAIL",
      "---",
      "## a-1",
      "```",
      "- [Finding] one",
      "plain words",
      "",
    );
    const texts = fc.array(line, { maxLength: 9 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(fc.constantFrom(MEMORY, CONTEXT, RECORD, AGENT, DEFINITION, INDEX, PLAN), texts, (path, text) => {
        const before = diagnoseFile(path, text);
        const errors = (all: typeof before) => all.filter(({ severity }) => severity === "error").length;
        for (const fault of before) {
          const fix = proposeFix({ path, text, fault });
          if (fix === null) continue;
          const after = diagnoseFile(path, fix.text);
          const times = (all: typeof before) => all.filter(({ code }) => code === fault.code).length;
          expect(times(after)).toBeLessThan(times(before));
          expect(errors(after)).toBeLessThanOrEqual(errors(before));
        }
      }),
    );
  });
});

describe("a file with more faults than a list can wait for", () => {
  it("has fixes proposed for the first of them, and for each of the others when it is asked for alone", () => {
    const lines = fc.integer({ min: 1_000, max: 3_000 });
    fc.assert(
      fc.property(lines, fc.constantFrom(AGENT, CONTEXT, DEFINITION, MEMORY, PLAN), (count, path) => {
        const text = `---\n${"key: value\n".repeat(count)}---\n# T\n`;
        const all = diagnoseFile(path, text);
        const found = all.filter(({ code }) => code === "duplicate_key").slice(0, 20);
        const tries = triesOf(all);
        const full = tries.left;
        const proposed = found.map((fault) => proposeFix({ path, text, fault }, tries));
        expect(proposed[0]).not.toBeNull();
        expect(proposed).toContain(null);
        expect(full - tries.left).toBeLessThanOrEqual(full + text.length);
        expect(proposeFix({ path, text, fault: found.at(-1)! })).not.toBeNull();
      }),
      { numRuns: 5 },
    );
  });
});
