import type {
  Checkpoint,
  CheckpointList,
  CheckpointSaved,
  ResumeTeamSession,
  SaveCheckpoint,
} from "@/lib/contracts/team-sessions";
import { chooseCheckpoint, newestCheckpointFile, nextEarlierFile } from "@/lib/core/knowledge/checkpoint-name";
import { oneLine, assertTeamSessionId } from "@/lib/core/knowledge/team-session";
import type { Caller, ChangeRequest } from "@/lib/services/workspace/caller";
import { readCheckpoints, type CheckpointFile, listCheckpointFiles } from "@/lib/services/knowledge/checkpoint-files";
import { resumeSession } from "@/lib/services/knowledge/checkpoint-resume";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { KnowledgeReader } from "@/lib/services/knowledge/knowledge-reader";
import {
  changeTeamSession,
  locateTeam,
  type TeamSessionParams,
  store,
  targetOf,
} from "@/lib/services/knowledge/team-session-change";
import { openKnowledge } from "@/lib/services/knowledge/team-session-load";
import { contentOf, presentTeamSession, type TeamSessionState } from "@/lib/services/knowledge/team-session-state";
import { onRefusal } from "@/lib/core/errors";
import { renderCheckpoint } from "@/lib/core/knowledge/checkpoint";
import type { Draft } from "@/lib/services/commit/act";
import { keepTeamFiles, teamMemoryPaths } from "@/lib/services/knowledge/team-session-files";

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
    async save(caller: Caller, given: TeamSessionParams, body: SaveCheckpoint, request: ChangeRequest) {
      const params = await locateTeam(reader, caller, given);
      return changeTeamSession(context, caller, params, request, async (draft, before) => {
        const { saved } = await saveCheckpoint(draft, context, told(before, body));
        return saved;
      });
    },

    /** Brings the session back to its newest good checkpoint, or to the one that is named. */
    async resume(caller: Caller, given: TeamSessionParams, body: ResumeTeamSession, request: ChangeRequest) {
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

/**
 * Saves where a session stands, within an act that may do more: the checkpoint before goes to a numbered name as it is, and the new one
 * takes its place; `sessions.yaml` and `context.md` follow. Where the newest name cannot be written, as with bytes that are no text, the
 * new one gets a number: a broken file never keeps a session from being saved. Source: knowledge §5, formats "Checkpoint".
 */
export async function saveCheckpoint(
  draft: Draft,
  context: ServiceContext,
  before: TeamSessionState,
): Promise<{ state: TeamSessionState; saved: CheckpointSaved }> {
  const { team, id, workspace } = before;
  const folder = teamMemoryPaths(team).checkpoints;
  const files = await listCheckpointFiles(context, { workspace, team });
  const newest = newestCheckpointFile(id);
  const earlier = nextEarlierFile(id, files);
  const created = draft.now.toISOString();
  const { text, checksum } = renderCheckpoint({ ...contentOf(before), created });

  const old = await openNewest(draft, `${folder}/${newest}`);
  const blocked = old.problem !== null;
  const file = blocked ? earlier : newest;
  const kept = !blocked && old.state.text !== null ? earlier : null;
  if (kept !== null && old.state !== null) await write(draft, `${folder}/${kept}`, old.state.text ?? "");
  await write(draft, `${folder}/${file}`, text);

  const state = { ...before, lastCheckpoint: { file, turn: before.turns, at: created } };
  store(draft, state);
  draft.event("checkpoint.saved", targetOf(state), null, { file, kept, turn: state.turns, team, teamSession: id });
  const warnings = [
    ...(old.problem === null ? [] : [`${old.problem} The checkpoint was saved as ${file} instead.`]),
    ...(await keepTeamFiles(draft, state)),
  ];
  const loaded = state.loaded.map((each) => each.id);
  return { state, saved: { file, path: `${folder}/${file}`, kept, created, checksum, loaded, warnings } };
}

/** Whether enough turns passed since the last one for a checkpoint to be saved by itself. */
export function isCheckpointDue({ turns, checkpointEvery, lastCheckpoint }: TeamSessionState): boolean {
  return checkpointEvery !== null && turns - (lastCheckpoint?.turn ?? 0) >= checkpointEvery;
}

async function openNewest(draft: Draft, path: string) {
  return draft.document(path).then(
    (state) => (state.binary ? { state: null, problem: `${path} is not valid UTF-8.` } : { state, problem: null }),
    onRefusal(({ message }) => ({ state: null, problem: message })),
  );
}

async function write(draft: Draft, path: string, text: string): Promise<void> {
  await draft.document(path);
  draft.edit(path, { text, operation: "save checkpoint" });
}
