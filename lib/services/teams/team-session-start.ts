import type { StartTeamSession, TeamSessionStarted } from "@/lib/contracts/team-sessions";
import { AppError } from "@/lib/core/errors";
import { parseKnowledgeId, assertTeamSessionId, nextTeamSessionId, oneLine } from "@/lib/core/knowledge/team-session";
import type { Resolution, Budget } from "@/lib/core/knowledge/resolve-knowledge";
import { readSessionsFile } from "@/lib/core/knowledge/sessions-file";
import { findTwin } from "@/lib/core/text/fold-name";
import { listTeamSessions } from "@/lib/db/team-sessions";
import type { Draft } from "@/lib/services/commit/act";
import { actorOf, allow, authorOf, may, type Caller } from "@/lib/services/workspace/caller";
import type { ChangeRequest } from "@/lib/services/workspace/change-request";
import { countCheckpoints } from "@/lib/services/teams/checkpoint-files";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { KnowledgeReader } from "@/lib/services/knowledge/knowledge-reader";
import { locateTeam, store, targetOf, type TeamParams } from "@/lib/services/teams/team-session-change";
import { keepTeamFiles } from "@/lib/services/teams/team-session-files";
import { openKnowledge, type OpenKnowledge } from "@/lib/services/teams/team-session-knowledge";
import { addWanted, findWanted, type Addition, type Wanted } from "@/lib/services/teams/team-session-load";
import { teamMemoryPaths } from "@/lib/services/teams/team-session-paths";
import {
  newTeamSession,
  presentTeamSession,
  sayLoaded,
  tokensOf,
  type TeamSessionState,
} from "@/lib/services/teams/team-session-state";

/** What a session starts with; `load` names an entry beside what mode and topic load, as `*load` does. */
export type TeamSessionStart = StartTeamSession & { load?: string | undefined };

/**
 * Starts a session of a team with what its mode and topic load within the budget, and with the entry that `load` names: all of it in
 * one change, or, where that entry cannot be loaded, nothing. Source: knowledge §4, §6.
 */
export function startTeamSession(context: ServiceContext, reader: KnowledgeReader) {
  return async function start(
    caller: Caller,
    given: TeamParams,
    body: TeamSessionStart,
    request: ChangeRequest,
  ): Promise<TeamSessionStarted> {
    allow(caller, "take part in the session of a team", { workspace: given.workspace });
    const params = await locateTeam(reader, caller, given);
    const id = body.id === undefined ? null : assertTeamSessionId(body.id);
    const mode = body.mode === undefined ? null : oneLine(body.mode, "mode");
    const topic = body.topic === undefined ? null : oneLine(body.topic, "topic");
    const knowledge = await openKnowledge(reader, params.workspace, params.team);
    const budget = body.budget ?? null;
    assertNotWidened(caller, knowledge, budget);
    const resolution = await knowledge.resolve({ mode, topic, budget });
    const resolved = await loadedOf(knowledge, resolution);
    const wanted = body.load === undefined ? null : await findWanted(knowledge, parseKnowledgeId("load", body.load));
    return context.committer.submit<TeamSessionStarted>({
      workspace: params.workspace,
      author: authorOf(caller),
      alone: true,
      idempotency: request.idempotency,
      decide: async (draft) => {
        const startedBy = actorOf(caller);
        const startedAt = draft.now.toISOString();
        const fresh = newTeamSession({ ...params, id: await freeId(draft, params, id), startedBy, startedAt });
        const { checkpointEvery } = body;
        const begun: TeamSessionState = { ...fresh, mode, topic, loaded: resolved, budget, checkpointEvery };
        const { state, message, warnings, skipped } = withWanted(begun, resolution, wanted);
        store(draft, state);
        const payload = {
          team: state.team,
          teamSession: state.id,
          mode,
          text: topic,
          ids: state.loaded.map(({ id: each }) => each),
          tokens: tokensOf(state.loaded),
        };
        draft.event("team_session.started", targetOf(state), null, payload);
        const told = [...warnings, ...(await keepTeamFiles(draft, state))];
        return { ...presentTeamSession(state, resolution.budget), message, warnings: told, skipped };
      },
    });
  };

  async function freeId(draft: Draft, params: TeamParams, wanted: string | null): Promise<string> {
    const rows = await listTeamSessions(draft.queries, params.workspace, params.team);
    const saved = (await countCheckpoints(context, params)).keys();
    const file = await context.store(params.workspace).read(teamMemoryPaths(params.team).sessions).catch(unreadable);
    const { sessions } = readSessionsFile(file?.text ?? "");
    const taken = new Set([...rows.map((row) => row.id), ...saved, ...sessions.map(({ sessionId }) => sessionId)]);
    if (wanted === null) return nextTeamSessionId(params.team, draft.now.toISOString().slice(0, 10), taken);
    const present = taken.has(wanted) ? wanted : findTwin(taken, wanted);
    if (present === undefined) return wanted;
    throw new AppError("conflict", `The team ${params.team} has a session ${present} already.`, {
      hint: "Resume it with {team-session.resume}, or leave the id out to be given a free one.",
      about: { team: params.team, session: present },
    });
  }
}

/** A list that cannot be opened names nobody; that it is left alone is told where it is kept. */
function unreadable(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

async function loadedOf(knowledge: OpenKnowledge, resolution: Resolution): Promise<TeamSessionState["loaded"]> {
  const loaded: TeamSessionState["loaded"] = [];
  for (const { id, path, tokens, why, summary } of resolution.loaded) {
    loaded.push({ id, path, hash: (await knowledge.lookAt(path)).hash, tokens, why, summary, forced: false });
  }
  return loaded;
}

/** A fresh session with the entry that is wanted beside what was resolved, and what is said of both together. */
function withWanted(fresh: TeamSessionState, resolution: Resolution, wanted: Wanted | null) {
  const added = wanted === null ? null : addToFresh(fresh, wanted, resolution.budget);
  const { state, said } = added ?? { state: fresh, said: null };
  // What is said of the budget, and of nothing that matches, is no longer so when something was added.
  const outdated = added?.entry ? ["near_budget", "no_match"] : [];
  const resolved = resolution.warnings.filter(({ code }) => !outdated.includes(code)).map(({ message }) => message);
  const alone = state.loaded.length === 0 && resolution.personaOnly;
  const more = said ?? (alone ? "Nothing matches, so the agent persona stands alone" : null);
  const loaded = sayLoaded(state.loaded);
  return {
    state,
    message: more === null ? loaded : `${loaded}. ${more}`,
    warnings: [...resolved, ...(added?.warnings ?? [])],
    skipped: resolution.skipped.filter(({ id }) => id !== added?.entry?.id).map(({ id, why }) => ({ id, why })),
  };
}

function addToFresh(fresh: TeamSessionState, wanted: Wanted, budget: Budget): Addition {
  try {
    return addWanted(fresh, wanted, { budget, force: false, actor: fresh.startedBy });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "over_budget") throw error;
    const { current, hint: usual = "" } = error.details;
    const enough: unknown = current?.["enough"];
    // There is no session yet in which something could be unloaded first.
    const hint = Array.isArray(enough)
      ? `Start it without ${wanted.id}, unload ${enough.join(", ")}, and load it then.`
      : usual;
    throw new AppError("over_budget", error.message, { ...error.details, hint: `No session was started. ${hint}` });
  }
}

function assertNotWidened(caller: Caller, knowledge: OpenKnowledge, budget: number | null): void {
  const own = knowledge.budget(null).tokens;
  if (budget === null || budget <= own || may(caller, "ask for more than the budget of a team")) return;
  throw new AppError("forbidden", `Only the owner may ask for more than the ${own} tokens of this team's budget.`, {
    hint: "Ask for no more than the budget, or have the owner start the session.",
    current: { budget: own },
  });
}
