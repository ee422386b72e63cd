import { applyDelta } from "@/lib/core/context/at-once.fixture";
import { describe, expect, it } from "vitest";
import { parseDelta } from "@/lib/core/context/delta";
import { AppError } from "@/lib/core/errors";

const BASE = `---
version: GC-v3
---
# Global Context

## Scope
- approach: waterfall
- out_of_scope: UI testing
**In Scope:**
- parser

## Decisions Log
| # | Decision | Phase |
|---|---|---|
| D-5 | Use files | P1 |

## Research
Old findings.

## Notes A
## Notes B
`;

const by = (...operations: string[]) =>
  applyDelta(
    parseDelta(
      `[CONTEXT-UPDATE] GC-v3 → GC-v4\n\n## Delta\n${operations.join("\n")}\n\n## Impact Assessment\n- Affected teammates: all\n`,
    ),
    BASE,
  );
const v4 = BASE.replace("GC-v3", "GC-v4");
const reasons = (...operations: string[]) => by(...operations).unresolved.map(({ index, reason }) => [index, reason]);

describe("a delta written by hand", () => {
  it("moves the version only when all of it was applied", () => {
    expect(by("REMOVED §Nowhere").text).toBe(BASE);
    const partly = by("REMOVED §Notes A", "REMOVED §Nowhere");
    expect(partly).toMatchObject({ applied: 1, total: 2, text: BASE.replace("## Notes A\n", "") });
    expect(by("REMOVED §Notes A").text).toBe(v4.replace("## Notes A\n", ""));
  });

  it("may use every conventional form", () => {
    const result = by(
      "- ADDED §Decisions: D-8: Use Redis for caching",
      "- CHANGED §Scope: approach: waterfall → agile",
      "- REMOVED §Scope: out_of_scope: UI testing",
      "- REPLACED §Research: (see below)",
      "New findings.",
      "- ADDED §Scope.in_scope: exporter",
    );
    expect(result).toMatchObject({ applied: 5, total: 5, unresolved: [] });
    expect(result.text).toBe(
      v4
        .replace("| P1 |\n", "| P1 |\n| D-8 | Use Redis for caching |  |\n")
        .replace("waterfall", "agile")
        .replace("- out_of_scope: UI testing\n", "")
        .replace("Old findings.", "New findings.")
        .replace("- parser\n", "- parser\n- exporter\n"),
    );
  });

  it("may change a cell, add a section, and write the arrow as ->", () => {
    expect(by("- CHANGED §Decisions Log.D-5: Decision: Use files -> Use SQLite").text).toBe(
      v4.replace("Use files", "Use SQLite"),
    );
    expect(by("- CHANGED §Decisions.D-5: Use files → Use SQLite").text).toBe(v4.replace("Use files", "Use SQLite"));
    expect(by("- ADDED §Risks: (full section content below)", "  - R-1: time").text).toBe(
      `${v4}\n## Risks\n- R-1: time\n`,
    );
  });

  it("says of each operation that does not fit why, and applies the others", () => {
    const result = by(
      "- CHANGED §Scope: approach: agile → lean",
      "- REMOVED §Nothing: x",
      "- ADDED §Scope: owner: ada",
    );
    expect(result).toMatchObject({ applied: 1, total: 3 });
    expect(result.text).toBe(BASE.replace("UI testing\n", "UI testing\n- owner: ada\n"));
    expect(result.unresolved.map(({ index, reason }) => [index, reason])).toEqual([
      [0, `"approach" in §Scope is "waterfall", not "agile"`],
      [1, "§Nothing names nothing in this text"],
    ]);
    expect(reasons("- REMOVED §Notes: x")).toEqual([[0, "§Notes names several: §Notes A, §Notes B"]]);
    expect(reasons("- ADDED §Scope: approach: agile")).toEqual([[0, `§Scope has "approach" already; use CHANGED`]]);
    expect(reasons("- REPLACED §Research: (see below)")).toEqual([[0, "the new content of §Research does not follow"]]);
  });

  it("applies neither of two operations that contradict each other", () => {
    const result = by(
      "- CHANGED §Scope: approach: waterfall → agile",
      "- REMOVED §Scope: approach",
      "- REMOVED §Research",
    );
    expect(result.unresolved.map(({ index }) => index)).toEqual([0, 1]);
    expect(result.text).toBe(BASE.replace("## Research\nOld findings.\n\n", ""));
  });

  it("is refused for another version than it starts from", () => {
    const delta = parseDelta("[CONTEXT-UPDATE] GC-v7 → GC-v8\n## Delta\n- REMOVED §Research");
    expect(() => applyDelta(delta, BASE)).toThrow("The delta starts at GC-v7, this text is GC-v3");
  });

  it("counts lines that are no operation among what was not applied, and keeps the version then", () => {
    const result = applyDelta(parseDelta("Hello\n\n- REMOVED §Notes A\nstray\nand more\n\n- DELETED §B: y\n"), BASE);
    expect(result).toMatchObject({ applied: 1, total: 4, text: BASE.replace("## Notes A\n", "") });
    expect(result.unresolved).toEqual(
      ["Hello", "stray", "- DELETED §B: y"].map((text) => ({ index: null, text, reason: "this is no operation" })),
    );
    expect(parseDelta("[CONTEXT-UPDATE] GC-v1 → GC-v2\nA word before.\n## Delta\n- NONE\n").unread).toEqual([]);
  });

  it("may hold ten thousand operations", () => {
    const base = `## S\n${Array.from({ length: 10_000 }, (_, i) => `- k${i}: v${i}`).join("\n")}\n`;
    const operations = Array.from({ length: 10_000 }, (_, i) => `- CHANGED §S: k${i}: v${i} → w${i}`);
    const result = applyDelta(parseDelta(`[CONTEXT-UPDATE] GC-v0 → GC-v1\n## Delta\n${operations.join("\n")}`), base);
    expect(result).toMatchObject({ applied: 10_000, unresolved: [], text: base.replace(/: v/g, ": w") });
  });
});

describe("a delta with a base", () => {
  const refused = (delta: string): AppError => {
    try {
      applyDelta(parseDelta(delta), BASE);
    } catch (error) {
      if (error instanceof AppError) return error;
    }
    throw new Error("it was applied");
  };

  it("is refused whole for any other text", () => {
    const error = refused("[CONTEXT-UPDATE] GC-v3 → GC-v4 (base 000000000000)\n## Delta\n- REMOVED §Research");
    expect([error.code, error.details.current?.["version"]]).toEqual(["conflict", "GC-v3"]);
  });

  it("is refused whole when one operation does not fit", () => {
    const base = refused("[CONTEXT-UPDATE] GC-v3 → GC-v4 (base 000000000000)\n").details.current?.["base"] as string;
    const error = refused(
      `[CONTEXT-UPDATE] GC-v3 → GC-v4 (base ${base})\n## Delta\n- REMOVED §Research\n- REMOVED §Nothing`,
    );
    expect(error.message).toContain("Operation 2");
  });
});
