/** How often a change is repeated: with a second before each attempt, a restarted database is back by then. */
const MOST = 20;

/**
 * Makes a change that takes effect once however often it is sent, as under one idempotency key, and repeats it while its outcome is unknown; a refusal in
 * between because the server or its database is away says nothing about the first attempt. `rest` waits a second. Throws `outcome_unknown` if the
 * outcome stays unknown, and any other failure at once.
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
