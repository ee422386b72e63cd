import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const LEAD: Caller = { ...OWNER, source: "cli" };
const TESTER = { ...actingAs("tester-1"), run: "claude:tester" };
const SEATS = ["implementer-1", "implementer-2"] as const;
const MINUTE = 60_000;

let wardroom: TestWardroom;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  wardroom = await TestWardroom.open();
});
afterAll(() => {
  vi.useRealTimers();
});

const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE);
let opened = 0;

async function open(silentMinutes: number) {
  const demo = await ContextSession.open(wardroom, `silence-${opened++}`, [...SEATS, "tester-1"]);
  const { params } = demo;
  const { inbox, presence, settings } = wardroom.services;
  await settings.change(OWNER, params, { silentMinutes, endedMinutes: 1440 }, PLAIN_REQUEST);
  const look = async (caller: Caller) => {
    const query = { wait: 0, again: "false", all: "true" } as const;
    const answer = await inbox.read(caller, params, query, new AbortController().signal);
    await inbox.seen(caller, params, { mark: answer.mark ?? "" });
    return answer.entries;
  };
  /** Of whom a reader is told that there is no sign, and since when. */
  const silences = async (caller: Caller) =>
    (await look(caller))
      .filter(({ kind, role }) => kind === "quiet" && role !== "tester-1")
      .map(({ text }) => /^No sign of (.+) since/.exec(text)?.[1])
      .sort();
  const claim = (caller: Caller, what: string) => presence.claim(caller, params, { what, minutes: 1440 });
  const signs = (caller: Caller) => presence.state(caller, params, { text: "still there" });
  return { demo, params, look, silences, claim, signs };
}

const runOf = (seat: string, id: string): Caller => ({ ...actingAs(seat), run: id });
const which = fc.nat(5);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("sign" as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("claim" as const),
      which,
      what: fc.constantFrom("Parser.ts", "parser.ts: tests", "docs"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("publish" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("sleep" as const), minutes: fc.constantFrom(1, 2, 5) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("look" as const), by: fc.constantFrom(LEAD, TESTER) }) },
);

describe("a run that is silent in debt", () => {
  it("is told of once to the Lead and to who shares a claim, whoever else is at work in its seat", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(2, 3, 4),
        fc.array(step, { minLength: 10, maxLength: 40 }),
        async (limit, steps) => {
          const { demo, silences, claim, signs } = await open(limit);
          const runs = [0, 1, 2, 3, 4, 5].map((number) => ({
            ...{
              id: `claude:${number}`,
              seat: SEATS[number % 2] ?? "",
              sign: 0,
              claimed: Infinity,
              sent: Infinity,
              shares: false,
            },
          }));
          const looked = new Map<Caller, number>();
          const look = async (by: Caller) => {
            const before = looked.get(by) ?? Date.now();
            looked.set(by, Date.now());
            const fell = runs.filter(({ sign, claimed, sent, shares }) => {
              const at = Math.max(sign, Math.min(claimed, sent)) + limit * MINUTE;
              return at > before && at <= Date.now() && (by === LEAD || shares);
            });
            const names = fell.map((run) => {
              const beside = runs.filter(({ seat, sign }) => seat === run.seat && sign > run.sign);
              return beside.length === 0 ? run.seat : `${run.id}, one run of ${run.seat},`;
            });
            expect(await silences(by)).toEqual(names.sort());
          };
          await claim(TESTER, "parser.ts");
          for (const run of runs) {
            vi.setSystemTime(Date.now() + 1000);
            run.sign = Date.now();
            await signs(runOf(run.seat, run.id));
          }
          for (const reader of [LEAD, TESTER]) await look(reader);
          for (const [number, each] of steps.entries()) {
            vi.setSystemTime(Date.now() + 1000);
            if (each.do === "sleep") pass(each.minutes);
            else if (each.do === "look") await look(each.by);
            else if (each.do === "publish") {
              await demo.publish(CONTEXT.replace("six hours", `${number} days`));
              for (const run of runs) run.sent = Date.now();
            } else {
              const run = runs[each.which];
              if (run === undefined) continue;
              run.sign = Date.now();
              if (each.do === "sign") await signs(runOf(run.seat, run.id));
              else {
                await claim(runOf(run.seat, run.id), each.what);
                run.claimed = Math.min(run.claimed, Date.now());
                run.shares ||= each.what !== "docs";
              }
            }
          }
          pass(limit);
          for (const reader of [LEAD, TESTER]) await look(reader);
        },
      ),
      { numRuns: 8, seed: 7, endOnFailure: true },
    );
  });

  it("is told of to who asked its seat, loses its claims alone, and reads that first", async () => {
    const { params, look, silences, claim, signs } = await open(3);
    const { presence, questions } = wardroom.services;
    const [gone, there] = [runOf("implementer-1", "claude:gone"), runOf("implementer-1", "claude:there")];
    const taker = runOf("implementer-2", "claude:taker");
    for (const caller of [LEAD, TESTER, there, gone, taker]) await look(caller);
    await questions.ask(TESTER, params, { role: "implementer-1", text: "Which bank?" }, PLAIN_REQUEST);
    await claim(gone, "parser.ts");
    await claim(there, "docs");
    const sign = new Date().toISOString();
    const taking = { from: "implementer-1", to: "implementer-2" };
    await refusal("conflict", presence.takeClaims(taker, params, taking));
    for (const reader of [LEAD, TESTER]) expect(await silences(reader)).toEqual([]);
    pass(4);
    await signs(there);
    for (const reader of [LEAD, TESTER])
      expect(await silences(reader)).toEqual(["claude:gone, one run of implementer-1,"]);
    for (const reader of [LEAD, TESTER, taker]) expect(await silences(reader)).toEqual([]);
    const team = await presence.team(LEAD, params);
    const claims = team.roles.flatMap((role) => role.claims.map(({ what, silentSince }) => [what, silentSince]));
    expect(claims).toEqual([
      ["parser.ts", sign],
      ["docs", null],
    ]);
    expect((await presence.takeClaims(taker, params, taking)).claims).toMatchObject([
      { role: "implementer-2", what: "parser.ts", silentSince: null },
    ]);
    const [first] = await look(gone);
    expect(first).toMatchObject({ concerns: true, text: expect.stringContaining("implementer-2") as string });
    expect(first?.text).toContain("parser.ts");
  });
});
