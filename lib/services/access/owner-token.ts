import { createHash, timingSafeEqual } from "node:crypto";
import type { LoginAttempts } from "@/lib/services/access/login-attempts";

/**
 * The owner's token. One that a person chose may be short enough to be guessed: over the network every mistake counts, as
 * it does at the login. One that Wardroom made cannot be guessed, and programs of this machine are not held up by another
 * program's mistakes.
 */
export class OwnerToken {
  constructor(
    private readonly token: string,
    private readonly isChosen: boolean,
    private readonly attempts: LoginAttempts,
  ) {}

  /** Whether it is the token. Throws `rate_limited` where guesses from the address have to wait. */
  isPresented(token: string, address: string | null): boolean {
    if (!this.isChosen || address === null || isLoopback(address)) return this.equals(token);
    this.attempts.assertMayTry(address);
    if (this.equals(token)) return true;
    this.attempts.fail(address);
    return false;
  }

  /** Compares in a time that says nothing about where they differ. */
  equals(token: string): boolean {
    return timingSafeEqual(digest(token), digest(this.token));
  }
}

/** Whether an address of a connection is one of this machine's own. */
function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(address); // 127.0.0.1, ::ffff:127.0.0.1
}

function digest(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}
