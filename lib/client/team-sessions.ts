import type { z } from "zod";
import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { TeamScope, TeamSessionScope } from "@/lib/client/paths";
import type { EndTeamSession, SaveCheckpoint, StartTeamSession } from "@/lib/contracts/team-sessions";

/** The sessions of a team, those only found on disk included. */
export const teamSessionsQuery = (scope: TeamScope) =>
  readQuery("GET /teams/{team}/sessions", { params: scope, query: { limit: 200 } });

/** A session of a team with all that is needed to go on with it. */
export const teamSessionQuery = (scope: TeamSessionScope) =>
  readQuery("GET /teams/{team}/sessions/{session}", { params: scope });

/** The checkpoints of a session, the newest first, with what is wrong with those that cannot be used. */
export const checkpointsQuery = (scope: TeamSessionScope) =>
  readQuery("GET /teams/{team}/sessions/{session}/checkpoints", { params: scope, query: { limit: 200 } });

/** What a team remembers between its sessions: context, learnings, the list of its sessions. */
export const teamMemoryQuery = (scope: TeamScope) => readQuery("GET /teams/{team}/memory", { params: scope });

/** Starts a session of a team with the knowledge its mode and topic load. */
export const startTeamSession = (scope: TeamScope, body: z.input<typeof StartTeamSession>) =>
  call("POST /teams/{team}/sessions", { params: scope, body });

/** Carries out a command such as `*load: owasp-top-10`; `force` loads beyond the budget. */
export const commandTeamSession = (scope: TeamSessionScope, command: string, force = false) =>
  call("POST /teams/{team}/sessions/{session}/commands", { params: scope, body: { command, force } });

/** Saves where a session stands. */
export const saveCheckpoint = (scope: TeamSessionScope, body: SaveCheckpoint) =>
  call("POST /teams/{team}/sessions/{session}/checkpoints", { params: scope, body });

/** Goes on from a checkpoint, the newest good one unless one is named. */
export const resumeTeamSession = (scope: TeamSessionScope, checkpoint?: string) =>
  call("POST /teams/{team}/sessions/{session}/resume", {
    params: scope,
    body: checkpoint === undefined ? {} : { checkpoint },
  });

/** Ends a session with its outcome and what was learnt. */
export const endTeamSession = (scope: TeamSessionScope, body: z.input<typeof EndTeamSession>) =>
  call("POST /teams/{team}/sessions/{session}/end", { params: scope, body });
