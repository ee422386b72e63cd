import fc from "fast-check";
import { afterAll, beforeAll, it, vi } from "vitest";
import { SEATS } from "@/lib/services/testing/known-runs.fixture";
import { RunsTeam, type RunsSetup, type Step } from "@/lib/services/testing/runs-team.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const which = fc.nat(1000);
const seat = fc.constantFrom(...SEATS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("begin"),
      seat,
      door: fc.constantFrom("take", "read", "updates", "state"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("move"), which, seat }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("near"), seat, name: fc.constantFrom("9", "codex") }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("join", "split", "split", "keep"), which }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("look"),
      which,
      door: fc.constantFrom("read", "take", "updates", "waiting"),
      lost: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("resume", "compact", "lose", "end", "end by the Lead", "sign"),
      which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("sleep"), minutes: fc.constantFrom(1, 5, 17, 70) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("publish", "publish", "gate") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("replace"), seat }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("ack"),
      which,
      door: fc.constantFrom("own", "own", "Lead", "no id"),
      isClear: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("say"), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("nudge"), seat }) },
);

const setup: fc.Arbitrary<RunsSetup> = fc.record({
  endedMinutes: fc.constantFrom(60, 15, 120),
  gateAsks: fc.constantFrom("present", "all"),
});

let wardroom: TestWardroom;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  wardroom = await TestWardroom.open();
});
afterAll(() => {
  vi.useRealTimers();
});

it("each run of a seat is told each thing once, and no seat has confirmed what one of them does not know", async () => {
  await fc.assert(
    fc.asyncProperty(setup, fc.array(step, { minLength: 10, maxLength: 40 }), async (set, steps) => {
      const team = await RunsTeam.open(wardroom, set);
      for (const each of steps) {
        await team.take(each);
        await team.check();
      }
      await team.finish();
    }),
    {
      endOnFailure: true,
      numRuns: Number(process.env["WARDROOM_RUNS_LAW"] ?? 20),
      ...seedOf(process.env["WARDROOM_RUNS_SEED"] ?? "7"),
    },
  );
});

/** The same histories each time, and others where somebody asks for them; a failure says its seed. */
function seedOf(text: string): { seed?: number } {
  return text === "any" ? {} : { seed: Number(text) };
}
