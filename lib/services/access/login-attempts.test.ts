import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import { LoginAttempts } from "@/lib/services/access/login-attempts";

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;

let now: number;
let locks: string[];
let attempts: LoginAttempts;
beforeEach(() => {
  now = Date.parse("2026-11-20T10:00:00.000Z");
  locks = [];
  attempts = new LoginAttempts(
    () => new Date(now),
    (address, { failed }) => locks.push(`${address} ${failed}`),
  );
});

/** Seconds an address has to wait; 0 when it may try. */
function wait(address: string): number {
  try {
    attempts.assertMayTry(address);
    return 0;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return (error as AppError).details.current?.retryAfterSeconds as number;
  }
}

/** Guesses every second that allows it, and answers how many guesses were looked at. */
function guessFor(milliseconds: number, addressOf: (count: number) => string): number {
  let looked = 0;
  for (const end = now + milliseconds; now < end; now += SECOND) {
    const address = addressOf(looked);
    if (wait(address) > 0) continue;
    attempts.fail(address);
    looked++;
  }
  return looked;
}

describe("guesses at the login", () => {
  it("have to wait twice as long after each mistake beyond the first five", () => {
    for (let count = 0; count < 5; count++) attempts.fail("10.0.0.5");
    expect(wait("10.0.0.5")).toBe(0);
    const waits: number[] = [];
    for (let count = 0; count < 4; count++) {
      attempts.fail("10.0.0.5");
      waits.push(wait("10.0.0.5"));
      now += (waits.at(-1) ?? 0) * SECOND;
      expect(wait("10.0.0.5")).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8]);
    expect(wait("10.0.0.6")).toBe(0);
  });

  it("are a handful an hour from one address, and a minute apart from any number of them", () => {
    expect(guessFor(HOUR, () => "10.0.0.5")).toBeLessThan(25);
    now += 2 * HOUR;
    expect(guessFor(HOUR, (count) => `10.0.${count >> 8}.${count & 255}`)).toBeLessThan(130);
  });

  it("are told to the owner once an address or everybody is locked, and not repeat for more guess", () => {
    guessFor(HOUR, () => "10.0.0.5");
    expect(locks).toEqual(["10.0.0.5 6"]);
    now += 2 * HOUR;
    guessFor(HOUR, (count) => `10.0.${count >> 8}.${count & 255}`);
    expect(locks).toEqual(["10.0.0.5 6", "many addresses 51"]);
    expect(attempts.overview()).toMatchObject({ failed: expect.any(Number) as number });
  });

  it("are forgotten after an hour without one, or when the right one comes", () => {
    for (let count = 0; count < 7; count++) attempts.fail("10.0.0.5");
    expect(attempts.overview()).toMatchObject({ failed: 7, address: "10.0.0.5" });
    now += HOUR + SECOND;
    expect(attempts.overview()).toEqual({ failed: 0, lastAt: null, lockedUntil: null, address: null });
    attempts.fail("10.0.0.5");
    expect(wait("10.0.0.5")).toBe(0);
    for (let count = 0; count < 4; count++) attempts.fail("10.0.0.5");
    attempts.succeed("10.0.0.5");
    attempts.fail("10.0.0.5");
    expect(wait("10.0.0.5")).toBe(0);
  });
});
