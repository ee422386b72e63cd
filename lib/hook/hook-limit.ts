/** An agent waits for a hook this long at most, Node's own start included. Milliseconds. */
const LIMIT_MS = 120;
/** Names another limit, for machines on which everything takes longer. */
const LIMIT_VARIABLE = "WARDROOM_HOOK_MS";

/** The age of this process at which a hook stops waiting for anything. Milliseconds. */
export function hookLimit(environment: Readonly<Record<string, string | undefined>>): number {
  return Number(environment[LIMIT_VARIABLE]) || LIMIT_MS;
}
