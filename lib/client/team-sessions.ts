import { readQuery } from "@/lib/client/read-query";
import type { TeamScope, TeamSessionScope } from "@/lib/client/paths";

/** The sessions of a team, those only found on disk included. */
export const teamSessionsQuery = (scope: TeamScope) =>
  readQuery("GET /teams/{team}/sessions", { params: scope, query: { limit: 200 } });

/** A session of a team with all that is needed to go on with it. */
export const teamSessionQuery = (scope: TeamSessionScope) =>
  readQuery("GET /teams/{team}/sessions/{session}", { params: scope });

/** The checkpoints of a session, the newest first, with what is wrong with those that cannot be used. */
export const checkpointsQuery = (scope: TeamSessionScope) =>
  readQuery("GET /teams/{team}/sessions/{session}/checkpoints", { params: scope, query: { limit: 200 } });
