import fc from "fast-check";
import { expect, test } from "vitest";
import { identifyItems } from "@/lib/core/memory/identity";
import { staleBefore, timeOf, writtenTime } from "@/lib/core/memory/age";
import { suggestStale, type StaleOptions } from "@/lib/core/memory/prune";
import { parseMemory } from "@/lib/core/memory/parse-memory";

const document = parseMemory(
  [
    "## Lead",
    "- [Decision] in phase 1, untimed",
    "- [Question] 2026-01-01 still open",
    "- [Gate] 2026-02-01T10:00:00Z Phase 1 PASSED",
    "- [Decision] 2026-02-01T12:00:00Z in phase 2",
    "- [Gate] 2026-02-02T10:00:00Z Phase 2 PASSED",
    "## a",
    "- [Finding] 2026-02-01T18:00:00+09:00 an hour before the gate",
    "- [Finding] 2026-02-01T12:00 after the gate",
    "- [ARCHIVED] [Finding] 2026-01-01 put aside",
    "- [Finding] untimed",
    "## b [ARCHIVED]",
    "- [Finding] 2026-01-01 in an archived section",
  ].join("\n"),
);

function stale(options?: StaleOptions): string[] {
  return suggestStale(document, {}, options).map(({ item }) => item.text);
}

test("what was written before the last gate but one is proposed", () => {
  expect(stale()).toEqual(["in phase 1, untimed", "an hour before the gate"]);
});

test("the gate's time may be told, and what was touched since is kept", () => {
  expect(stale({ previousGate: "2026-02-01T12:30:00Z" })).toEqual([
    "in phase 2",
    "an hour before the gate",
    "after the gate",
  ]);
  const [untimed] = identifyItems(document, {}).filter(({ item }) => item.text === "untimed");
  const writtenAt = (id: string) => (id === untimed?.id ? "2026-01-15T00:00:00Z" : "2026-03-01T00:00:00Z");
  expect(stale({ previousGate: "2026-02-01T12:30:00Z", writtenAt })).toEqual(["untimed"]);
});

test("nothing is proposed before there were two gates", () => {
  expect(suggestStale(parseMemory("## Lead\n- [Decision] x\n- [Gate] Phase 1\n"), {})).toEqual([]);
  expect(stale({ previousGate: null })).toEqual([]);
});

test("times without a zone are the same on every machine", () => {
  expect(timeOf("2026-02-09 10:00")).toBe(Date.UTC(2026, 1, 9, 10));
  expect(timeOf("2026-02-09T10:00:00+0900")).toBe(Date.UTC(2026, 1, 9, 1));
  expect(timeOf("2026-02-09")).toBe(Date.UTC(2026, 1, 9));
  expect(timeOf("soon")).toBeNull();
});

test("a line that is stale stays so when another version is published, and two versions make any line before them stale", () => {
  const time = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(fc.array(time, { minLength: 2 }), time, (published, later) => {
      const newest = Math.max(...published) + later;
      expect(staleBefore([...published, newest], newest)).toBeGreaterThanOrEqual(staleBefore(published, newest));
      expect(published.filter((each) => each >= staleBefore(published, newest)).length).toBeGreaterThanOrEqual(2);
    }),
  );
  expect(staleBefore([1], 3 * 24 * 60 * 60 * 1000)).toBe(24 * 60 * 60 * 1000);
  expect(writtenTime({ timestamp: null, written: { at: "2026-11-09T10:00:00Z" } })).toBe(Date.UTC(2026, 10, 9, 10));
  expect(writtenTime({ timestamp: null })).toBeNull();
});
