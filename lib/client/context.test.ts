import { expect, test } from "vitest";
import type { AckMatrix } from "@/lib/contracts/context";
import { untilOverdue } from "./context";

const now = "2026-02-09T10:04:00.000Z";
const cell = (state: "pending" | "confirmed", sentAt: string, pingedAt: string | null = null) =>
  ({
    version: "GC-v5",
    state,
    delivery: "d",
    mode: "delta",
    reason: null,
    tokens: 9,
    sentAt,
    fetchedAt: null,
    pingedAt,
    ack: null,
    leadAction: "none",
  }) as const;
const matrix = (...cells: ReturnType<typeof cell>[]): AckMatrix => ({
  version: "GC-v5",
  versions: ["GC-v5"],
  deadlineMinutes: 10,
  now,
  roles: [{ role: "a", state: "active", confirmed: null, behind: 5, lostAt: null, endedAt: null, cells }],
});

test("it is looked at again just after the next acknowledgement becomes overdue", () => {
  expect(untilOverdue(matrix(cell("pending", "2026-02-09T10:00:00.000Z")))).toBe(6 * 60_000 + 1000);
  const pinged = cell("pending", "2026-02-09T09:00:00.000Z", "2026-02-09T10:03:00.000Z");
  expect(untilOverdue(matrix(pinged))).toBe(9 * 60_000 + 1000);
});

test("it is not looked at again by itself when nothing is pending, and never in a rush", () => {
  expect(untilOverdue(matrix(cell("confirmed", now)))).toBe(false);
  expect(untilOverdue(matrix(cell("pending", "2026-02-09T09:00:00.000Z")))).toBe(5000);
});
