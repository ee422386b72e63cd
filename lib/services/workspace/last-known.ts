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
