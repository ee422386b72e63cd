import { describe, expect, it } from "vitest";
import {
  renderGateRecord,
  updateGateRecord,
  type GateRecord,
  readGateRecord,
  readGateRecords,
} from "@/lib/core/context/gate-record";

const record: GateRecord = {
  phase: 3,
  result: "CONDITIONAL_PASS",
  date: "2026-02-16T10:00:00Z",
  gcVersion: "GC-v5",
  criteria: [{ name: "tests: all pass", met: true, note: "see # 4" }],
  waivers: [{ kind: "behind", role: "tester-1", text: "has confirmed no version", reason: "spawned late" }],
  teammates: { "implementer-1": "GC-v5", "tester-1": null },
  ended: {},
};

describe("gate records", () => {
  it("read back as they were written", () => {
    const reading = readGateRecord(renderGateRecord(record));
    expect(reading).toMatchObject({
      shape: "yaml",
      phase: 3,
      result: "CONDITIONAL_PASS",
      date: "2026-02-16T10:00:00Z",
      gcVersion: "GC-v5",
      diagnostics: [],
    });
    expect(reading.values).toMatchObject({
      criteria: record.criteria,
      waivers: record.waivers,
      teammates: record.teammates,
    });
  });

  it("that await a result keep comments, order, other keys and the verdict's key when filled in", () => {
    const before =
      "# evidence: run 7\r\nphase: 3\r\nverdict: PENDING # flaky\r\nreviewer: ada\r\ncriteria:\r\n  - name: old # seen twice\r\n    met: false\r\n# end\r\n";
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
  });

  it("of two documents that await a result are filled in where the verdict stands", () => {
    const after = updateGateRecord("phase: 3\n---\nverdict: PENDING # why\n", record);
    expect(after).toMatch(/^phase: 3\n---\nverdict: CONDITIONAL_PASS # why\n[^]*\ngc_version: GC-v5\n/);
    expect(readGateRecords(after)).toMatchObject([{ phase: 3, result: "CONDITIONAL_PASS", diagnostics: [] }]);
  });

  it.each([
    ["one", "phase: 3\r\nresult: REJECTED # flaky\r\nwaivers:\r\n  - old\r\n"],
    ["one without a last line end", "result: REJECTED"],
    ["two documents of one record", "phase: 3\n---\nverdict: FAILED # why\n"],
    ["a record that was evaluated twice", "result: REJECTED\n---\nresult: FAILED\nnotes: |\n  kept\n"],
  ])("with a result keep every byte, and get the next evaluation behind it: %s", (_, before) => {
    const again = { ...record, waivers: [] };
    const after = updateGateRecord(before, again);
    expect(after.startsWith(before)).toBe(true);
    const former = readGateRecords(before);
    const all = readGateRecords(after);
    expect(all).toHaveLength(former.length + 1);
    expect(all.map(({ text }) => text).join("")).toBe(after);
    expect(all.slice(0, -1).map(({ verdict }) => verdict)).toEqual(former.map(({ verdict }) => verdict));
    expect(all.at(-1)).toMatchObject({ result: "CONDITIONAL_PASS", date: record.date, diagnostics: [] });
    expect(all.at(-1)?.values["waivers"]).toEqual([]);
    expect(readGateRecords(updateGateRecord(after, again))).toHaveLength(former.length + 2);
  });

  it("tell the version the phase began with from the one it ended with", () => {
    const reading = readGateRecord("result: PASS\ngc_version_in: GC-v3\ngc_version_out: GC-v4\n");
    expect(reading).toMatchObject({ gcVersion: "GC-v4", gcVersionIn: "GC-v3" });
    expect(readGateRecord("verdict: PASS\ngc_version_in: GC-v3\n").gcVersion).toBe("GC-v3");
    const wrapped = "gate_record:\n  phase: 2\n  result: FAIL\n  gc_version_out: GC-v7\n  criteria: [{result: PASS}]\n";
    expect(readGateRecord(wrapped)).toMatchObject({ phase: 2, result: "REJECTED", gcVersion: "GC-v7" });
  });

  it("that are broken still tell what can be read of them", () => {
    const broken = [
      "phase: 4",
      "criteria:",
      "  - name: a: b",
      "    result: FAIL",
      "result: PASS # at last",
      'date: "2026-02-01"',
      "gc_version_in: GC-v3",
      "gc_version_out: GC-v4",
      "evidence: [",
      "",
    ].join("\n");
    expect(readGateRecord(broken)).toMatchObject({
      shape: "broken",
      phase: 4,
      verdict: "PASS",
      result: "APPROVED",
      date: "2026-02-01",
      gcVersion: "GC-v4",
      gcVersionIn: "GC-v3",
    });
    const second = readGateRecords("result: REJECTED\n---\nresult: PASS\nnote: a: b\n");
    expect(second.map(({ shape, result }) => `${shape} ${result ?? ""}`)).toEqual(["yaml REJECTED", "broken APPROVED"]);
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
    const pending = twice.replace("REJECTED", "PENDING");
    expect(updateGateRecord(pending, record)).toContain("result: APPROVED\nby:");
    expect(updateGateRecord(pending, record)).toContain("\nresult: CONDITIONAL_PASS # after all\n");
    const markdown = "---\nresult: APPROVED\nresult: REJECTED\n---\n# Gate 2\n";
    expect(readGateRecord(markdown)).toMatchObject({
      shape: "markdown",
      result: "REJECTED",
      diagnostics: [{ code: "duplicate_key", range: { start: { line: 3 } } }],
    });
  });
});
