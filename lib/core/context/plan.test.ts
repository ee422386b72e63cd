import { describe, expect, it } from "vitest";
import { readPlan as readPlanOf, setPlanTracking } from "@/lib/core/context/plan";

const last = { sentVersion: "GC-v5", deltaSize: 212, timestamp: "2026-02-09T10:00:00Z" };
const LAST = "{sent_version: GC-v5, delta_size: 212, timestamp: 2026-02-09T10:00:00Z}";
const ROLES = ["implementer-1", "tester-1"];
const readPlan = (text: string) => readPlanOf(text, ROLES);
const set = (text: string | null) =>
  setPlanTracking(text, { versions: { "implementer-1": "GC-v4" }, lastDelta: { "implementer-1": last } });

describe("tracking versions in the plan", () => {
  it("makes a missing file", () => {
    expect(set(null).text).toBe(
      `---\nteammate_gc_versions: {implementer-1: GC-v4}\nteammate_gc_last_delta: {implementer-1: ${LAST}}\n---\n\n# Orchestration Plan\n`,
    );
  });

  it("changes nothing but the two keys", () => {
    const before = `\uFEFF---\r\nphase: 3 # now\r\nteammate_gc_versions: {tester-1: GC-v2, implementer-1: GC-v3} # acks\r\nnotes:\r\n  - "a: b"\r\n---\r\n# Plan\r\n\r\n- x`;
    const after = set(before).text;
    expect(after).toBe(
      before
        .replace("implementer-1: GC-v3", "implementer-1: GC-v4")
        .replace('"a: b"\r\n', `"a: b"\r\nteammate_gc_last_delta: {implementer-1: ${LAST}}\r\n`),
    );
    expect(set(after).text).toBe(after);
  });

  it("keeps a block map a block map, with its comments and its other roles", () => {
    const before =
      "---\nteammate_gc_versions: # by hand\n  # first\n  tester-1: GC-v2 # slow\n  implementer-1: GC-v3 # fast\ntail: 1\n---\n";
    const versions = { "implementer-1": "GC-v4", "integrator-1": "GC-v1" };
    expect(setPlanTracking(before, { versions, lastDelta: {} }).text).toBe(
      "---\nteammate_gc_versions: # by hand\n  # first\n  integrator-1: GC-v1\n  tester-1: GC-v2 # slow\n  implementer-1: GC-v4 # fast\ntail: 1\nteammate_gc_last_delta: {}\n---\n",
    );
  });

  it("fills a key without a value, and puts frontmatter before a plan without", () => {
    expect(
      setPlanTracking("---\nteammate_gc_versions:\na: 1\n---\n", { versions: { a: "GC-v1" }, lastDelta: {} }).text,
    ).toContain("---\nteammate_gc_versions: {a: GC-v1}\na: 1\n");
    expect(set("# Plan\n").text).toMatch(/^---\nteammate_gc_versions: .*\nteammate_gc_last_delta: .*\n---\n# Plan\n$/);
  });

  it("never rewrites frontmatter that is not valid YAML", () => {
    for (const broken of ["---\na: b: c\n---\n# Plan\n", "---\na: *nowhere\n---\n", "---\n{a: b, c: d: e}\n---\n"]) {
      const edit = set(broken);
      expect(edit.text).toBe(broken);
      expect(edit.diagnostics.map((d) => [d.code, d.range.start.line])).toEqual([["bad_frontmatter", 2]]);
      expect(readPlan(broken).diagnostics).toHaveLength(1);
    }
  });

  it("keeps the plan's own version current where it has one, and touches nothing around it", () => {
    const current = (text: string) => setPlanTracking(text, { versions: {}, lastDelta: {}, current: "GC-v5" }).text;
    const tracked = "teammate_gc_versions: {}\nteammate_gc_last_delta: {}\n";
    for (const [before, after] of [
      ["GC-v4 # as sent", "GC-v5 # as sent"],
      ['"GC-v4"', '"GC-v5"'],
      ["'4'   # by hand", "'GC-v5'   # by hand"],
      ["4", "GC-v5"],
      ["", "GC-v5"],
    ] as const) {
      const plan = (value: string) =>
        `---\n${tracked}gc_version:${value && ` ${value}`}\nowner:  ada\n---\n# Plan\ngc_version: GC-v1\n`;
      expect(current(plan(before))).toBe(plan(after));
    }
    for (const other of ["gc_version: [GC-v4]\n", "phase: 3\n"]) {
      expect(current(`---\n${tracked}${other}---\n`)).toBe(`---\n${tracked}${other}---\n`);
    }
  });

  it("takes nobody for a teammate who is no role of the session", () => {
    const text =
      "---\nteammate_gc_versions: {tester-1: GC-v2, D-3: GC-v1}\n---\n# Plan\n| # | What |\n|---|---|\n| D-3 | since GC-v3 |\n| 7 | GC-v4 |\n| Tester-1 | GC-v2 |\n- Input: GC-v4\n- **implementer-10:** GC-v1\n- **implementer-1:** GC-v1\n";
    expect(readPlan(text).mentions.map(({ role }) => role)).toEqual(["tester-1", "implementer-1"]);
    expect(readPlan(text).versions).toEqual({ "tester-1": "GC-v2" });
  });

  it("shows every line that names a version for a role, whatever its form", () => {
    const team = ["implementer-1", "tester-1"];
    const text = [
      ...["# Plan", "| 1 | implementer-1 | GC-v2 |", "- implementer-1 (GC-v3)", "- GC-v3: implementer-1, tester-1"],
      ...[
        "**implementer-1** is at GC-v3 → GC-v4.",
        "### tester-1",
        "- GC version: GC-v5",
        "## Phases",
        "- ends at GC-v9",
      ],
    ].join("\n");
    expect(readPlanOf(text, team).mentions.map(({ role, version, line }) => `${line} ${role} ${version}`)).toEqual([
      ...["2 implementer-1 GC-v2", "3 implementer-1 GC-v3", "4 implementer-1 GC-v3", "4 tester-1 GC-v3"],
      ...["5 implementer-1 GC-v4", "7 tester-1 GC-v5"],
    ]);
  });

  it("shows in a session without roles whose name says that it is one", () => {
    const text = [
      ...["- researcher-1: GC-v1 (shutdown)", "| architect-1 | GC-v2 | SPAWNING |", "- devils-advocate-2 at GC-v4"],
      ...["- D-3: for researchers GC-v1", "- phase-4: GC-v2", "- tester-side checks of GC-v3"],
    ].join("\n");
    expect(readPlanOf(text, []).mentions).toEqual([
      { role: "researcher-1", version: "GC-v1", line: 1 },
      { role: "architect-1", version: "GC-v2", line: 2 },
      { role: "devils-advocate-2", version: "GC-v4", line: 3 },
    ]);
  });

  it("says which key appears twice", () => {
    const { diagnostics } = readPlan("---\nowner: ada\nowner: bob\n---\n# Plan\n");
    expect(diagnostics).toMatchObject([{ code: "duplicate_key", range: { start: { line: 3, column: 1 } } }]);
  });

  it("reads what it wrote, and the tables and bullets of other plans", () => {
    expect(readPlan(set(null).text)).toEqual({
      versions: { "implementer-1": "GC-v4" },
      lastDelta: { "implementer-1": last },
      mentions: [],
      diagnostics: [],
    });
    const text =
      "# Plan\n## Team\n| Role | GC |\n|---|---|\n| implementer-1 | confirmed GC-v4 |\n### More\n- **tester-1:** gc-v3 (sent)\n- see GC-v9: no\n";
    expect(readPlan(text).mentions).toEqual([
      { role: "implementer-1", version: "GC-v4", line: 5 },
      { role: "tester-1", version: "GC-v3", line: 7 },
    ]);
  });
});
