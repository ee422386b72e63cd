import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ackTimes, spansOf, startOfDays, thin, burnDown, percentile, tokensByDay } from "@/lib/core/insights/insights";

const role = fc.constantFrom("implementer-1", "tester-1", "reviewer-1");
const date = fc.integer({ min: 0, max: 4_000_000 }).map((seconds) => new Date(1_764_000_000_000 + seconds * 1000));
const tokens = fc.nat({ max: 5000 });
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

describe("tokens by role and day", () => {
  const delivery = fc.record({
    at: date,
    cost: fc.record({
      version: fc.constantFrom("GC-v1", "GC-v2"),
      role,
      mode: fc.constantFrom("delta" as const, "full" as const),
      reason: fc.constant(null),
      fullTokens: tokens,
      sentTokens: tokens,
      ackTokens: tokens,
    }),
  });

  it("what is spent and what is saved add up to the full size, in every line and in all", () => {
    fc.assert(
      fc.property(fc.array(delivery), (deliveries) => {
        const { days, total } = tokensByDay(deliveries);
        for (const line of [...days, total]) expect(line.sent + line.ack + line.saved).toBe(line.full);
      }),
    );
  });

  it("the lines add up to the total, one for each role and day in the order of time", () => {
    fc.assert(
      fc.property(fc.array(delivery), (deliveries) => {
        const { days, total } = tokensByDay(deliveries);
        for (const what of ["sent", "ack", "saved", "full"] as const) {
          expect(sum(days.map((line) => line[what]))).toBe(total[what]);
        }
        expect(total.sent).toBe(sum(deliveries.map(({ cost }) => cost.sentTokens)));
        expect(new Set(days.map((line) => `${line.day} ${line.role}`)).size).toBe(days.length);
        expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
      }),
    );
  });
});

describe("ACK times", () => {
  const sent = fc.record({
    role,
    version: fc.integer({ min: 1, max: 4 }),
    state: fc.constantFrom("pending", "answered", "confirmed", "superseded"),
    sentAt: date,
  });
  const answer = fc.record({ role, version: fc.integer({ min: 1, max: 4 }), confirmed: fc.boolean(), at: date });

  it("are one for each role and version, never negative, and confirmed only by an answer after it was sent", () => {
    fc.assert(
      fc.property(fc.array(sent), fc.array(answer), date, (updates, answers, now) => {
        const times = ackTimes(updates, answers, { now, deadline: 10 });
        expect(times).toHaveLength(new Set(updates.map((each) => `${each.role} ${each.version}`)).size);
        for (const each of times) {
          expect(each.minutes).toBeGreaterThanOrEqual(0);
          expect(each.state === "confirmed").toBe(each.confirmedAt !== null);
          if (each.confirmedAt !== null) expect(each.confirmedAt >= each.sentAt).toBe(true);
          expect(each.late).toBe(each.minutes > 10);
        }
      }),
    );
  });

  it("run from the first time a version was sent, and count until now while it waits", () => {
    const at = (minutes: number) => new Date(1_764_000_000_000 + minutes * 60_000);
    const one = { role: "tester-1", version: 2, state: "pending" };
    const [time] = ackTimes(
      [
        { ...one, sentAt: at(5) },
        { ...one, sentAt: at(0), state: "superseded" },
      ],
      [],
      {
        now: at(12),
        deadline: 10,
      },
    );
    expect(time).toMatchObject({ sentAt: at(0), minutes: 12, state: "waiting", late: true });
  });
});

describe("the burn-down of a gate", () => {
  const kinds = fc.record({ behind: fc.nat(20), conflicts: fc.nat(20), questions: fc.nat(20) });
  const gate = fc.record({
    openedAt: date,
    endedAt: fc.constant(null),
    now: date,
    confirmations: fc.array(fc.record({ confirmedAt: fc.option(date) })),
    open: fc
      .array(fc.record({ at: date, conflicts: fc.nat(20), questions: fc.nat(20) }))
      .map((all) => all.toSorted((a, b) => a.at.getTime() - b.at.getTime())),
    left: kinds,
  });

  it("ends at what is left, begins at the opening, goes forward, and its kinds add up to the total", () => {
    fc.assert(
      fc.property(gate, (given) => {
        const points = burnDown(given);
        expect(points[0]?.at).toEqual(given.openedAt);
        expect(points.at(-1)).toMatchObject(given.left);
        for (const { behind, conflicts, questions, total } of points) {
          expect(behind + conflicts + questions).toBe(total);
        }
        const times = points.map(({ at }) => at.getTime());
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }),
    );
  });

  it("falls with each confirmation, and follows what is open in the memory", () => {
    const at = (minutes: number) => new Date(1_764_000_000_000 + minutes * 60_000);
    const points = burnDown({
      openedAt: at(0),
      endedAt: at(30),
      now: at(99),
      confirmations: [{ confirmedAt: at(10) }, { confirmedAt: null }, { confirmedAt: at(-5) }],
      open: [
        { at: at(-1), conflicts: 1, questions: 2 },
        { at: at(20), conflicts: 0, questions: 2 },
      ],
      left: null,
    });
    expect(points.map(({ at: when, total }) => [when, total])).toEqual([
      [at(0), 5],
      [at(10), 4],
      [at(20), 3],
      [at(30), 3],
    ]);
  });
});

describe("spans of time", () => {
  it("cover both ends, begin at whole multiples of their length, and are as few as asked for", () => {
    fc.assert(
      fc.property(date, date, fc.integer({ min: 2, max: 60 }), (one, other, most) => {
        const [since, until] = [one.getTime(), other.getTime()].toSorted((a, b) => a - b) as [number, number];
        const { from, minutes, count } = spansOf(since, until, most);
        const length = minutes * 60_000;
        expect(from % length).toBe(0);
        expect(from).toBeLessThanOrEqual(since);
        expect(from + count * length).toBeGreaterThan(until);
        expect(from + (count - 1) * length).toBeLessThanOrEqual(until);
        if (minutes < 43_200) expect(count).toBeLessThanOrEqual(most);
      }),
    );
  });

  it("count back whole days of UTC with today among them", () => {
    expect(startOfDays(new Date("2026-11-25T14:32:00Z"), 1).toISOString()).toBe("2026-11-25T00:00:00.000Z");
    expect(startOfDays(new Date("2026-11-25T14:32:00Z"), 7).toISOString()).toBe("2026-11-19T00:00:00.000Z");
  });
});

describe("a thinned list", () => {
  it("keeps the first, the last and the one that must stay, in their order", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), fc.integer({ min: 2, max: 20 }), (all, most) => {
        const kept = thin(all, most, Math.max(...all));
        expect(kept.length).toBeLessThanOrEqual(Math.min(all.length, most + 1));
        expect(kept).toEqual(all.filter((one) => kept.includes(one)));
        expect([kept[0], kept.at(-1)]).toEqual([all[0], all.at(-1)]);
        expect(kept).toContain(Math.max(...all));
      }),
    );
  });
});

it("the percentile of some values is one of them, which that share does not exceed and no lesser one has", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1 }), fc.integer({ min: 1, max: 100 }), (values, share) => {
      const found = percentile(values, share) ?? -1;
      const within = (limit: number) => values.filter((value) => value <= limit).length / values.length;
      expect(values).toContain(found);
      expect(within(found) * 100).toBeGreaterThanOrEqual(share - 1e-9);
      for (const lesser of values.filter((value) => value < found)) expect(within(lesser) * 100).toBeLessThan(share);
    }),
  );
  expect(percentile([], 50)).toBeNull();
});
