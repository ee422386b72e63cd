import { expect, test } from "vitest";
import { snoozeTimes } from "@/components/overview/need-dialog";

test("every moment to snooze until is still to come, and Monday is the next one", () => {
  for (let day = 1; day <= 7; day++) {
    const now = new Date(2026, 10, day, 23, 30);
    const times = snoozeTimes(now);
    for (const { until } of times) expect(new Date(until).getTime()).toBeGreaterThan(now.getTime());
    const monday = new Date(times.at(-1)?.until ?? "");
    expect([monday.getDay(), monday.getHours()]).toEqual([1, 9]);
    expect(monday.getTime() - now.getTime()).toBeLessThanOrEqual(7 * 24 * 3_600_000);
  }
});
