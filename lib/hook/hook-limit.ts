/** An agent waits this long for the server at one moment, from the first thing that is asked of it. Milliseconds. */
const LIMIT_MS = 8000;
/** Names another limit. */
const LIMIT_VARIABLE = "WARDROOM_HOOK_MS";
/** The client's own records are written within milliseconds, or not before the hook is done. */
const RECORDS_MS = 150;

/**
 * How long a hook waits for the server in all. How long its process took to start does not count: on a busy machine that may be
 * longer than any wait, and giving up then would lose what is to be said and save no time.
 */
export function hookLimit(environment: Readonly<Record<string, string | undefined>>): number {
  return Number(environment[LIMIT_VARIABLE]) || LIMIT_MS;
}

/** How long a hook waits for what the client writes down at the same moment. */
export function recordsLimit(environment: Readonly<Record<string, string | undefined>>): number {
  return Math.min(RECORDS_MS, hookLimit(environment));
}
