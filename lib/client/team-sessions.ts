import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/client/call";
import { knowledgeKey } from "@/lib/client/knowledge";
import type { TeamScope, TeamSessionScope } from "@/lib/client/paths";
import type { EndTeamSession, SaveCheckpoint, StartTeamSession } from "@/lib/contracts/team-sessions";

/** The sessions of a team, those only found on disk included. */
export function teamSessionsQuery(scope: TeamScope) {
  return queryOptions({
    queryKey: [...knowledgeKey(scope.workspace), "team", scope.team, "sessions"],
    queryFn: ({ signal }) => call("GET /teams/{team}/sessions", { params: scope, query: { limit: 200 }, signal }),
  });
}

/** A session of a team with all that is needed to go on with it. */
export function teamSessionQuery(scope: TeamSessionScope) {
  return queryOptions({
    queryKey: [...knowledgeKey(scope.workspace), "team", scope.team, "session", scope.session],
    queryFn: ({ signal }) => call("GET /teams/{team}/sessions/{session}", { params: scope, signal }),
  });
}

/** The checkpoints of a session, the newest first, with what is wrong with those that cannot be used. */
export function checkpointsQuery(scope: TeamSessionScope) {
  return queryOptions({
    queryKey: [...knowledgeKey(scope.workspace), "team", scope.team, "session", scope.session, "checkpoints"],
    queryFn: ({ signal }) =>
      call("GET /teams/{team}/sessions/{session}/checkpoints", { params: scope, query: { limit: 200 }, signal }),
  });
}

/** What a team remembers between its sessions: context, learnings, the list of its sessions. */
export function teamMemoryQuery(scope: TeamScope) {
  return queryOptions({
    queryKey: [...knowledgeKey(scope.workspace), "team", scope.team, "memory"],
    queryFn: ({ signal }) => call("GET /teams/{team}/memory", { params: scope, signal }),
  });
}

/** Starts a session of a team with the knowledge its mode and topic load. */
export function startTeamSession(scope: TeamScope, body: z.input<typeof StartTeamSession>) {
  return call("POST /teams/{team}/sessions", { params: scope, body });
}

/** Carries out a command such as `*load: owasp-top-10`; `force` loads beyond the budget. */
export function commandTeamSession(scope: TeamSessionScope, command: string, force = false) {
  return call("POST /teams/{team}/sessions/{session}/commands", { params: scope, body: { command, force } });
}

/** Saves where a session stands. */
export function saveCheckpoint(scope: TeamSessionScope, body: SaveCheckpoint) {
  return call("POST /teams/{team}/sessions/{session}/checkpoints", { params: scope, body });
}

/** Goes on from a checkpoint, the newest good one unless one is named. */
export function resumeTeamSession(scope: TeamSessionScope, checkpoint?: string) {
  const body = checkpoint === undefined ? {} : { checkpoint };
  return call("POST /teams/{team}/sessions/{session}/resume", { params: scope, body });
}

/** Ends a session with its outcome and what was learnt. */
export function endTeamSession(scope: TeamSessionScope, body: z.input<typeof EndTeamSession>) {
  return call("POST /teams/{team}/sessions/{session}/end", { params: scope, body });
}
