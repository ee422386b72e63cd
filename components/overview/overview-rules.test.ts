import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSessionId } from "@/lib/core/memory/session-id";
import type { Event } from "@/lib/contracts/events";
import type { Session } from "@/lib/contracts/sessions";
import { activityOf, activityStart, sayDay, tonesOf } from "./activity";
import { listNeeds } from "./needs";
import { nextRoleId, suggestSessionId } from "./suggest-id";

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

const session = (id: string, more: Partial<Session> = {}): Session => ({
  id,
  feature: id,
  created: null,
  gcVersion: null,
  finished: null,
  roles: [],
  counts: {
    items: 0,
    active: 0,
    archived: 0,
    resolved: 0,
    pendingRelays: 0,
    openQuestions: 0,
    openConflicts: 0,
    byTag: {},
  },
  lines: 10,
  lastChange: null,
  warnings: [],
  ...more,
});

const warning = (code: string, severity: "error" | "warning" = "warning") => ({
  code,
  message: code,
  severity,
  range: { start: { line: 3, column: 1 }, end: { line: 3, column: 2 } },
});

describe("what waits", () => {
  const nothing = () => ({ relays: undefined, open: undefined });

  test("is sorted by how pressing it is, over all sessions", () => {
    const sessions = [
      session("a", { lines: 600, warnings: [warning("over_500_lines"), warning("gate_outside_lead")] }),
      session("b", { warnings: [warning("not_utf8", "error"), warning("unclosed_block")] }),
    ];
    const needs = listNeeds(sessions, nothing, [event({ id: 5 }), event({ id: 4, session: "gone" })]);
    expect(needs.map((need) => need.key)).toEqual(["broken:b", "outside:a", "long:a"]);
    expect(needs[0]).toMatchObject({ more: 1, diagnostic: { code: "not_utf8" } });
  });

  test("holds pending relays alone", () => {
    const relay = {
      id: "1",
      role: "tester-1",
      tag: "Finding",
      text: "x",
      createdAt: "2026-11-22T10:00:00.000Z",
      decidedAt: null,
      decidedBy: null,
      reason: null,
      itemId: null,
    };
    const relays = [
      { ...relay, state: "approved" as const },
      { ...relay, id: "2", state: "pending" as const },
    ];
    const needs = listNeeds([session("a")], () => ({ relays, open: undefined }), []);
    expect(needs.map((need) => need.key)).toEqual(["relay:2"]);
  });
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
    expect(today && sayDay(today)).toBe("22 Nov: 3 changes; 1 Warning, 1 Finding");
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
