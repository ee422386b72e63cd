import { createHash, timingSafeEqual } from "node:crypto";
import type { AppError } from "@/lib/core/errors";
import type { LoginAttempts } from "@/lib/services/access/login-attempts";

/** The owner's tokens: the one that was chosen, and that of this process alone. Every wrong one counts, whoever made the token and wherever the guess came from, this machine too. */
export class OwnerToken {
  constructor(
    private readonly tokens: readonly string[],
    private readonly attempts: LoginAttempts,
  ) {}

  /** Throws unless it is one of them: `refusal`, or `rate_limited` after too many wrong ones. This process itself, of no address, guesses nothing. */
  async assertIs(token: string, address: string | null, refusal: AppError): Promise<void> {
    if (this.#equals(token)) return;
    throw address === null ? refusal : await this.attempts.fail(address, refusal);
  }

  /** Compares in a time that says nothing about where they differ. */
  #equals(token: string): boolean {
    const given = digest(token);
    return this.tokens.map((each) => timingSafeEqual(given, digest(each))).includes(true);
  }
}

function digest(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}
