import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sayWhen } from "./relative-time";

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

test("a date is that of the reader's calendar, and UTC's until that is known", () => {
  const evening = Date.parse("2026-11-09T20:30:00Z");
  expect(sayWhen(evening, now, true)).toBe("10 Nov");
  expect(sayWhen(evening, now, false)).toBe("9 Nov");
  const newYear = Date.parse("2025-12-31T20:30:00Z");
  expect(sayWhen(newYear, now, true)).toBe("1 Jan");
  expect(sayWhen(newYear, now, false)).toBe("31 Dec 2025");
});
