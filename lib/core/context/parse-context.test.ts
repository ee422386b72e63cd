import { renderContext } from "@/lib/core/context/at-once.fixture";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allNodes, parseContext } from "@/lib/core/context/parse-context";
import { resolveReference } from "@/lib/core/context/resolve-reference";
import { anyContextText } from "@/lib/core/context/context-texts.arbitrary";

const SAMPLE = `---
version: GC-v3
created: 2026-02-09
feature: cow-pipeline-redesign
---
# Global Context — cow

## Scope
**Goal:** Ship it: soon
**In Scope:**
- parser
- exporter → CSV

**Out of Scope:**
- UI
## Phase Pipeline Status
- Phase 1: COMPLETE
- **Phase 2:** PENDING
## Decisions Log
| # | Decision | Phase |
|---|----------|-------|
| D-1 | Use \\| pipes | P1 |
| **D-5** | Use Redis | P2 |

### Open
1. owner: ada
## CRITICAL UPSTREAM CHANGE: PERMANENT Task Design (GC-v4)
\`\`\`
## not a heading
- key: in a fence
\`\`\`
Prose with **bold:** inside.
`;

const found = (ref: string) => {
  const resolution = resolveReference(parseContext(SAMPLE), ref);
  if (resolution.kind !== "found") return resolution;
  return resolution.entry === null ? resolution.node.path : `${resolution.node.path} / ${resolution.entry.value}`;
};

describe("reading a global context", () => {
  it("is lossless, and gives every line to exactly one node, for any text", () => {
    fc.assert(
      fc.property(anyContextText, (text) => {
        const context = parseContext(text);
        expect(renderContext(context)).toBe(text);
        const tops = [context.frontmatter, context.preamble, ...context.sections].filter((node) => node !== null);
        expect(tops.map((node) => node.start)).toEqual([0, ...tops.slice(0, -1).map((node) => node.end)]);
        expect(tops.at(-1)?.end).toBe(context.lines.length);
        for (const node of allNodes(tops)) {
          expect(node.ownEnd).toBeLessThanOrEqual(node.end);
          for (const entry of node.entries) {
            expect(context.lines[entry.line]?.slice(entry.valueStart, entry.valueEnd).trim()).toBeDefined();
            expect(entry.end).toBeGreaterThan(entry.line);
            expect(entry.end).toBeLessThanOrEqual(node.ownEnd);
          }
        }
      }),
    );
  });

  it("finds sections, nested headings and the title, and no heading in a fence", () => {
    const context = parseContext(SAMPLE);
    expect(context.title).toBe("Global Context — cow");
    expect(context.version).toBe("GC-v3");
    expect(allNodes(context.sections).map((node) => node.path)).toEqual([
      "Scope",
      "Phase Pipeline Status",
      "Decisions Log",
      "Decisions Log.Open",
      "CRITICAL UPSTREAM CHANGE: PERMANENT Task Design (GC-v4)",
    ]);
    expect(context.diagnostics).toEqual([]);
  });

  it("finds pairs, labels with their lists, and rows by their first cell", () => {
    const [scope, status, log] = parseContext(SAMPLE).sections;
    expect(scope?.entries.map((e) => [e.kind, e.key, e.value, e.end - e.line])).toEqual([
      ["label", "Goal", "Ship it: soon", 1],
      ["label", "In Scope", "", 3],
      ["member", null, "parser", 1],
      ["member", null, "exporter → CSV", 1],
      ["label", "Out of Scope", "", 2],
      ["member", null, "UI", 1],
    ]);
    expect(status?.entries.map((e) => [e.kind, e.key, e.value])).toEqual([
      ["pair", "Phase 1", "COMPLETE"],
      ["pair", "Phase 2", "PENDING"],
    ]);
    expect(log?.entries.map((e) => [e.key, e.value, e.columns])).toEqual([
      ["D-1", "Use \\| pipes | P1", ["#", "Decision", "Phase"]],
      ["D-5", "Use Redis | P2", ["#", "Decision", "Phase"]],
    ]);
  });

  it("resolves a reference exactly, ignoring case, else by the one heading that begins with it", () => {
    expect(found("§Scope")).toBe("Scope");
    expect(found("§scope.in_scope")).toBe("Scope / ");
    expect(found("§Decisions")).toBe("Decisions Log");
    expect(found("§Decisions.D-5")).toBe("Decisions Log / Use Redis | P2");
    expect(found("§Decisions Log.Open.owner")).toBe("Decisions Log.Open / ada");
    expect(found("§CRITICAL UPSTREAM CHANGE: PERMANENT Task Design (GC-v4)")).toMatch(/^CRITICAL/);
    expect(found("§frontmatter.feature")).toBe("frontmatter / cow-pipeline-redesign");
    expect(found("§Nothing")).toEqual({ kind: "none" });
    const two = parseContext("## Phase 1\n## Phase 2\n## Notes\n## notes\n");
    expect(resolveReference(two, "§Phase")).toEqual({ kind: "several", paths: ["Phase 1", "Phase 2"] });
    expect(resolveReference(two, "§Notes")).toEqual({ kind: "several", paths: ["Notes#1", "notes#2"] });
    expect(resolveReference(two, "§notes#2")).toMatchObject({ kind: "found", node: { start: 3 } });
    expect(two.diagnostics.map((d) => [d.code, d.range.start.line])).toEqual([
      ["no_frontmatter", 1],
      ["duplicate_heading", 4],
    ]);
  });

  it("tells what is wrong with frontmatter, with its line, and still reads the rest", () => {
    const codes = (text: string) => parseContext(text).diagnostics.map((d) => [d.code, d.range.start.line]);
    expect(codes("---\nversion: GC-v1\nfeature: a: b\n---\n## S\n")).toEqual([["bad_frontmatter", 3]]);
    expect(codes("---\nversion: GC-v1\nversion: GC-v2\n---\n")).toEqual([["duplicate_key", 3]]);
    expect(codes("---\nversion: GC-v1\n## S\n")).toEqual([["unclosed_frontmatter", 1]]);
    expect(codes("---\nversion: three\n---\n")).toEqual([["bad_version", 2]]);
    expect(codes("---\nfeature: x\n---\n")).toEqual([["no_version", 1]]);
    expect(parseContext("---\nversion: GC-v1\nversion: GC-v2\n---\n").version).toBe("GC-v2");
    expect(parseContext("---\nfeature: a: b\n---\n## S\n").sections).toHaveLength(1);
  });
});
