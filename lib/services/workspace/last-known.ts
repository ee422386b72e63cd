import { isBusy } from "@/lib/services/commit/commit-errors";

/** So many answers are kept; the one that was read longest ago goes first. */
const MOST = 2_000;

/** The last answers read from the database, repeated while it cannot be reached. */
export class LastKnown {
  readonly #values = new Map<string, unknown>();

  /** What `read` answers, or what it answered last under this key where it throws `busy`. */
  async get<T>(key: string, read: () => Promise<T>): Promise<T> {
    try {
      const value = await read();
      this.#values.delete(key);
      this.#values.set(key, value);
      for (const oldest of this.#values.keys()) {
        if (this.#values.size <= MOST) break;
        this.#values.delete(oldest);
      }
      return value;
    } catch (error) {
      if (!isBusy(error) || !this.#values.has(key)) throw error;
      return this.#values.get(key) as T;
    }
  }
}

/** So many answers are remembered: each may be as long as the document that it is made of. */
const REMEMBERED = 8;

/**
 * The answers that were given last, each for an object that never changes, such as a document at one moment, and what else it
 * depends on. Who asks for the same is given the same object, which need not be written out anew.
 */
export class LastAnswers<Of extends object, Answer> {
  #answers: { of: Of; key: string; answer: Answer }[] = [];

  async get(of: Of, key: string, make: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.find((each) => each.of === of && each.key === key) ?? {
      of,
      key,
      answer: await make(),
    };
    // The one that was asked for longest ago goes first.
    this.#answers = [known, ...this.#answers.filter((each) => each !== known)].slice(0, REMEMBERED);
    return known.answer;
  }
}
