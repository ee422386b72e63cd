import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { dueAt, heatOf, type Measure, type Sent, standingOf, versionsBehind } from "@/lib/core/context/standing";

const SENT: Sent = { version: 2, state: "pending", sentAt: new Date("2026-02-09T10:00:00Z"), pingedAt: null };
const at = (time: string, confirmed: number | null = null): Measure => ({
  confirmed,
  now: new Date(`2026-02-09T${time}Z`),
  deadline: 10,
});

describe("an update that waits for an answer", () => {
  it("is overdue once its time has passed, and not a moment before", () => {
    expect(standingOf(SENT, at("10:10:00"))).toBe("pending");
    expect(standingOf(SENT, at("10:10:01"))).toBe("overdue");
  });

  it("has its time anew after a ping", () => {
    const pinged = { ...SENT, pingedAt: new Date("2026-02-09T10:30:00Z") };
    expect(dueAt(pinged, 10)).toEqual(new Date("2026-02-09T10:40:00Z"));
    expect(standingOf(pinged, at("10:35:00"))).toBe("pending");
  });
});

it("a version is confirmed only for who still knows it: one that lost its context has confirmed nothing", () => {
  const answered = { ...SENT, state: "confirmed" };
  expect(standingOf(answered, at("10:00:00", 2))).toBe("confirmed");
  expect(standingOf(answered, at("10:00:00", 3))).toBe("confirmed");
  expect(standingOf(answered, at("10:00:00", 1))).toBe("superseded");
  expect(standingOf(answered, at("10:00:00", null))).toBe("superseded");
});

it("what was never sent has no standing, and what made way for something newer is superseded", () => {
  expect(standingOf(undefined, at("10:00:00", 5))).toBe("none");
  expect(standingOf({ ...SENT, state: "superseded" }, at("11:00:00"))).toBe("superseded");
  expect(standingOf({ ...SENT, state: "answered" }, at("11:00:00"))).toBe("answered");
});

it("a teammate is behind by the versions it has not confirmed", () => {
  expect([versionsBehind(null, 3), versionsBehind(2, 3), versionsBehind(3, 3)]).toEqual([3, 1, 0]);
});

it("a strip ends with the current version, and never goes from worse to better", () => {
  const version = fc.option(fc.integer({ min: 1, max: 30 }));
  fc.assert(
    fc.property(
      version,
      version,
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 6 }),
      (shown, confirmed, current, most) => {
        const strip = heatOf({ shown, confirmed }, current, most);
        expect(strip).toHaveLength(Math.min(most, current));
        if (current > 0) expect(strip.at(-1)?.version).toBe(current);
        const order = strip.map(({ heat }) => ["confirmed", "read", "behind"].indexOf(heat));
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        for (const { version: each, heat } of strip) expect(heat === "confirmed").toBe((confirmed ?? 0) >= each);
      },
    ),
  );
});
