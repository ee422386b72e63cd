import type { z } from "zod";
import { api, type TeamScope, type TeamSessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type {
  CheckpointSaved,
  EndTeamSession,
  SaveCheckpoint,
  StartTeamSession,
  TeamCommandDone,
  TeamSessionEnded,
  TeamSessionResumed,
  TeamSessionStarted,
} from "@/lib/contracts/team-sessions";

const sessions = () => import("@/lib/contracts/team-sessions");

/** Starts a session of a team with the knowledge its mode and topic load. */
export function startTeamSession(
  scope: TeamScope,
  body: z.input<typeof StartTeamSession>,
): Promise<TeamSessionStarted> {
  const contract = () => sessions().then((all) => all.TeamSessionStarted);
  return request(contract, `${api.team(scope)}/sessions`, { method: "POST", body });
}

/** Carries out a command such as `*load: owasp-top-10`; `force` loads beyond the budget. */
export function commandTeamSession(scope: TeamSessionScope, command: string, force = false): Promise<TeamCommandDone> {
  const contract = () => sessions().then((all) => all.TeamCommandDone);
  return request(contract, `${api.teamSession(scope)}/commands`, { method: "POST", body: { command, force } });
}

/** Saves where a session stands. */
export function saveCheckpoint(scope: TeamSessionScope, body: SaveCheckpoint): Promise<CheckpointSaved> {
  const contract = () => sessions().then((all) => all.CheckpointSaved);
  return request(contract, `${api.teamSession(scope)}/checkpoints`, { method: "POST", body });
}

/** Goes on from a checkpoint, the newest good one unless one is named. */
export function resumeTeamSession(scope: TeamSessionScope, checkpoint?: string): Promise<TeamSessionResumed> {
  const contract = () => sessions().then((all) => all.TeamSessionResumed);
  const body = checkpoint === undefined ? {} : { checkpoint };
  return request(contract, `${api.teamSession(scope)}/resume`, { method: "POST", body });
}

/** Ends a session with its outcome and what was learnt. */
export function endTeamSession(
  scope: TeamSessionScope,
  body: z.input<typeof EndTeamSession>,
): Promise<TeamSessionEnded> {
  const contract = () => sessions().then((all) => all.TeamSessionEnded);
  return request(contract, `${api.teamSession(scope)}/end`, { method: "POST", body });
}
