import type {
  Checkpoint,
  CheckpointList,
  CheckpointSaved,
  ResumeTeamSession,
  SaveCheckpoint,
  TeamSessionResumed,
} from "@/lib/contracts/team-sessions";
import { chooseCheckpoint } from "@/lib/core/knowledge/checkpoint-name";
import { oneLine, assertTeamSessionId } from "@/lib/core/knowledge/team-session";
import type { Caller } from "@/lib/services/workspace/caller";
import type { ChangeRequest } from "@/lib/services/workspace/change-request";
import { readCheckpoints, type CheckpointFile } from "@/lib/services/teams/checkpoint-files";
import { resumeSession } from "@/lib/services/teams/checkpoint-resume";
import { saveCheckpoint } from "@/lib/services/teams/checkpoint-save";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { KnowledgeReader } from "@/lib/services/knowledge/knowledge-reader";
import { changeTeamSession, locateTeam, type TeamSessionParams } from "@/lib/services/teams/team-session-change";
import { openKnowledge } from "@/lib/services/teams/team-session-knowledge";
import { presentTeamSession, type TeamSessionState } from "@/lib/services/teams/team-session-state";

/** Checkpoints of team sessions: saved, looked at and resumed. Source: knowledge §5. */
export function checkpointService(context: ServiceContext, reader: KnowledgeReader) {
  return {
    /** Every checkpoint of a session, the newest first, each validated; also of a session that only its files know. */
    async list(caller: Caller, given: TeamSessionParams): Promise<CheckpointList> {
      const params = await locateTeam(reader, caller, given);
      const session = assertTeamSessionId(params.session, "session");
      const files = await readCheckpoints(context, { ...params, session });
      const { chosen } = chooseCheckpoint(files);
      return { items: files.map((each) => present(each, each === chosen)), nextCursor: null };
    },

    /** Saves where the session stands; what the caller leaves out stays as it was. */
    async save(
      caller: Caller,
      given: TeamSessionParams,
      body: SaveCheckpoint,
      request: ChangeRequest,
    ): Promise<CheckpointSaved> {
      const params = await locateTeam(reader, caller, given);
      return changeTeamSession(context, caller, params, request, async (draft, before) => {
        const { saved } = await saveCheckpoint(draft, context, told(before, body));
        return saved;
      });
    },

    /** Brings the session back to its newest good checkpoint, or to the one that is named. */
    async resume(
      caller: Caller,
      given: TeamSessionParams,
      body: ResumeTeamSession,
      request: ChangeRequest,
    ): Promise<TeamSessionResumed> {
      const params = await locateTeam(reader, caller, given);
      const knowledge = await openKnowledge(reader, params.workspace, params.team);
      const asked = { checkpoint: body.checkpoint ?? null, knowledge };
      const { state, ...answer } = await resumeSession(context, caller, params, asked, request);
      return { ...presentTeamSession(state, knowledge.budget(state.budget)), ...answer };
    },
  };
}

function told(before: TeamSessionState, body: SaveCheckpoint): TeamSessionState {
  const { state, dialogueSummary, agreements, openIssues, resumeHints } = body;
  const line = (text: string | null, path: string) => (text === null ? null : oneLine(text, path));
  const lines = (texts: string[], path: string) => texts.map((text, index) => oneLine(text, `${path}.${index}`));
  return {
    ...before,
    ...(state?.mode !== undefined && { mode: line(state.mode, "state.mode") }),
    ...(state?.turnCount !== undefined && { turns: state.turnCount }),
    ...(state?.currentSpeaker !== undefined && {
      currentSpeaker: line(state.currentSpeaker, "state.currentSpeaker"),
    }),
    ...(dialogueSummary !== undefined && {
      dialogueSummary: dialogueSummary.map(({ turn, speaker, summary }, index) => ({
        turn,
        speaker: oneLine(speaker, `dialogueSummary.${index}.speaker`),
        summary: oneLine(summary, `dialogueSummary.${index}.summary`),
      })),
    }),
    ...(agreements !== undefined && { agreements: lines(agreements, "agreements") }),
    ...(openIssues !== undefined && { openIssues: lines(openIssues, "openIssues") }),
    ...(resumeHints?.nextAction !== undefined && {
      nextAction: line(resumeHints.nextAction, "resumeHints.nextAction"),
    }),
  };
}

function present({ file, path, reading }: CheckpointFile, newestGood: boolean): Checkpoint {
  const { content, fault, verified, diagnostics } = reading;
  const state = content && {
    mode: content.mode,
    turnCount: content.turnCount,
    currentSpeaker: content.currentSpeaker,
  };
  return {
    file,
    path,
    valid: content !== null,
    newestGood,
    verified,
    fault: fault && { file, ...fault },
    created: content?.created ?? null,
    state,
    dialogueSummary: content?.dialogueSummary ?? [],
    agreements: content?.agreements ?? [],
    openIssues: content?.openIssues ?? [],
    nextAction: content?.nextAction ?? null,
    loaded: content?.loaded.map(({ id }) => id) ?? [],
    diagnostics,
  };
}
