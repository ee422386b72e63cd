import { describe, expect, it } from "vitest";
import { renderGateRecord, updateGateRecord, type GateRecord } from "@/lib/core/context/gate-record";
import { readGateRecord } from "@/lib/core/context/read-gate-record";

const record: GateRecord = {
  phase: 3,
  result: "CONDITIONAL_PASS",
  date: "2026-02-16",
  gcVersion: "GC-v5",
  criteria: [{ name: "tests: all pass", met: true, note: "see # 4" }],
  waivers: [{ blocker: "role:tester-1", reason: "spawned late" }],
  teammates: { "implementer-1": "GC-v5", "tester-1": null },
};

describe("gate records", () => {
  it("read back as they were written", () => {
    const reading = readGateRecord(renderGateRecord(record));
    expect(reading).toMatchObject({
      shape: "yaml",
      phase: 3,
      result: "CONDITIONAL_PASS",
      date: "2026-02-16",
      gcVersion: "GC-v5",
      diagnostics: [],
    });
    expect(reading.values).toMatchObject({
      criteria: record.criteria,
      waivers: record.waivers,
      teammates: record.teammates,
    });
  });

  it("keep comments, order, other keys and the verdict's key when brought up to date", () => {
    const before =
      "# evidence: run 7\r\nphase: 3\r\nverdict: REJECTED # flaky\r\nreviewer: ada\r\ncriteria:\r\n  - name: old # seen twice\r\n    met: false\r\n# end\r\n";
    const after = updateGateRecord(before, record);
    expect(after).toContain("# evidence: run 7\r\nphase: 3\r\nverdict: CONDITIONAL_PASS # flaky\r\nreviewer: ada\r\n");
    expect(after).toContain("# seen twice");
    expect(after).toContain("# end");
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
    expect(readGateRecord(after)).toMatchObject({
      result: "CONDITIONAL_PASS",
      verdictKey: "verdict",
      gcVersion: "GC-v5",
      diagnostics: [],
    });
    expect(updateGateRecord(after, record)).toBe(after);
    expect(updateGateRecord(after, { ...record, criteria: [] })).toBe(after);
  });

  it("of two documents are brought up to date in the first", () => {
    const after = updateGateRecord("phase: 3\n---\nverdict: FAILED # why\n", record);
    expect(after).toMatch(/^phase: 3\nverdict: CONDITIONAL_PASS\n[^]*\n---\nverdict: FAILED # why\n$/);
    expect(readGateRecord(after)).toMatchObject({ shape: "yaml-documents", result: "CONDITIONAL_PASS" });
  });

  it("are read in every shape that exists", () => {
    expect(readGateRecord("gate_result: PASSED\nphase: Phase 2\n")).toMatchObject({
      result: "APPROVED",
      phase: 2,
      verdictKey: "gate_result",
    });
    expect(readGateRecord("phase: 1\n---\nverdict: FAILED\n")).toMatchObject({
      shape: "yaml-documents",
      phase: 1,
      result: "REJECTED",
    });
    expect(readGateRecord("---\nresult: Conditional pass\n---\n# Gate 2\n## Evidence\n- a\n")).toMatchObject({
      shape: "markdown",
      result: "CONDITIONAL_PASS",
    });
    expect(readGateRecord("# Gate 2\n\n- **Result:** **APPROVED**\n- **Date:** 2026-02-01\n")).toMatchObject({
      shape: "markdown",
      result: "APPROVED",
      date: "2026-02-01",
    });
    expect(readGateRecord("phase: 1\n").diagnostics.map((d) => d.code)).toEqual(["no_verdict"]);
  });

  it("that are broken are reported with their line and never rewritten", () => {
    const broken = "phase: 1\nresult: APPROVED\nnote: a: b\n";
    expect(readGateRecord(broken)).toMatchObject({
      shape: "broken",
      diagnostics: [{ code: "bad_yaml", range: { start: { line: 3 } } }],
    });
    expect(() => updateGateRecord(broken, record)).toThrow("Line 3");
    expect(readGateRecord("a: *nowhere\n").shape).toBe("broken");
    expect(() => updateGateRecord("# Gate\n\n- **Result:** PASSED\n", record)).toThrow("It is Markdown");
    expect(readGateRecord("").diagnostics.map((d) => d.code)).toEqual(["no_verdict"]);
  });

  it("with a key that appears twice go by the last, and say which key and where", () => {
    const twice = "result: APPROVED\nby: {name: a, name: b}\nresult: REJECTED # after all\n";
    expect(readGateRecord(twice)).toMatchObject({
      shape: "yaml",
      result: "REJECTED",
      diagnostics: [
        { code: "duplicate_key", severity: "warning", range: { start: { line: 3, column: 1 } } },
        { code: "duplicate_key", range: { start: { line: 2, column: 15 } } },
      ],
    });
    expect(readGateRecord(twice).diagnostics[0]?.message).toContain('"result" appears twice, first on line 1');
    expect(updateGateRecord(twice, record)).toContain("result: APPROVED\nby:");
    expect(updateGateRecord(twice, record)).toContain("\nresult: CONDITIONAL_PASS # after all\n");
    const markdown = "---\nresult: APPROVED\nresult: REJECTED\n---\n# Gate 2\n";
    expect(readGateRecord(markdown)).toMatchObject({
      shape: "markdown",
      result: "REJECTED",
      diagnostics: [{ code: "duplicate_key", range: { start: { line: 3 } } }],
    });
  });
});
