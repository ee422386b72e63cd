import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readerOfRun, silentMs } from "@/lib/core/context/run";
import { tellByTime, type Debt, type Debts } from "@/lib/core/inbox/by-time";

const DAY = Date.parse("2026-02-09T10:00:00.000Z");
const at = (minutes: number) => new Date(DAY + minutes * 60_000).toISOString();
const minute = fc.integer({ min: 0, max: 60 });
const role = fc.constantFrom("implementer-1", "implementer-2", "tester-1");

const debtor = fc
  .tuple(role, fc.constantFrom(null, "claude:a", "claude:b"))
  .map(([name, run]) => (run === null ? name : readerOfRun(run, name)));

const debt: fc.Arbitrary<Debt> = fc
  .record({
    role,
    run: fc.constantFrom(null, "claude:a", "claude:b"),
    claim: fc.constantFrom(null, "parser.ts", "Parser.ts: tests"),
    asker: fc.constantFrom("Lead", "architect-1"),
    since: minute,
    lasts: fc.option(minute),
    isAsked: fc.boolean(),
  })
  .map(({ role, asker, since, lasts, isAsked, ...rest }) => {
    const due = lasts === null ? null : at(since + lasts);
    const put = { to: role, state: "asked", due, seenAt: null, answer: null, answeredBy: null } as const;
    const question = isAsked ? { ...put, id: "3f9a1c07be42", asker, text: "Which bank?" } : null;
    return { ...rest, role, what: "has not confirmed GC-v3", since: at(since), due, question };
  });
const debts: fc.Arbitrary<Debts> = fc.record({
  limits: fc.record({ silentAfter: fc.option(fc.integer({ min: 1, max: 60 })) }),
  debts: fc.array(debt, { maxLength: 6 }),
  signs: fc
    .uniqueArray(fc.tuple(debtor, fc.option(minute)), { selector: ([name]) => name })
    .map((signs) => new Map(signs.map(([name, sign]) => [name, sign === null ? null : at(sign)]))),
});
const reader = fc.constantFrom(
  { role: "Lead", isLead: true, isOwn: true },
  { role: "tester-1", isLead: false, isOwn: true },
  { role: "architect-1", isLead: false, isOwn: true },
);
const looks = fc
  .uniqueArray(fc.integer({ min: 0, max: 130 }), { minLength: 1, maxLength: 8 })
  .map((times) => times.sort((a, b) => a - b));

describe("news by the clock", () => {
  it("are told once each, whenever the reader looks, and the next look is named", () => {
    fc.assert(
      fc.property(debts, reader, looks, (owed, who, times) => {
        const last = times.at(-1) ?? 0;
        const wanted = tellByTime(owed, who, { since: null, now: at(last) }).entries;
        let since: string | null = null;
        const told = times.flatMap((time) => {
          const { entries, next } = tellByTime(owed, who, { since, now: at(time) });
          since = at(time);
          if (next !== null) {
            expect(Date.parse(next)).toBeGreaterThan(Date.parse(since));
            expect(tellByTime(owed, who, { since, now: next }).entries).not.toEqual([]);
            const before = new Date(Date.parse(next) - 1).toISOString();
            expect(tellByTime(owed, who, { since, now: before }).entries).toEqual([]);
          }
          return entries;
        });
        const sorted = (entries: typeof told) => entries.map((entry) => JSON.stringify(entry)).sort();
        expect(sorted(told)).toEqual(sorted(wanted));
      }),
    );
  });

  it("name nobody as quiet who owes nothing, was never there, or gave a sign within the time", () => {
    fc.assert(
      fc.property(debts, minute, (owed, now) => {
        const lead = { role: "Lead", isLead: true, isOwn: true };
        const { entries } = tellByTime(owed, lead, { since: null, now: at(now) });
        for (const { role: named, text } of entries.filter(({ kind }) => kind === "quiet")) {
          const run = /No sign of (\S+), one run of/.exec(text)?.[1] ?? null;
          expect(owed.debts.filter((each) => each.run === run).map((each) => each.role)).toContain(named);
          const sign = owed.signs.get(run === null ? named : readerOfRun(run, named)) ?? "";
          expect(Date.parse(at(now)) - Date.parse(sign)).toBeGreaterThanOrEqual(silentMs(owed.limits));
        }
      }),
    );
  });
});
