import type {
  AddLearning,
  ConfigureTeamSession,
  EndTeamSession,
  LearningAdded,
  ReportTurns,
  StartTeamSession,
  TeamSession,
  TeamSessionEnded,
  TeamSessionStarted,
  TurnsReported,
} from "@/lib/contracts/team-sessions";
import { AppError } from "@/lib/core/errors";
import { oneLine } from "@/lib/core/knowledge/one-line";
import type { Resolution } from "@/lib/core/knowledge/resolve-knowledge";
import { assertTeamSessionId, nextTeamSessionId } from "@/lib/core/knowledge/team-session-id";
import { listTeamSessions } from "@/lib/db/team-sessions";
import type { Draft } from "@/lib/services/act";
import { actorOf, assertWriter, authorOf, type Caller } from "@/lib/services/caller";
import type { ChangeRequest } from "@/lib/services/change-request";
import { countCheckpoints } from "@/lib/services/checkpoint-files";
import { isCheckpointDue, saveCheckpoint } from "@/lib/services/checkpoint-save";
import type { ServiceContext } from "@/lib/services/context";
import type { KnowledgeReader } from "@/lib/services/knowledge-reader";
import {
  changeTeamSession,
  locateTeam,
  readTeamSession,
  store,
  targetOf,
  type TeamParams,
  type TeamSessionParams,
} from "@/lib/services/team-session-change";
import { keepLearnings, keepTeamFiles } from "@/lib/services/team-session-files";
import { openKnowledge, type OpenKnowledge } from "@/lib/services/team-session-knowledge";
import { teamMemoryPaths } from "@/lib/services/team-session-paths";
import { presentTeamSession, sayLoaded, type TeamSessionState } from "@/lib/services/team-session-state";

/** So many turns of a dialogue are kept; the oldest go first, into the checkpoints that have them. */
const DIALOGUE_KEPT = 200;

/** Sessions of teams: what they begin with, how they go on, and how they end. Source: knowledge §3 to §6. */
export function teamSessionService(context: ServiceContext, reader: KnowledgeReader) {
  const { committer } = context;

  /** What is stored, measured against the budget of now. */
  async function show<E extends object>(
    params: TeamParams,
    answer: { state: TeamSessionState } & E,
  ): Promise<TeamSession & Omit<E, "state">> {
    const { state, ...rest } = answer;
    const knowledge = await openKnowledge(reader, params.workspace, params.team);
    return { ...presentTeamSession(state, knowledge.budget(state.budget)), ...rest };
  }

  return {
    /** Begins a session with what its mode and topic load within the budget. */
    async start(
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
      return committer.submit<TeamSessionStarted>({
        workspace: params.workspace,
        author: authorOf(caller),
        alone: true,
        idempotency: request.idempotency,
        decide: async (draft) => {
          const state: TeamSessionState = {
            ...params,
            id: await freeId(draft, params, id),
            mode,
            topic,
            status: "active",
            turns: 0,
            currentSpeaker: null,
            loaded,
            dialogueSummary: [],
            agreements: [],
            openIssues: [],
            nextAction: null,
            budget,
            checkpointEvery: body.checkpointEvery,
            lastCheckpoint: null,
            outcome: null,
            startedBy: actorOf(caller),
            startedAt: draft.now.toISOString(),
            endedAt: null,
          };
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
          const warnings = [
            ...resolution.warnings.map(({ message }) => message),
            ...(await keepTeamFiles(draft, state)),
          ];
          const skipped = resolution.skipped.map(({ id: each, why }) => ({ id: each, why }));
          const alone = resolution.personaOnly ? ". Nothing matches, so the agent persona stands alone" : "";
          const message = `${sayLoaded(loaded)}${alone}`;
          return { ...presentTeamSession(state, resolution.budget), message, warnings, skipped };
        },
      });
    },

    /** One session with all that is needed to go on with it. */
    async get(caller: Caller, given: TeamSessionParams): Promise<TeamSession> {
      const params = await locateTeam(reader, caller, given);
      return show(params, { state: await readTeamSession(context, params) });
    },

    /** Chooses after how many turns a checkpoint is saved. */
    async configure(
      caller: Caller,
      given: TeamSessionParams,
      body: ConfigureTeamSession,
      request: ChangeRequest,
    ): Promise<TeamSession> {
      const params = await locateTeam(reader, caller, given);
      const done = await changeTeamSession(context, caller, params, request, (draft, before) => {
        const state = { ...before, checkpointEvery: body.checkpointEvery };
        if (state.checkpointEvery !== before.checkpointEvery) {
          store(draft, state);
          draft.event("team_session.configured", targetOf(state), null, { ...body, team: state.team });
        }
        return Promise.resolve({ state });
      });
      return show(params, done);
    },

    /** Takes note of turns that passed; saves a checkpoint when enough of them did. */
    async report(
      caller: Caller,
      given: TeamSessionParams,
      body: ReportTurns,
      request: ChangeRequest,
    ): Promise<TurnsReported> {
      const params = await locateTeam(reader, caller, given);
      const done = await changeTeamSession(context, caller, params, request, async (draft, before) => {
        const state = continued(before, body);
        const { turns, team, id } = state;
        draft.event("team_session.continued", targetOf(state), null, {
          team,
          teamSession: id,
          turns,
          ...(body.speaker !== undefined && { speaker: state.currentSpeaker }),
          ...(body.summary !== undefined && { text: state.dialogueSummary.at(-1)?.summary }),
        });
        if (isCheckpointDue(state)) {
          const { state: after, saved } = await saveCheckpoint(draft, context, state);
          const message = `Turn ${turns}. Checkpoint saved: ${saved.file}`;
          return { state: after, message, warnings: saved.warnings, checkpoint: saved };
        }
        store(draft, state);
        return { state, message: `Turn ${turns}.`, warnings: await keepTeamFiles(draft, state), checkpoint: null };
      });
      return show(params, done);
    },

    /** Ends a session, with its outcome and what was learnt. */
    async end(
      caller: Caller,
      given: TeamSessionParams,
      body: EndTeamSession,
      request: ChangeRequest,
    ): Promise<TeamSessionEnded> {
      const params = await locateTeam(reader, caller, given);
      const learnings = body.learnings.map((text, index) => oneLine(text, `learnings.${index}`));
      const outcome = body.outcome === undefined ? null : oneLine(body.outcome, "outcome");
      const done = await changeTeamSession(context, caller, params, request, async (draft, before) => {
        const state = { ...before, status: body.status, outcome, endedAt: draft.now.toISOString() };
        store(draft, state);
        const { team, id, turns, status } = state;
        draft.event("team_session.ended", targetOf(state), null, {
          team,
          teamSession: id,
          turns,
          status,
          text: outcome,
        });
        const warnings = [
          ...(learnings.length === 0 ? [] : await keepLearnings(draft, team, learnings)),
          ...(await keepTeamFiles(draft, state)),
        ];
        return { state, message: `The session ${id} is ${status} after ${turns} turns.`, warnings };
      });
      return show(params, done);
    },

    /** Adds what the team learnt; also after the session has ended. */
    async learn(
      caller: Caller,
      given: TeamSessionParams,
      body: AddLearning,
      request: ChangeRequest,
    ): Promise<LearningAdded> {
      const params = await locateTeam(reader, caller, given);
      const text = oneLine(body.text, "text");
      const decide = async (draft: Draft, { team, id }: TeamSessionState) => {
        const [problem] = await keepLearnings(draft, team, [text]);
        if (problem !== undefined) throw notWritten(problem);
        draft.event("learning.added", team, null, { team, teamSession: id, text });
        const line = `- ${draft.now.toISOString().slice(0, "2026-02-09".length)}: ${text}`;
        return { path: teamMemoryPaths(team).learnings, line, warnings: [] };
      };
      return changeTeamSession(context, caller, params, request, decide, { ended: true });
    },
  };

  async function freeId(draft: Draft, params: TeamParams, wanted: string | null): Promise<string> {
    const rows = await listTeamSessions(draft.queries, params.workspace, params.team);
    const saved = [...(await countCheckpoints(context, params)).keys()];
    const taken = new Set([...rows.map((row) => row.id), ...saved]);
    if (wanted === null) return nextTeamSessionId(params.team, draft.now.toISOString().slice(0, 10), taken);
    if (!taken.has(wanted)) return wanted;
    throw new AppError("conflict", `The team ${params.team} has a session ${wanted} already.`, {
      hint: "Resume it with POST …/sessions/{id}/resume, or leave the id out to be given a free one.",
    });
  }
}

async function loadedOf(knowledge: OpenKnowledge, resolution: Resolution): Promise<TeamSessionState["loaded"]> {
  const loaded: TeamSessionState["loaded"] = [];
  for (const { id, path, tokens, why, summary } of resolution.loaded) {
    loaded.push({ id, path, hash: (await knowledge.lookAt(path)).hash, tokens, why, summary, forced: false });
  }
  return loaded;
}

function continued(before: TeamSessionState, body: ReportTurns): TeamSessionState {
  const turns = before.turns + body.turns;
  const speaker = body.speaker === undefined ? before.currentSpeaker : oneLine(body.speaker, "speaker");
  const said =
    body.summary === undefined
      ? []
      : [{ turn: turns, speaker: speaker ?? "unknown", summary: oneLine(body.summary, "summary") }];
  const closed = new Set(body.closedIssues.map((text, index) => oneLine(text, `closedIssues.${index}`)));
  return {
    ...before,
    turns,
    currentSpeaker: speaker,
    dialogueSummary: [...before.dialogueSummary, ...said].slice(-DIALOGUE_KEPT),
    agreements: added(before.agreements, body.agreements, "agreements"),
    openIssues: added(before.openIssues, body.openIssues, "openIssues").filter((issue) => !closed.has(issue)),
    nextAction:
      body.nextAction === undefined
        ? before.nextAction
        : body.nextAction === null
          ? null
          : oneLine(body.nextAction, "nextAction"),
  };
}

/** Both lists as one; what is said twice stands once. */
function added(list: string[], more: string[], path: string): string[] {
  return [...new Set([...list, ...more.map((text, index) => oneLine(text, `${path}.${index}`))])];
}

function assertNotWidened(caller: Caller, knowledge: OpenKnowledge, budget: number | null): void {
  const own = knowledge.budget(null).tokens;
  if (budget === null || budget <= own || authorOf(caller).actorKind === "person") return;
  throw new AppError("forbidden", `The budget of this team is ${own} tokens; only a person may ask for more.`, {
    hint: "Leave the budget out, or ask the owner to start the session or to change the team's budget.",
    current: { budget: own },
  });
}

function notWritten(problem: string): AppError {
  return new AppError("unparseable", problem, { hint: "Repair the file, or move it away to have a new one begun." });
}
