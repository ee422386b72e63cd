import { foldRoleId } from "@/lib/core/memory/role-id";

interface Candidate {
  id: string;
  finished: string | null;
  roles: readonly { id: string; state: string }[];
}

/**
 * Which session is meant where none is named: the only one at work, or the only one of these that the role is in; a finished one
 * where there is no other. `only` is null where it could be any of `among`, or where that is empty.
 */
export function meantSession<Session extends Candidate>(
  all: readonly Session[],
  role: string | null,
): { only: Session | null; among: readonly Session[] } {
  const open = all.filter(({ finished }) => finished === null);
  const among = open.length > 0 ? open : all;
  const own = role === null ? [] : among.filter(({ roles }) => roles.some((each) => isAtWork(each, role)));
  const [only] = own.length === 1 ? own : among;
  return { only: own.length === 1 || among.length === 1 ? (only ?? null) : null, among };
}

function isAtWork({ id, state }: Candidate["roles"][number], role: string): boolean {
  return state === "active" && foldRoleId(id) === foldRoleId(role) && foldRoleId(role) !== "Lead";
}
