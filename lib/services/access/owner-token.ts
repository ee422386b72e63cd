import { createHash, timingSafeEqual } from "node:crypto";
import type { AppError } from "@/lib/core/errors";
import type { LoginAttempts } from "@/lib/services/access/login-attempts";

/** The owner's token. Every wrong one counts, whoever made the token and wherever the guess came from, this machine too. */
export class OwnerToken {
  constructor(
    private readonly token: string,
    private readonly attempts: LoginAttempts,
  ) {}

  /** Throws unless it is the token: `refusal`, or `rate_limited` after too many wrong ones. This process itself, of no address, guesses nothing. */
  async assertIs(token: string, address: string | null, refusal: AppError): Promise<void> {
    if (this.#equals(token)) return;
    throw address === null ? refusal : await this.attempts.fail(address, refusal);
  }

  /** Compares in a time that says nothing about where they differ. */
  #equals(token: string): boolean {
    return timingSafeEqual(digest(token), digest(this.token));
  }
}

function digest(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}
