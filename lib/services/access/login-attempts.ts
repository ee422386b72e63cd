import { AppError } from "@/lib/core/errors";

/** Mistakes an address may make before it has to wait. */
const FREE = 5;
/** Mistakes all addresses may make together before everybody has to wait. */
const FREE_OVERALL = 50;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Shorter overall: a stranger must not keep the owner out for long. */
const LONGEST_WAIT_OVERALL_MS = 60_000;
/** An hour without a mistake, and they are forgotten. */
const MEMORY_MS = 60 * 60_000;
/** Addresses remembered at most. Those beyond take the place of the oldest, and count overall all the same. */
const MOST_ADDRESSES = 1000;

interface Count {
  failed: number;
  lastAt: number;
  lockedUntil: number;
}

/** Guesses that went wrong lately, as the owner is told of them. */
export interface Attempts {
  failed: number;
  lastAt: Date | null;
  /** Until when guesses are not looked at, or null. */
  lockedUntil: Date | null;
  /** The address with the most mistakes, or null. */
  address: string | null;
}

/**
 * Slows guessing down: after a few mistakes an address waits twice as long for each further one, and so does everybody
 * when many addresses guess. Uses the same small memory however many try.
 */
export class LoginAttempts {
  readonly #addresses = new Map<string, Count>();
  #overall: Count = none();

  constructor(
    private readonly clock: () => Date,
    /** Told when an address, or everybody, is locked for the first time since the last mistakes were forgotten. */
    private readonly onLock: (address: string, attempts: Attempts) => void,
  ) {}

  /** Throws `rate_limited` while the address has to wait. A guess made meanwhile is not looked at, and costs nothing. */
  assertMayTry(address: string): void {
    const now = this.clock().getTime();
    const until = Math.max(this.#addresses.get(address)?.lockedUntil ?? 0, this.#overall.lockedUntil);
    if (until <= now) return;
    const seconds = Math.ceil((until - now) / 1000);
    throw new AppError("rate_limited", "Too many sign-ins with a wrong code or token.", {
      hint: `Try again in ${seconds} s. A one-time code or a link that is still valid works at once.`,
      current: { retryAfterSeconds: seconds },
    });
  }

  /** Counts a mistake. */
  fail(address: string): void {
    const now = this.clock().getTime();
    const before = this.#addresses.get(address);
    const count = next(before, now, FREE, LONGEST_WAIT_MS);
    this.#addresses.delete(address);
    this.#addresses.set(address, count);
    const [oldest] = this.#addresses.keys();
    if (this.#addresses.size > MOST_ADDRESSES && oldest !== undefined) this.#addresses.delete(oldest);
    this.#overall = next(this.#overall, now, FREE_OVERALL, LONGEST_WAIT_OVERALL_MS);
    if (count.failed === FREE + 1) this.onLock(address, this.overview());
    if (this.#overall.failed === FREE_OVERALL + 1) this.onLock("many addresses", this.overview());
  }

  /** Forgets the mistakes of an address that got in. */
  succeed(address: string): void {
    this.#addresses.delete(address);
  }

  /** What has happened lately. */
  overview(): Attempts {
    const now = this.clock().getTime();
    const { failed, lastAt } = this.#overall;
    if (failed === 0 || now - lastAt > MEMORY_MS) {
      return { failed: 0, lastAt: null, lockedUntil: null, address: null };
    }
    const worst = [...this.#addresses].toSorted(([, a], [, b]) => b.failed - a.failed)[0];
    const until = Math.max(worst?.[1].lockedUntil ?? 0, this.#overall.lockedUntil);
    return {
      failed,
      lastAt: new Date(lastAt),
      lockedUntil: until > now ? new Date(until) : null,
      address: worst?.[0] ?? null,
    };
  }
}

function next(before: Count | undefined, now: number, free: number, longest: number): Count {
  const failed = before === undefined || now - before.lastAt > MEMORY_MS ? 1 : before.failed + 1;
  const wait = failed <= free ? 0 : Math.min(1000 * 2 ** (failed - free - 1), longest);
  return { failed, lastAt: now, lockedUntil: now + wait };
}

function none(): Count {
  return { failed: 0, lastAt: 0, lockedUntil: 0 };
}
