import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSessionId } from "@/lib/core/memory/session-paths";
import type { Event } from "@/lib/contracts/events";
import { activityOf, activityStart, sayDay, tonesOf } from "./activity";
import { nextRoleId, suggestSessionId } from "@/components/joining/suggest-id";

const event = (more: Partial<Event> & { id: number }): Event => ({
  at: "2026-11-22T10:00:00.000Z",
  actor: "tester-1",
  actorKind: "agent",
  source: "api",
  action: "item.added",
  target: "tester-1",
  session: "a",
  payload: {},
  previousHash: "",
  hash: "",
  ...more,
});

describe("activity", () => {
  const start = activityStart(new Date("2026-11-22T23:59:00.000Z"));
  test("covers whole days up to today", () => {
    expect(start).toBe("2026-11-09T00:00:00.000Z");
  });
  test("counts each change on its day, and items by tag", () => {
    const days = activityOf(
      [
        event({ id: 1, payload: { tag: "Warning" } }),
        event({ id: 2, payload: { tag: "Finding" } }),
        event({ id: 3, action: "token.minted" }),
        event({ id: 4, session: "b" }),
        event({ id: 5, at: "2026-11-01T00:00:00.000Z" }),
      ],
      "a",
      start,
    );
    const today = days.at(-1);
    expect(days.map((day) => day.changes)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]);
    expect(today && tonesOf(today)).toEqual([
      ["neutral", 2],
      ["warn", 1],
    ]);
    expect(today && sayDay(today)).toBe("22 Nov 2026: 3 changes; 1 Warning, 1 Finding");
  });
  test("stacks as much as there were changes, whatever they were", () => {
    const tag = fc.constantFrom("Warning", "Finding", "Decision", "Question", null);
    const change = fc.record({ tag, isAdded: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const events = changes.map(({ tag: given, isAdded }, id) =>
          event({ id, action: isAdded ? "item.added" : "items.archived", payload: { tag: given } }),
        );
        const today = activityOf(events, "a", start).at(-1);
        const stacked = today ? tonesOf(today) : [];
        expect(stacked.reduce((sum, [, count]) => sum + count, 0)).toBe(changes.length);
      }),
    );
  });
});

test("a suggested id can be the id of a session, or there is none", () => {
  expect(suggestSessionId("Invoice import, v2!")).toBe("invoice-import-v2");
  expect(suggestSessionId("원장 도입")).toBe("원장-도입");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (feature) => {
      const id = suggestSessionId(feature);
      expect(id === "" || isSessionId(id) || /^(con|prn|aux|nul|com\d|lpt\d)$/.test(id)).toBe(true);
    }),
  );
});

test("the next role of a type is the first free one", () => {
  expect(nextRoleId("tester", ["tester-1", "tester-3"])).toBe("tester-2");
});
