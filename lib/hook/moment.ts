import { findSession, namedSession } from "@/lib/hook/find-session";
import { type HookInput, runOf } from "@/lib/hook/hook-input";
import { Ledger, stateFolder } from "@/lib/hook/ledger";
import { dataFolder } from "@/lib/hook/data-folder";
import { findServer, projectOf, type Server, type Speaker } from "@/lib/hook/server";
import type { Surroundings } from "@/lib/hook/surroundings";
import { type Environment, type Identity, whoIsIt } from "@/lib/hook/who-is-it";
import { atWork, listSessions, mainCheckoutOf, memoryPath, readText } from "@/lib/hook/workspace";
import { typeOf } from "@/lib/core/memory/access";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { foldRoleId, roleSections } from "@/lib/core/memory/role-id";

/** Everything a hook knows when it begins. */
export interface Moment {
  input: HookInput;
  identity: Identity;
  /** Whether its client takes what keeps it from stopping. */
  canGoOn: boolean;
  speaker: Speaker;
  /** Whether it works as its role by the server's word or its type alone, and the roles of its type where none was left. */
  seat: { isOwn: boolean; taken: readonly string[] };
  /** The workspace, absolute. */
  root: string;
  /** The session it works in; null when that is not known. Found out when it is asked for: it may take reading every memory. */
  readonly session: string | null;
  ledger: Ledger;
  /** Where Wardroom keeps its data on this machine; null where it is not installed. */
  data: string | null;
  /** Null where nothing serves the workspace. */
  server: Server | null;
}

/**
 * What is known at this moment, of the workspace at `place`, which has a document, else of the project the agent works in; null in one
 * without a team memory, which is no business of ours.
 */
export async function readMoment(input: HookInput, surroundings: Surroundings, place?: string): Promise<Moment | null> {
  const { environment, client, canGoOn = true } = surroundings;
  const cwd = input.cwd || environment["CLAUDE_PROJECT_DIR"] || "/";
  const main = place === undefined ? null : mainCheckoutOf(place);
  const root =
    main !== null && listSessions(main).length > 0
      ? main
      : (place ?? projectOf(cwd, environment, surroundings.scriptFolder));
  if (root === null || listSessions(root).length === 0) return null;
  const found = whoIsIt(input, environment);
  const ledger = new Ledger(stateFolder(environment), found.teamKey);
  const server = findServer(root, surroundings);
  const run = runOf(input, found.instance, client);
  const seat =
    found.role === null ? await seatOf(input, found, { root, ledger, server }, { environment, run }) : NO_SEAT;
  // The Lead may have given it another seat than it was started for.
  const role = found.role === null ? seat.role : (ledger.read(MOVED, found.instance) ?? found.role);
  const hasOwnSession = found.hasOwnSession || (seat.role !== null && input.agentId === "");
  const identity = { ...found, role, hasOwnSession };
  let session: string | null | undefined = seat.session ?? undefined;
  return {
    input,
    identity,
    canGoOn,
    // A run without a role would be taken for one of the Lead's.
    speaker: { as: role === "Lead" ? null : role, run: role === null ? null : run },
    seat: { isOwn: seat.role !== null, taken: seat.taken },
    root,
    ledger,
    data: dataFolder(environment, surroundings.scriptFolder),
    server,
    get session() {
      if (session === undefined) session = findSession(root, identity, ledger, environment);
      return session;
    },
  };
}

/** Under which name it is noted where an instance works by now. */
export const MOVED = "moved";

/** The role that a conversation without one of its own works as, and why it has none. */
interface Seat {
  role: string | null;
  /** The session of that role; null for none. */
  session: string | null;
  /** The roles of its type, where every one of them is somebody else's. */
  taken: string[];
}

const NO_SEAT: Seat = { role: null, session: null, taken: [] };

/** Events at which the server is asked where a session sits whose client's records name no role. */
const ASKED_AT: ReadonlySet<string> = new Set(["SessionStart", "UserPromptSubmit"]);

/**
 * The role of a conversation that its client's records give none. A subagent without a name is that of its type: the one it was asked
 * to be, else the first in which nobody is at work. A session is what it was seated as, if it was. The server decides, and keeps it;
 * while none answers, the ledger does. None where no role is of its type, several sessions have one, or it is not known yet which of
 * several it was asked to be.
 */
async function seatOf(
  { agentId, agentType, event }: HookInput,
  { nameless, team, instance }: Identity,
  { root, ledger, server }: { root: string; ledger: Ledger; server: Server | null },
  { environment, run }: { environment: Environment; run: string | null },
): Promise<Seat> {
  if (run === null) return NO_SEAT;
  const known = ledger.read("seat-of", instance);
  const ask = (body: object) => server?.call("POST", "runs/seat", { as: null, run: null }, { run, ...body });
  const sit = (session: string, role: string) => {
    ledger.note(instance, "seat", session, role);
    ledger.note(`${session}/${role}`, "seat-of", instance);
    ledger.owe(
      `Wardroom: you work as ${role} in ${session}: its section of .agent/teams/${session}/TEAM-MEMORY.md is yours.`,
      instance,
    );
    return { role, session, taken: [] };
  };
  if (agentId === "" && ASKED_AT.has(event)) {
    const { session, role } = (await ask({}))?.body ?? {};
    // It may have been given another since.
    if (typeof session === "string" && typeof role === "string" && known !== `${session}/${role}`)
      return sit(session, role);
  }
  if (known !== null) return seatIn(known);
  if (nameless === null || agentType === "") return NO_SEAT;
  const at = placeOf(root, agentType, namedSession(root, team, ledger, environment));
  if (at === null) return NO_SEAT;
  const { session, roles } = at;
  const asked = nameless.map((words) => roleAskedFor(words, roles));
  const [first] = asked;
  if (asked.length > 1 && asked.some((role) => role !== undefined)) return NO_SEAT;
  const answer = await ask({ session, roles: first === undefined ? roles : [first], shared: first !== undefined });
  const isFree = (role: string) =>
    ledger.take(instance, "seat", session, role) || ledger.read("seat", session, role) === instance;
  const role = answer?.status === 200 ? answer.body["role"] : (first ?? roles.find(isFree));
  return typeof role === "string" ? sit(session, role) : { ...NO_SEAT, taken: roles };
}

function seatIn(known: string): Seat {
  const [session = "", role = ""] = known.split("/");
  return role === "" ? NO_SEAT : { role, session, taken: [] };
}

/** The session in which roles of a type are, and these roles in the order of their sections; null for none or several. */
function placeOf(
  root: string,
  agentType: string,
  { sessions, named }: ReturnType<typeof namedSession>,
): { session: string; roles: string[] } | null {
  const places = (named === null ? atWork(root, sessions) : [named])
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
