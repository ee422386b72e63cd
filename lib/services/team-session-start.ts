import type { StartTeamSession, TeamSessionStarted } from "@/lib/contracts/team-sessions";
import { AppError } from "@/lib/core/errors";
import { oneLine } from "@/lib/core/knowledge/one-line";
import type { Resolution } from "@/lib/core/knowledge/resolve-knowledge";
import { readSessionsFile } from "@/lib/core/knowledge/sessions-file";
import { assertTeamSessionId, nextTeamSessionId } from "@/lib/core/knowledge/team-session-id";
import { listTeamSessions } from "@/lib/db/team-sessions";
import type { Draft } from "@/lib/services/act";
import { actorOf, assertWriter, authorOf, type Caller } from "@/lib/services/caller";
import type { ChangeRequest } from "@/lib/services/change-request";
import { countCheckpoints } from "@/lib/services/checkpoint-files";
import type { ServiceContext } from "@/lib/services/context";
import type { KnowledgeReader } from "@/lib/services/knowledge-reader";
import { locateTeam, store, targetOf, type TeamParams } from "@/lib/services/team-session-change";
import { keepTeamFiles } from "@/lib/services/team-session-files";
import { openKnowledge, type OpenKnowledge } from "@/lib/services/team-session-knowledge";
import { teamMemoryPaths } from "@/lib/services/team-session-paths";
import {
  newTeamSession,
  presentTeamSession,
  sayLoaded,
  type TeamSessionState,
} from "@/lib/services/team-session-state";

/** Begins a session of a team with what its mode and topic load within the budget. Source: knowledge §4, §6. */
export function startTeamSession(context: ServiceContext, reader: KnowledgeReader) {
  return async function start(
    caller: Caller,
    given: TeamParams,
    body: StartTeamSession,
    request: ChangeRequest,
  ): Promise<TeamSessionStarted> {
    assertWriter(caller);
    const params = await locateTeam(reader, caller, given);
    const id = body.id === undefined ? null : assertTeamSessionId(body.id);
    const mode = body.mode === undefined ? null : oneLine(body.mode, "mode");
    const topic = body.topic === undefined ? null : oneLine(body.topic, "topic");
    const knowledge = await openKnowledge(reader, params.workspace, params.team);
    const budget = body.budget ?? null;
    assertNotWidened(caller, knowledge, budget);
    const resolution = await knowledge.resolve({ mode, topic, budget });
    const loaded = await loadedOf(knowledge, resolution);
    return context.committer.submit<TeamSessionStarted>({
      workspace: params.workspace,
      author: authorOf(caller),
      alone: true,
      idempotency: request.idempotency,
      decide: async (draft) => {
        const begun = { ...params, id: await freeId(draft, params, id), startedBy: actorOf(caller) };
        const fresh = newTeamSession({ ...begun, startedAt: draft.now.toISOString() });
        const { checkpointEvery } = body;
        const state: TeamSessionState = { ...fresh, mode, topic, loaded, budget, checkpointEvery };
        store(draft, state);
        const ids = loaded.map((each) => each.id);
        const payload = {
          team: state.team,
          teamSession: state.id,
          mode,
          text: topic,
          ids,
          tokens: resolution.tokens,
        };
        draft.event("team_session.started", targetOf(state), null, payload);
        const warnings = [...resolution.warnings.map(({ message }) => message), ...(await keepTeamFiles(draft, state))];
        const skipped = resolution.skipped.map(({ id: each, why }) => ({ id: each, why }));
        const alone = resolution.personaOnly ? ". Nothing matches, so the agent persona stands alone" : "";
        const message = `${sayLoaded(loaded)}${alone}`;
        return { ...presentTeamSession(state, resolution.budget), message, warnings, skipped };
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
    if (!taken.has(wanted)) return wanted;
    throw new AppError("conflict", `The team ${params.team} has a session ${wanted} already.`, {
      hint: "Resume it with POST …/sessions/{id}/resume, or leave the id out to be given a free one.",
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

function assertNotWidened(caller: Caller, knowledge: OpenKnowledge, budget: number | null): void {
  const own = knowledge.budget(null).tokens;
  if (budget === null || budget <= own || authorOf(caller).actorKind === "person") return;
  throw new AppError("forbidden", `The budget of this team is ${own} tokens; only a person may ask for more.`, {
    hint: "Leave the budget out, or ask the owner to start the session or to change the team's budget.",
    current: { budget: own },
  });
}
