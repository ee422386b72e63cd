import { typeOf } from "@/lib/core/memory/access";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { roleSections } from "@/lib/core/memory/role-id";
import type { HookInput } from "@/lib/hook/hook-input";
import type { Ledger } from "@/lib/hook/ledger";
import type { Environment, Identity } from "@/lib/hook/who-is-it";
import { atWork, listSessions, memoryPath, readText } from "@/lib/hook/workspace";

/** The role that a subagent without a name works as, and why it has none. */
export interface Seat {
  role: string | null;
  /** The roles of its type, where every one of them is somebody else's. */
  taken: string[];
}

const NO_SEAT: Seat = { role: null, taken: [] };

/**
 * The role of a subagent that was given no name, by its type: the one it was asked to be, else the first of that type that
 * nobody works as. It keeps that role to its end, and no other run of an agent gets it meanwhile. None where no role is of
 * its type, several sessions have one, or it is not known yet which of several it was asked to be.
 */
export function seatOf(
  { agentId, agentType, event }: HookInput,
  { nameless, team }: Identity,
  { root, ledger, environment }: { root: string; ledger: Ledger; environment: Environment },
): Seat {
  if (nameless === null || agentType === "") return NO_SEAT;
  const known = knownSeat(agentId, ledger);
  if (known !== null) {
    // One that was over and is asked again.
    if (event !== "SubagentStop") ledger.take(agentId, "seat", known.session, known.role);
    return { role: known.role, taken: [] };
  }
  const at = placeOf(root, agentType, [environment["WARDROOM_SESSION"], ledger.read("session", root), team]);
  if (at === null) return NO_SEAT;
  const { session, roles } = at;
  const asked = nameless.map((words) => roleAskedFor(words, roles));
  const [first] = asked;
  if (asked.length > 1 && asked.some((role) => role !== undefined)) return NO_SEAT;
  const choice = first === undefined ? roles : [first];
  for (const role of choice) {
    const isFree = !isAtWork(ledger, role) && ledger.take(agentId, "seat", session, role);
    if (!isFree && first === undefined && ledger.read("seat", session, role) !== agentId) continue;
    ledger.note(`${session}/${role}`, "seat-of", agentId);
    return { role, taken: [] };
  }
  return { role: null, taken: roles };
}

/** Lets go of the role of a subagent that is over, for the next one of its type. */
export function leaveSeat({ agentId }: HookInput, ledger: Ledger): void {
  ledger.note("", "over", agentId);
  const known = knownSeat(agentId, ledger);
  if (known === null || ledger.read("seat", known.session, known.role) !== agentId) return;
  ledger.drop("seat", known.session, known.role);
}

function knownSeat(agentId: string, ledger: Ledger): { session: string; role: string } | null {
  const [session, role] = (ledger.read("seat-of", agentId) ?? "").split("/");
  return session === undefined || role === undefined ? null : { session, role };
}

/** Whether a run of an agent is at work as that role, by its name or its type. */
function isAtWork(ledger: Ledger, role: string): boolean {
  const instance = ledger.read("instance", role);
  return instance !== null && !ledger.has("over", instance);
}

/** The session in which roles of a type are, and these roles in the order of their sections; null for none or several. */
function placeOf(
  root: string,
  agentType: string,
  named: readonly (string | null | undefined)[],
): { session: string; roles: string[] } | null {
  const sessions = listSessions(root);
  const known = named.find((each) => each !== undefined && each !== null && sessions.includes(each));
  const meant = known === undefined || known === null ? atWork(root, sessions) : [known];
  const places = meant
    .map((session) => ({ session, roles: rolesOfType(root, session, agentType) }))
    .filter(({ roles }) => roles.length > 0);
  return places.length === 1 ? (places[0] ?? null) : null;
}

function rolesOfType(root: string, session: string, agentType: string): string[] {
  const type = foldRoleId(agentType.replace(/^.*:/, "")); // wardroom:implementer
  const text = readText(memoryPath(root, session));
  // Most helpers are of a type that no role has: nothing is parsed for them.
  if (text?.toLowerCase().includes(type) !== true) return [];
  const active = roleSections(parseMemory(text)).filter(({ role, state }) => role !== "Lead" && state === "active");
  const roles = [...new Set(active.map(({ role }) => role))];
  return roles.includes(type) ? [type] : roles.filter((role) => typeOf(role, null) === type);
}

/** The role that is named in what an agent was asked to do; undefined for none, or several of which none is said to be it. */
function roleAskedFor(words: string, roles: readonly string[]): string | undefined {
  const named = roles.filter((role) => placesOf(role, words).length > 0);
  if (named.length <= 1) return named[0];
  const told = named.filter((role) => placesOf(role, words).some((at) => ADDRESSED.test(words.slice(0, at))));
  return told.length === 1 ? told[0] : undefined;
}

// "You are **implementer-2", "Your role is: implementer-2"
const ADDRESSED = /\b(?:you are|you're|your role is|work as|act as)\W{0,4}$/i;

/** Where a role is named as a whole: `implementer-1` does not stand in `implementer-10`. */
function placesOf(role: string, words: string): number[] {
  const text = words.toLowerCase();
  const found: number[] = [];
  for (let at = text.indexOf(role); at >= 0; at = text.indexOf(role, at + 1)) {
    const isWhole = !/[\w-]$/.test(text.slice(0, at)) && !/^[\w-]/.test(text.slice(at + role.length));
    if (isWhole) found.push(at);
  }
  return found;
}
