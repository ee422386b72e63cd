/** An agent waits this long for the server at one moment, from the first thing that is asked of it. Milliseconds. */
const LIMIT_MS = 6000;
/** So long after it was started a hook has to be done: the client ends it two seconds later. Milliseconds. */
const LIFE_MS = 18_000;
/** A server that lately took a whole wait and did not answer is tried for this long, and no longer on a busy machine. Milliseconds. */
const TRY_MS = 500;
const LONGEST_TRY_MS = 900;
/** How long a hook takes to start where nothing else runs. Milliseconds. */
const USUAL_START_MS = 100;
/** Names another limit. */
const LIMIT_VARIABLE = "WARDROOM_HOOK_MS";
/** The client's own records are written within milliseconds, or not before the hook is done. */
const RECORDS_MS = 150;

type Environment = Readonly<Record<string, string | undefined>>;

/** How long one hook waits for the server in all. Milliseconds. */
export interface Patience {
  /** As long as nothing is known against the server. */
  whole: number;
  /** For one that lately did not answer. */
  short: number;
}

/**
 * How long a hook waits for the server, by how long its own process took to start and how many processes wait for each processor: a machine
 * that takes ten times as long as usual is so busy that the server does too, and giving up early would lose what is to be said and
 * save nothing. A process that starts gets its turn sooner than one that has worked for long, so its start alone says too little.
 */
export function patienceOf(environment: Environment, startMs: number, load = 0): Patience {
  const slowness = Math.max(1, startMs / USUAL_START_MS, load);
  const left = Math.max(TRY_MS, LIFE_MS - startMs);
  const whole = Number(environment[LIMIT_VARIABLE]) || Math.min(LIMIT_MS * slowness, left);
  return { whole, short: Math.min(TRY_MS * slowness, LONGEST_TRY_MS, whole) };
}

/** How long a hook waits for what the client writes down at the same moment. */
export function recordsLimit(environment: Environment): number {
  return Math.min(RECORDS_MS, Number(environment[LIMIT_VARIABLE]) || RECORDS_MS);
}
