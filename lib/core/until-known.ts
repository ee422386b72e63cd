/** Repetitions of what may have been done: with a second before each, a database that is restarted is back by then. */
const MOST = 20;

/**
 * Does a change that is made once however often it is asked for, as under one idempotency key, and repeats it while it is not known whether it was made: who
 * is refused meanwhile because the server or its database is away knows nothing of the first time either. `rest` passes a second.
 * Throws `outcome_unknown` where it stays so, and any other failure at once.
 */
export async function untilKnown<T>(attempt: () => Promise<T>, rest: () => Promise<unknown>): Promise<T> {
  let unknown: unknown;
  for (let left = MOST; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
      if (code === "outcome_unknown") unknown ??= error;
      else if (unknown === undefined || (code !== "busy" && code !== "unreachable")) throw error;
      if (left === 0) throw unknown;
    }
    await rest();
  }
}
