import { expect, test } from "vitest";
import { isQuiet, isTimeZone } from "@/lib/core/inbox/needs";

const at = (time: string) => new Date(`2026-11-25T${time}:00Z`);

test.each([
  ["22:00", "07:00", "UTC", "21:59", false],
  ["22:00", "07:00", "UTC", "22:00", true],
  ["22:00", "07:00", "UTC", "06:59", true],
  ["22:00", "07:00", "UTC", "07:00", false],
  ["12:00", "13:00", "UTC", "12:30", true],
  ["12:00", "13:00", "UTC", "13:00", false],
  ["22:00", "07:00", "Asia/Seoul", "13:00", true],
  ["22:00", "07:00", "Asia/Seoul", "22:00", false],
  ["09:00", "09:00", "UTC", "03:00", true],
])("from %s to %s in %s, %s UTC is quiet: %s", (from, to, zone, time, quiet) => {
  expect(isQuiet(at(time), { from, to, zone })).toBe(quiet);
});

test("a time zone is known by its name", () => {
  expect(["Europe/Berlin", "UTC", "Europe/Nowhere", ""].map(isTimeZone)).toEqual([true, true, false, false]);
});
