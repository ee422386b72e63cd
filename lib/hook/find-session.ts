import type { Ledger } from "@/lib/hook/ledger";
import { atWork, listSessions, sessionsOfRole } from "@/lib/hook/workspace";
import type { Environment, Identity } from "@/lib/hook/who-is-it";

/** The name under which a team's session is remembered. */
const SESSION = "session";

/**
 * The session an agent works in: the one it is told to, else the one its team was last seen at work in, else the one that
 * has the team's name, else the only one at work where its role is active. Null where that leaves none, or several.
 */
export function findSession(
  root: string,
  { role, team }: Identity,
  ledger: Ledger,
  environment: Environment,
): string | null {
  const { sessions, named } = namedSession(root, team, ledger, environment);
  if (named !== null) return named;
  const inAll = role === null || role === "Lead";
  const [only, ...others] = !inAll
    ? sessionsOfRole(root, role)
    : sessions.length > 1
      ? atWork(root, sessions)
      : sessions;
  if (only === undefined || others.length > 0) return null;
  // Reading every memory again at each batch of tools would be the greater part of what a hook costs.
  if (role !== null && role !== "Lead") rememberSession(root, only, ledger);
  return only;
}

/** The sessions of a workspace, and the one a team is told to work in, was seen in last, or has the name of; null for none. */
export function namedSession(root: string, team: string, ledger: Ledger, environment: Environment) {
  const sessions = listSessions(root);
  const known = [environment["WARDROOM_SESSION"], ledger.read(SESSION, root), team];
  return {
    sessions,
    named: known.find((each) => each !== undefined && each !== null && sessions.includes(each)) ?? null,
  };
}

export function rememberSession(root: string, session: string, ledger: Ledger): void {
  ledger.note(session, SESSION, root);
}
