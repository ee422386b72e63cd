import { AppError } from "@/lib/core/errors";
import { assertTeamSessionId } from "@/lib/core/knowledge/team-session";
import { findTeamSession } from "@/lib/db/team-sessions";
import type { Draft } from "@/lib/services/commit/act";
import { allow, type Caller, aloneBy, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { WorkspaceParams } from "@/lib/services/workspace/session-params";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { KnowledgeReader } from "@/lib/services/knowledge/knowledge-reader";
import { rowOfSession, stateOfSession, type TeamSessionState } from "@/lib/services/knowledge/team-session-state";

export interface TeamParams extends WorkspaceParams {
  team: string;
}

export interface TeamSessionParams extends TeamParams {
  session: string;
}

/** The parameters in the form everything is stored in, for a caller who may read. Throws `not_found` for a team that is none. */
export async function locateTeam<P extends TeamParams>(reader: KnowledgeReader, caller: Caller, params: P): Promise<P> {
  allow(caller, "look", { workspace: params.workspace });
  return { ...params, team: await reader.team(params.workspace, params.team) };
}

/** The session as it is stored now. Throws `not_found` when Wardroom does not know it. */
export async function readTeamSession(context: ServiceContext, { workspace, team, session }: TeamSessionParams) {
  const row = await findTeamSession(context.database.queries, workspace, team, assertTeamSessionId(session, "session"));
  if (row === null) throw noSession(team, session);
  return stateOfSession(row);
}

/**
 * One change of a team session, decided alone under the lock on what is stored then; answers what `decide` does. Refuses viewers, and one
 * that has ended unless `ended` are let in.
 */
export async function changeTeamSession<R>(
  context: ServiceContext,
  caller: Caller,
  params: TeamSessionParams,
  request: ChangeRequest,
  decide: (draft: Draft, state: TeamSessionState) => Promise<R>,
  options: { ended?: boolean } = {},
): Promise<R> {
  allow(caller, "take part in the session of a team", { workspace: params.workspace });
  const { workspace, team } = params;
  const id = assertTeamSessionId(params.session, "session");
  return context.committer.act<R>(aloneBy(caller, workspace, request), async (draft) => {
    const row = await findTeamSession(draft.queries, workspace, team, id);
    if (row === null) throw noSession(team, id);
    if (row.status !== "active" && options.ended !== true) throw hasEnded(stateOfSession(row));
    return decide(draft, stateOfSession(row));
  });
}

/** Stores the session as it is to be from this act on. */
export function store(draft: Draft, state: TeamSessionState): void {
  draft.effect({ type: "put-team-session", row: rowOfSession(state) });
}

/** What an event of a team session is about. */
export function targetOf({ team, id }: Pick<TeamSessionState, "team" | "id">): string {
  return `${team}/${id}`;
}

function noSession(team: string, session: string): AppError {
  return new AppError("not_found", `The team ${team} has no session ${session}.`, {
    hint: "Start one: {team-session.start}, or list them: {team-session.list}.",
    about: { team, session },
  });
}

function hasEnded({ id, status, endedAt }: TeamSessionState): AppError {
  return new AppError("conflict", `The session ${id} is ${status}.`, {
    hint: "Resume it first with {team-session.resume}, or start another.",
    current: { status, endedAt },
  });
}
