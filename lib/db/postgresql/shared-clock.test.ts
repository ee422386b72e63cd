import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SharedClock } from "@/lib/db/postgresql/shared-clock";

const HOUR = 3_600_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("follows the database's clock only where its own is off, however late the answer comes", () => {
  const clock = new SharedClock();
  const compare = (off: number, takes: number) => {
    const told = clock.ask();
    const then = Date.now() + off;
    vi.setSystemTime(Date.now() + takes);
    told(then);
    return clock.offset;
  };
  expect(compare(500, 0)).toBe(0);
  expect(compare(0, HOUR)).toBe(0);
  expect(compare(HOUR, 0)).toBe(HOUR);
  expect(compare(-HOUR, 10)).toBe(-HOUR - 10);
  expect(compare(0, 10)).toBe(0);
});
