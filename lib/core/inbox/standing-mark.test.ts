import { describe, expect, test } from "vitest";
import { countNeeds, standingMark } from "@/lib/core/inbox/needs";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 25, 10, minute));

describe("what a person noted of a need", () => {
  const read = { seen: "a", readAt: at(0), snoozedUntil: null };
  const snoozed = { seen: "a", readAt: at(0), snoozedUntil: at(30) };

  test("counts until the need says something else", () => {
    expect(standingMark(read, { seen: "a", now: at(1) })).toEqual({ read: true, snoozedUntil: null });
    expect(standingMark(read, { seen: "b", now: at(1) })).toEqual({ read: false, snoozedUntil: null });
    expect(standingMark(snoozed, { seen: "b", now: at(1) })).toEqual({ read: false, snoozedUntil: null });
    expect(standingMark(undefined, { seen: "a", now: at(1) })).toEqual({ read: false, snoozedUntil: null });
  });

  test("brings a snoozed need back unread at its time, and not before", () => {
    expect(standingMark(snoozed, { seen: "a", now: at(29) }).snoozedUntil).toEqual(at(30));
    expect(standingMark(snoozed, { seen: "a", now: at(30) })).toEqual({ read: false, snoozedUntil: null });
    const readSince = { ...snoozed, readAt: at(31) };
    expect(standingMark(readSince, { seen: "a", now: at(32) })).toEqual({ read: true, snoozedUntil: null });
  });
});

test("needs are counted once, by session and kind, with those of no session in the whole", () => {
  const need = { kind: "relay", session: "a", read: false } as const;
  const others = [
    { ...need, session: null },
    { ...need, kind: "gate", read: true } as const,
    { ...need, session: "b" },
  ];
  expect(countNeeds([need, ...others])).toEqual({
    waiting: 4,
    unread: 3,
    sessions: [
      { session: "a", waiting: 2, kinds: { relay: 1, gate: 1 } },
      { session: "b", waiting: 1, kinds: { relay: 1 } },
    ],
  });
});
