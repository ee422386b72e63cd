import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { LoginAttempts } from "@/lib/services/access/login-attempts";
import { OwnerToken } from "@/lib/services/access/owner-token";

const HOUR = 60 * 60_000;
const RIGHT = "the-owner's-own-token";
const REFUSAL = new AppError("unauthenticated", "no");

function guarded() {
  const world = { now: Date.parse("2026-11-20T10:00:00.000Z"), pauses: [] as number[], locks: [] as string[] };
  const attempts = new LoginAttempts(() => new Date(world.now), {
    onLock: (address, { failed }) => world.locks.push(`${address} ${failed}`),
    pause: (milliseconds) => Promise.resolve(void world.pauses.push(milliseconds)),
  });
  const token = new OwnerToken([RIGHT], attempts);
  /** What became of a guess: `in`, or the code of the refusal. */
  const guess = (said: string, address: string | null) =>
    token
      .assertIs(said, address, () => REFUSAL)
      .then(
        () => "in",
        (error: unknown) => (error as AppError).code,
      );
  return { world, attempts, guess };
}

const ADDRESSES = ["127.0.0.1", "::1", "10.0.0.5", null];
const anyGuess = fc.record({
  said: fc.oneof(fc.constant(RIGHT), fc.string(), fc.constant(`${RIGHT} `)),
  // A few that return, and one of very many.
  from: fc.oneof(fc.constantFrom(...ADDRESSES), fc.ipV6()),
  after: fc.oneof({ weight: 9, arbitrary: fc.nat(2000) }, { weight: 1, arbitrary: fc.constant(HOUR + 1) }),
  times: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ max: 80, min: 1 }) }),
});

test("the right token gets in at once after any guesses, and each wrong one is counted and slowed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyGuess, { maxLength: 40 }), async (guesses) => {
      const { world, attempts, guess } = guarded();
      const failed = new Map<string, { count: number; at: number }>();
      const count = (whose: string) => {
        const before = failed.get(whose);
        const isOver = before === undefined || world.now - before.at > HOUR;
        failed.set(whose, { count: isOver ? 1 : before.count + 1, at: world.now });
        return failed.get(whose)?.count ?? 0;
      };
      for (const { said, from, after, times } of guesses) {
        world.now += after;
        for (let time = 0; time < times; time++) {
          const before = world.pauses.length;
          const outcome = await guess(said, from);
          const beyond = said === RIGHT || from === null ? [] : [count(from) - 5, count("all") - 50];
          const isSlowed = Math.max(0, ...beyond) > 0;
          if (said === RIGHT) expect(outcome).toBe("in");
          else if (from === null) expect(outcome).toBe("unauthenticated");
          else expect(outcome).toBe(isSlowed ? "rate_limited" : "unauthenticated");
          expect(world.pauses.length - before).toBe(isSlowed ? 1 : 0);
          // Whatever happened before it.
          expect(await guess(RIGHT, from)).toBe("in");
        }
      }
      const all = failed.get("all");
      const isRecent = all !== undefined && world.now - all.at <= HOUR;
      expect(attempts.overview().failed).toBe(isRecent ? all.count : 0);
      expect(world.pauses.every((pause) => pause > 0 && pause <= 2000)).toBe(true);
    }),
  );
});

test("wrong guesses wait twice as long for each further one, and no more than a hundred are held back", async () => {
  const { world, guess } = guarded();
  for (let time = 0; time < 12; time++) await guess("wrong", "10.0.0.5");
  expect(world.pauses).toEqual([125, 250, 500, 1000, 2000, 2000, 2000]);
  const held: (() => void)[] = [];
  const attempts = new LoginAttempts(() => new Date(world.now), {
    onLock: () => undefined,
    pause: () => new Promise((resolve) => held.push(resolve)),
  });
  const refusals = Array.from({ length: 300 }, () => attempts.fail("10.0.0.5", REFUSAL));
  expect((await Promise.all(refusals.slice(105))).map(({ code }) => code)).toEqual(Array(195).fill("rate_limited"));
  expect(held).toHaveLength(100);
  for (const release of held) release();
  await Promise.all(refusals);
});

test("the owner is told once of an address and once of many, until an hour without a mistake or the right one", async () => {
  const { world, attempts, guess } = guarded();
  for (let time = 0; time < 9; time++) await guess("wrong", "10.0.0.5");
  for (let time = 0; time < 300; time++) await guess("wrong", `10.0.${time >> 8}.${time & 255}`);
  expect(world.locks).toEqual(["10.0.0.5 6", "many addresses 51"]);
  expect(attempts.overview()).toMatchObject({ failed: 309, address: "10.0.0.5" });
  expect(attempts.overview().lockedUntil?.getTime()).toBe(world.now + HOUR);
  world.now += HOUR + 1;
  expect(attempts.overview()).toEqual({ failed: 0, lastAt: null, lockedUntil: null, address: null });
  for (let time = 0; time < 5; time++) await guess("wrong", "10.0.0.5");
  attempts.succeed("10.0.0.5");
  expect(await guess("wrong", "10.0.0.5")).toBe("unauthenticated");
});
