import type {
  AddLearning,
  ConfigureTeamSession,
  EndTeamSession,
  LearningAdded,
  ReportTurns,
  TeamSession,
  TeamSessionEnded,
  TurnsReported,
} from "@/lib/contracts/team-sessions";
import { AppError } from "@/lib/core/errors";
import { oneLine } from "@/lib/core/knowledge/team-session";
import type { Draft } from "@/lib/services/commit/act";
import type { KnowledgeReader } from "@/lib/services/knowledge/knowledge-reader";
import { isCheckpointDue, saveCheckpoint } from "@/lib/services/teams/checkpoint-save";
import {
  changeTeamSession,
  locateTeam,
  readTeamSession,
  store,
  targetOf,
  type TeamParams,
  type TeamSessionParams,
} from "@/lib/services/teams/team-session-change";
import { keepLearnings, keepTeamFiles } from "@/lib/services/teams/team-session-files";
import { openKnowledge } from "@/lib/services/teams/team-session-knowledge";
import { teamMemoryPaths } from "@/lib/services/teams/team-session-paths";
import { startTeamSession } from "@/lib/services/teams/team-session-start";
import { presentTeamSession, type TeamSessionState } from "@/lib/services/teams/team-session-state";
import type { Caller } from "@/lib/services/workspace/caller";
import type { ChangeRequest } from "@/lib/services/workspace/change-request";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** So many turns of a dialogue are kept; the oldest go first, into the checkpoints that have them. */
const DIALOGUE_KEPT = 200;

/** The session after turns that were reported. Throws invalid_input for text that cannot be kept. */
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

/** Sessions of teams: what they begin with, how they go on, and how they end. Source: knowledge §3 to §6. */
export function teamSessionService(context: ServiceContext, reader: KnowledgeReader) {
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
    start: startTeamSession(context, reader),

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
          agreements: body.agreements,
          ...(body.speaker !== undefined && { speaker: state.currentSpeaker }),
          ...(body.summary !== undefined && { text: state.dialogueSummary.at(-1)?.summary }),
        });
        const due = isCheckpointDue(state) ? await saveCheckpoint(draft, context, state).catch(unsaved) : null;
        if (due !== null && "saved" in due) {
          const message = `Turn ${turns}. Checkpoint saved: ${due.saved.file}`;
          return { state: due.state, message, warnings: due.saved.warnings, checkpoint: due.saved };
        }
        store(draft, state);
        const warnings = [...(due === null ? [] : [due.problem]), ...(await keepTeamFiles(draft, state))];
        return { state, message: `Turn ${turns}.`, warnings, checkpoint: null };
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
}

/** Turns are counted also where no checkpoint can be saved, as in a folder that leads out of the workspace. */
function unsaved(error: unknown): { problem: string } {
  if (error instanceof AppError) return { problem: `No checkpoint was saved. ${error.message}` };
  throw error;
}

function notWritten(problem: string): AppError {
  return new AppError("unparseable", problem, { hint: "Repair the file, or move it away to have a new one begun." });
}
