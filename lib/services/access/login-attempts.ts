import { keepNewest } from "@/lib/core/lists";
import { AppError } from "@/lib/core/errors";

/** Mistakes an address may make before its wrong guesses are slowed. */
const FREE = 5;
/** Mistakes all addresses may make together before everybody's wrong guesses are slowed. */
const FREE_OVERALL = 50;
const FIRST_PAUSE_MS = 125;
const LONGEST_PAUSE_MS = 2_000;
/** Wrong guesses held back at once; those beyond are refused without a pause, so that guessing takes no room from others. */
const MOST_HELD = 100;
/** An hour without a mistake, and they are forgotten. */
const MEMORY_MS = 60 * 60_000;
/** Addresses remembered at most. Those beyond take the place of the oldest, and count overall all the same. */
const MOST_ADDRESSES = 1000;

interface Count {
  failed: number;
  lastAt: number;
}

/** Guesses that went wrong lately, as the owner is told of them. */
export interface Attempts {
  failed: number;
  lastAt: Date | null;
  /** Until when wrong guesses are slowed, or null. */
  lockedUntil: Date | null;
  /** The address with the most mistakes, or null. */
  address: string | null;
}

interface Options {
  /** Told when an address, or everybody, is slowed for the first time since the last mistakes were forgotten. */
  onLock: (address: string, attempts: Attempts) => void;
  pause?: (milliseconds: number) => Promise<void>;
}

/**
 * Counts wrong guesses at every door, for each address and for all together, and slows them. Nothing is refused unseen: whatever others
 * guess, and from wherever, the right credential gets in at once. Uses the same small memory however many try.
 */
export class LoginAttempts {
  readonly #addresses = new Map<string, Count>();
  #overall: Count = { failed: 0, lastAt: 0 };
  #held = 0;

  constructor(
    private readonly clock: () => Date,
    private readonly options: Options,
  ) {}

  /** Counts a mistake and answers the error to throw for it, after a pause once there have been many. */
  async fail(address: string, refusal: AppError): Promise<AppError> {
    const now = this.clock().getTime();
    const count = next(this.#addresses.get(address), now);
    keepNewest(this.#addresses, address, count, MOST_ADDRESSES);
    this.#overall = next(this.#overall, now);
    if (count.failed === FREE + 1) this.options.onLock(address, this.overview());
    if (this.#overall.failed === FREE_OVERALL + 1) this.options.onLock("many addresses", this.overview());
    const beyond = Math.max(count.failed - FREE, this.#overall.failed - FREE_OVERALL);
    if (beyond <= 0) return refusal;
    const milliseconds = Math.min(FIRST_PAUSE_MS * 2 ** (beyond - 1), LONGEST_PAUSE_MS);
    if (this.#held < MOST_HELD) {
      this.#held++;
      await (this.options.pause ?? rest)(milliseconds).finally(() => this.#held--);
    }
    return new AppError("rate_limited", "Too many sign-ins with a wrong code or token.", {
      hint: "The right token, a one-time code or a link that is still valid works at once; the owner's token is in the data folder.",
      current: { retryAfterSeconds: Math.ceil(milliseconds / 1000) },
    });
  }

  /** Forgets the mistakes of an address that got in. */
  succeed(address: string): void {
    this.#addresses.delete(address);
  }

  overview(): Attempts {
    const { failed, lastAt } = this.#overall;
    const end = lastAt + MEMORY_MS;
    if (failed === 0 || this.clock().getTime() > end) {
      return { failed: 0, lastAt: null, lockedUntil: null, address: null };
    }
    const [address, worst] = [...this.#addresses].toSorted(([, a], [, b]) => b.failed - a.failed)[0] ?? [null];
    const isSlowed = failed > FREE_OVERALL || (worst?.failed ?? 0) > FREE;
    return { failed, lastAt: new Date(lastAt), lockedUntil: isSlowed ? new Date(end) : null, address };
  }
}

function next(before: Count | undefined, now: number): Count {
  return { failed: before === undefined || now - before.lastAt > MEMORY_MS ? 1 : before.failed + 1, lastAt: now };
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
