import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chooseSeat,
  confirmedIn,
  confirmedOf,
  endedMs,
  endOf,
  isNamed,
  isRunId,
  lastRun,
  isOwn,
  liveRuns,
  readerOfRun,
  silentMs,
  stateOf,
  unnamedRun,
  type Run,
  type RunLimits,
} from "@/lib/core/context/run";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 1, 9, 10);
/** Moments on both sides of now: a clock that was set back has seen what is still to come. */
const moment = fc.integer({ min: NOW - 3 * HOUR, max: NOW + 3 * HOUR }).map((at) => new Date(at));
const version = fc.option(fc.integer({ min: 1, max: 6 }), { nil: null });
const id = fc.oneof(
  fc.nat(9).map((number) => `claude:${number}`),
  fc.nat(9).map((number) => unnamedRun(`key${number}`)),
);
const run: fc.Arbitrary<Run> = fc.record({
  id,
  began: moment,
  sign: moment,
  ended: fc.option(moment, { nil: null }),
  confirmed: version,
});
/** What a session may set: a run is silent at the latest when it is assumed to have ended. */
const limits: fc.Arbitrary<RunLimits> = fc.record({
  silentAfter: fc.option(fc.integer({ min: 1, max: 60 })),
  endedAfter: fc.option(fc.integer({ min: 60, max: 180 })),
});
const seat = fc.uniqueArray(run, { selector: (each) => each.id, maxLength: 8 });

describe("what a run has confirmed", () => {
  const answers = fc.array(fc.record({ version: fc.integer({ min: 1, max: 4 }), confirmed: fc.boolean() }));

  it("is the newest version whose last answer confirms it", () => {
    fc.assert(
      fc.property(answers, (said) => {
        const confirms = (version: number) => said.findLast((each) => each.version === version)?.confirmed === true;
        expect(confirmedOf(said)).toBe([4, 3, 2, 1].find(confirms) ?? null);
      }),
    );
  });

  it("is what it was before a version, once that is asked about again", () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 4 }), (said, version) => {
        const before = said.filter((each) => each.version !== version);
        expect(confirmedOf([...said, { version, confirmed: false }])).toBe(confirmedOf(before));
      }),
    );
  });
});

describe("the state of a run", () => {
  it("is ended once somebody said so, whatever the clock says", () => {
    fc.assert(
      fc.property(run, moment, limits, (each, now, set) => {
        if (each.ended === null) return;
        expect(stateOf(each, now, set)).toBe("ended");
        expect(endOf(each, now, set)).toEqual(each.ended);
      }),
    );
  });

  it("only ages as the clock goes on, and a sign makes it at work again", () => {
    const ages = ["at work", "silent", "ended"];
    fc.assert(
      fc.property(run, moment, moment, limits, (each, a, b, set) => {
        const [earlier, later] = a < b ? [a, b] : [b, a];
        const living = { ...each, ended: null };
        expect(ages.indexOf(stateOf(living, later, set))).toBeGreaterThanOrEqual(
          ages.indexOf(stateOf(living, earlier, set)),
        );
        expect(stateOf({ ...living, sign: later }, later, set)).toBe("at work");
        // A clock that was set back ends nobody.
        expect(stateOf({ ...living, sign: later }, earlier, set)).toBe("at work");
      }),
    );
  });

  it("goes by what its session says, or by three minutes and an hour", () => {
    fc.assert(
      fc.property(limits, (set) => {
        const { silentAfter, endedAfter } = set;
        const [silent, ended] = [(silentAfter ?? 3) * 60_000, (endedAfter ?? 60) * 60_000];
        expect([silentMs(set), endedMs(set)]).toEqual([silent, ended]);
        for (const [since, state] of [
          [0, "at work"],
          [silent - 1, "at work"],
          [ended - 1, silent < ended ? "silent" : "at work"],
          [ended, "ended"],
        ] as const) {
          const each = { ended: null, sign: new Date(NOW - since) };
          expect(stateOf(each, new Date(NOW), set)).toBe(state);
          expect(endOf(each, new Date(NOW), set)).toEqual(state === "ended" ? each.sign : null);
        }
      }),
    );
  });
});

describe("the runs that count for a seat", () => {
  it("are all that are live and named, or where none is named those without an id that came after all named ones", () => {
    fc.assert(
      fc.property(seat, moment, limits, (runs, now, set) => {
        const counted = liveRuns(runs, now, set);
        const live = runs.filter((each) => stateOf(each, now, set) !== "ended");
        for (const each of counted) expect(live).toContain(each);
        const isOneNamed = live.some(isNamed);
        const lastOf = (each: Run) => Math.min(each.sign.getTime(), each.ended?.getTime() ?? Infinity);
        const isAfterAll = ({ sign }: Run) =>
          runs.every((each) => !isOwn(each) || !isNamed(each) || lastOf(each) < sign.getTime());
        for (const each of live)
          expect(counted.includes(each)).toBe(isNamed(each) || (!isOneNamed && isAfterAll(each)));
      }),
    );
  });

  it("have confirmed no version that one of them has not, and every version that all have", () => {
    fc.assert(
      fc.property(seat, moment, limits, (runs, now, set) => {
        const live = liveRuns(runs, now, set);
        const confirmed = confirmedIn(live, lastRun(runs));
        if (live.length === 0) expect(confirmed).toBe(lastRun(runs)?.confirmed ?? null);
        for (const each of live) expect(confirmed ?? 0).toBeLessThanOrEqual(each.confirmed ?? 0);
        if (live.length > 0) expect(live.map((each) => each.confirmed)).toContain(confirmed);
      }),
    );
  });

  it("change nothing for a seat by the order in which they are kept", () => {
    fc.assert(
      fc.property(seat, moment, limits, (runs, now, set) => {
        const [there, back] = [liveRuns(runs, now, set), liveRuns(runs.toReversed(), now, set)];
        expect(confirmedIn(there, undefined)).toBe(confirmedIn(back, undefined));
      }),
    );
  });
});

describe("the id of a run", () => {
  it.each([
    "claude:7f0c8d9e",
    "claude:7f0c/aimplementer-1-01",
    "codex:t_1",
    "mcp:a@b",
    "x:+/=",
    `c:${"a".repeat(198)}`,
  ])("may be %s", (text) => {
    expect(isRunId(text)).toBe(true);
  });

  it.each([
    "",
    "claude",
    ":7f0c",
    "claude:",
    "Claude:7f0c",
    "claude :7f0c",
    "claude:7f 0c",
    "claude:7f0c\n",
    "claude:\u0000",
    "claude:\u202e7f0c",
    "claude:é",
    "claude:日本",
    'claude:"',
    "claude:%0a",
    "claude:;DROP",
    "unnamed:owner",
    unnamedRun("anything"),
    `c:${"a".repeat(199)}`,
    `claude:${"a".repeat(10_000)}`,
    `${"a".repeat(40)}:1`,
  ])("is never %j", (text) => {
    expect(isRunId(text)).toBe(false);
  });

  it("holds what is printed on one line alone, and takes no name of a run without one", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.string().map((text) => `claude:${text}`),
        ),
        (text) => {
          if (!isRunId(text)) return;
          expect(text).toMatch(/^[!-~]{1,200}$/);
          expect(isNamed({ id: text })).toBe(true);
        },
      ),
    );
  });

  it("is kept apart from every other id and seat", () => {
    const roles = fc.constantFrom("Lead", "implementer-1", "implementer-10", "a");
    const ids = fc.oneof(
      fc.constantFrom("x:a", "x:a@a", "x:a@a@a", "x:@", "x:Lead"),
      fc.string({ unit: fc.constantFrom("a", "@", "L", "-"), minLength: 1 }).map((text) => `x:${text}`),
    );
    fc.assert(
      fc.property(ids, ids, roles, roles, (one, other, role, another) => {
        const isSame = one === other && role === another;
        expect(readerOfRun(one, role) === readerOfRun(other, another)).toBe(isSame);
      }),
    );
  });
});

describe("the seat that a conversation takes", () => {
  const roles = ["implementer-1", "implementer-2", "implementer-3"];
  const seated = fc.record({
    id: fc.tuple(fc.nat(2), fc.nat(3)).map(([session, agent]) => `claude:${session}/${agent}`),
    role: fc.constantFrom(...roles),
    began: moment,
    sign: moment,
    ended: fc.option(moment, { nil: null }),
    confirmed: version,
  });
  const sessionOf = (run: { id: string }) => run.id.split("/")[0];

  it("is its own, else one in which nobody is at work or of its session, and none only where there is none", () => {
    fc.assert(
      fc.property(fc.array(seated, { maxLength: 10 }), moment, limits, (runs, now, set) => {
        const own = "claude:0/9";
        const choice = chooseSeat(roles, { id: own, runs, now, limits: set });
        const isTaken = (role: string | null) =>
          runs.some((run) => {
            const state = stateOf(run, now, set);
            if (run.role !== role || state === "ended") return false;
            return state === "at work" || sessionOf(run) === sessionOf({ id: own });
          });
        expect(choice === null ? roles.every(isTaken) : !isTaken(choice)).toBe(true);
        const [first] = runs;
        if (first === undefined) return;
        const again = chooseSeat(roles, { id: first.id, runs, now, limits: set });
        expect(runs.filter(({ id: other }) => other === first.id).map(({ role }) => role)).toContain(again);
      }),
    );
  });
});
