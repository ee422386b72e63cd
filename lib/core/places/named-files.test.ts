import { expect, test } from "vitest";
import { isNamer, namedIn } from "@/lib/core/places/our-files";

test.each([
  [
    ".microai/knowledge/shared/registry.yaml",
    "knowledge:\n  x: {path: ./x.yaml}\n",
    ".microai/knowledge/shared/x.yaml",
  ],
  [
    ".microai/agents/teams/qa/knowledge/knowledge-index.yaml",
    "files:\n  - {id: y, path: ./deep/y.json, priority: high}\n",
    ".microai/agents/teams/qa/knowledge/deep/y.json",
  ],
  [".agent/teams/s/phase-1/gate-record.yaml", "evidence: [checks.json, a.md]\n", ".agent/teams/s/phase-1/checks.json"],
  [".agent/teams/s/phase-1-gate.md", "See `phase-1/all.jsonl`.\n", ".agent/teams/s/phase-1/all.jsonl"],
  [".agent/teams/s/phase-1/tester-1/L1-index.yaml", "full: .agent/teams/s/run.yml\n", ".agent/teams/s/run.yml"],
])("%s names data", (path, text, named) => {
  expect(isNamer(path)).toBe(true);
  expect([...namedIn(path, text)]).toContain(named);
  expect([...namedIn(path, "")]).toEqual([]);
});

test.each([".agent/teams/s/notes.md", ".microai/knowledge/other.yaml", ".agent/teams/s/a/b/gate.yaml", "gate.yaml"])(
  "%s names nothing",
  (path) => {
    expect(isNamer(path)).toBe(false);
  },
);

test("a text of a million characters without an end is read at once", () => {
  expect(namedIn(".agent/teams/s/gate.yaml", ".".repeat(1_000_000))).toEqual(new Set());
});
