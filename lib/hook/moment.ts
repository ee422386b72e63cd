import { isRunId } from "@/lib/core/context/run";
import { findSession } from "@/lib/hook/find-session";
import type { HookInput } from "@/lib/hook/hook-input";
import { Ledger, stateFolder } from "@/lib/hook/ledger";
import { seatOf } from "@/lib/hook/seat";
import { dataFolder, findServer, type Server, type Speaker } from "@/lib/hook/server";
import type { Surroundings } from "@/lib/hook/surroundings";
import { whoIsIt, type Identity } from "@/lib/hook/who-is-it";
import { findRoot } from "@/lib/hook/workspace";

/** Everything a hook knows when it begins. */
export interface Moment {
  input: HookInput;
  identity: Identity;
  /** Whether its client is another than Claude Code, which may not take what keeps it from stopping. */
  isOtherClient: boolean;
  /** As whom it speaks to the server. */
  speaker: Speaker;
  /** Where it works as a role by its type: whether it has to be told, and the roles that are others' where none was left. */
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
 * What is known at this moment, of the workspace at `place` or above it, else of the one the agent works in; null in a
 * workspace without a team memory, which is no business of ours.
 */
export function readMoment(input: HookInput, surroundings: Surroundings, place: string = input.cwd): Moment | null {
  const { environment } = surroundings;
  const root = findRoot(place || environment["CLAUDE_PROJECT_DIR"] || "/");
  if (root === null) return null;
  const found = whoIsIt(input, environment);
  const ledger = new Ledger(stateFolder(environment), found.teamKey);
  const { role, taken } = seatOf(input, found, { root, ledger, environment });
  const known = { ...found, role: found.role ?? role };
  const identity = { ...known, instance: knownInstance(input, known, ledger) };
  let session: string | null | undefined;
  return {
    input,
    identity,
    isOtherClient: surroundings.client !== undefined,
    speaker: {
      as: identity.role === "Lead" ? null : identity.role,
      // A run without a role would be taken for one of the Lead's.
      run: identity.role === null ? null : runOf(input, identity.instance, surroundings.client),
    },
    seat: { isOwn: role !== null, taken },
    root,
    ledger,
    data: dataFolder(environment, surroundings.scriptFolder),
    server: findServer(root, surroundings),
    get session() {
      if (session === undefined) session = findSession(root, identity, ledger, environment);
      return session;
    },
  };
}

/** Some events name a teammate and not the run of it; the run is the one last seen. */
function knownInstance(input: HookInput, { role, instance, hasOwnSession }: Identity, ledger: Ledger): string {
  if (role === null || hasOwnSession) return instance;
  if (input.agentId !== "") ledger.note(input.agentId, "instance", role);
  else if (input.teammateName !== "") return ledger.read("instance", role) ?? instance;
  return instance;
}

/** The id by which the server knows the conversation of this moment; null where the client gives it none, or none that can be sent. */
function runOf({ sessionId }: HookInput, instance: string, client = "claude"): string | null {
  if (sessionId === "") return null;
  const ids = instance === sessionId ? [sessionId] : [sessionId, instance];
  const run = `${client}:${ids.map((id) => id.replace(/[^\w@.,:+=-]/g, "-")).join("/")}`;
  return isRunId(run) ? run : null;
}
