import { findSession } from "@/lib/hook/find-session";
import { type HookInput, runOf } from "@/lib/hook/hook-input";
import { Ledger, stateFolder } from "@/lib/hook/ledger";
import { NO_SEAT, seatOf } from "@/lib/hook/seat";
import { dataFolder } from "@/lib/hook/data-folder";
import { findServer, projectOf, type Server, type Speaker } from "@/lib/hook/server";
import type { Surroundings } from "@/lib/hook/surroundings";
import { whoIsIt, type Identity } from "@/lib/hook/who-is-it";
import { listSessions, mainCheckoutOf } from "@/lib/hook/workspace";

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
