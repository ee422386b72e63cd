import { expect, test } from "vitest";
import { dayNumber, findDates } from "@/lib/core/coach/find-across";

test.each([
  ["open since 2026-03-02", ["2026-03-02"]],
  ["2026/3/2, 2026.03.02", ["2026-03-02", "2026-03-02"]],
  ["2 March 2026 and March 2nd, 2026", ["2026-03-02", "2026-03-02"]],
  ["2026년 3월 2일에 발견", ["2026-03-02"]],
  ["2026-02-30, 2026-13-01, 12026-01-01, 2026-01-011", []],
  ["in January, on the 25th, at 2026", []],
])("of %j", (text, dates) => {
  expect(findDates(text)).toEqual(dates);
});

test("days are counted by the calendar", () => {
  expect(dayNumber("1970-01-02")).toBe(1);
  expect(dayNumber("2026-02-29")).toBeNull();
  expect(dayNumber("today")).toBeNull();
});
