import { foldRoleId } from "@/lib/core/memory/role-id";

/** What clients put behind a name that is taken already, or by which people tell two conversations of a role apart. */
const SUFFIX = /-(?:\d{1,4}|claude(?:-code)?|codex|gemini|opencode|cursor|copilot)$/;

/** No role has a longer name. */
const LONGEST = 100;

/**
 * The seat that a name nearly is: spelled otherwise, or with a number or a client behind it, as `implementer-1-2` and
 * `Implementer_1@codex` are for `implementer-1`. Of two such seats it is the longer one. Null for the name of a seat itself, for one that
 * is near none, and where two seats are equally near.
 */
export function nearSeat(name: string, seats: readonly string[]): string | null {
  if (name.length > LONGEST || seats.includes(foldRoleId(name))) return null;
  for (let rest = spelled(name); ;) {
    const near = seats.filter((seat) => spelled(seat) === rest);
    if (near.length > 0) return near.length === 1 ? (near[0] ?? null) : null;
    const shorter = rest.replace(SUFFIX, "");
    if (shorter === rest) return null;
    rest = shorter;
  }
}

/** A name without what people spell differently: case, and what stands between its words. */
function spelled(name: string): string {
  return foldRoleId(name).replace(/[\s_.@:/-]+/g, "-");
}
