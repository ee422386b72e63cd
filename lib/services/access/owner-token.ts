import { hash, timingSafeEqual } from "node:crypto";
import type { AppError } from "@/lib/core/errors";
import type { LoginAttempts } from "@/lib/services/access/login-attempts";

/** The owner's tokens: the one that was chosen, and that of this process alone. Every wrong one counts, whoever made the token and wherever the guess came from, this machine too. */
export class OwnerToken {
  readonly #digests: readonly Buffer[];

  constructor(
    tokens: readonly string[],
    private readonly attempts: LoginAttempts,
  ) {
    this.#digests = tokens.map(digest);
  }

  /** Throws unless it is one of them: `refusal`, or `rate_limited` after too many wrong ones. This process itself, of no address, guesses nothing. */
  async assertIs(token: string, address: string | null, refusal: () => AppError): Promise<void> {
    if (this.#equals(token)) return;
    throw address === null ? refusal() : await this.attempts.fail(address, refusal());
  }

  /** Compares in a time that says nothing about where they differ. */
  #equals(token: string): boolean {
    const given = digest(token);
    return this.#digests.map((each) => timingSafeEqual(given, each)).includes(true);
  }
}

function digest(value: string): Buffer {
  return hash("sha256", value, "buffer");
}
