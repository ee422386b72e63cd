import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sayDate, sayWhen } from "./relative-time";

beforeEach(() => vi.stubEnv("TZ", "Asia/Seoul"));
afterEach(() => vi.unstubAllEnvs());

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const now = Date.parse("2026-11-22T12:00:00Z");

test("a moment is told in the largest unit it fills, and by its date after a week", () => {
  const ago = (milliseconds: number) => sayWhen(now - milliseconds, now, true);
  expect([0, MINUTE, 59.9 * MINUTE, 60 * MINUTE, DAY, 6.9 * DAY].map(ago)).toEqual([
    "now",
    "1 min",
    "59 min",
    "1 h",
    "1 d",
    "6 d",
  ]);
  expect(ago(7 * DAY)).toBe("15 Nov");
});

test("a moment to come is told in the same units, and what is less than a minute ahead is now", () => {
  const ahead = (milliseconds: number) => sayWhen(now + milliseconds, now, true);
  expect([0.9 * MINUTE, 5 * MINUTE, 60 * MINUTE, 2 * DAY].map(ahead)).toEqual(["now", "in 5 min", "in 1 h", "in 2 d"]);
  expect(ahead(7 * DAY)).toBe("29 Nov");
});

test("how long it has lasted is told in the same units", () => {
  const lasting = (milliseconds: number) => sayWhen(now - milliseconds, now, true, "lasting");
  expect([0, MINUTE, 180 * MINUTE, 2 * DAY, 13 * DAY, 326 * DAY].map(lasting)).toEqual([
    "for less than a minute",
    "for 1 min",
    "for 3 h",
    "for 2 d",
    "since 9 Nov",
    "since 31 Dec 2025",
  ]);
});

test("a day is the one that is written, whatever the clock of the reader", () => {
  expect(["2026-11-09", "2026-11-09T23:30:00Z", "2026-11-09 08:00", "2026-11-09T01:00:00+09:00"].map(sayDate)).toEqual(
    Array.from({ length: 4 }, () => "9 Nov 2026"),
  );
  expect(sayDate("last week")).toBe("last week");
});

test("a date is that of the reader's calendar, and UTC's until that is known", () => {
  const evening = Date.parse("2026-11-09T20:30:00Z");
  expect(sayWhen(evening, now, true)).toBe("10 Nov");
  expect(sayWhen(evening, now, false)).toBe("9 Nov");
  const newYear = Date.parse("2025-12-31T20:30:00Z");
  expect(sayWhen(newYear, now, true)).toBe("1 Jan");
  expect(sayWhen(newYear, now, false)).toBe("31 Dec 2025");
});
