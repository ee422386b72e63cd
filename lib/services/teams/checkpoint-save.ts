import type { CheckpointSaved } from "@/lib/contracts/team-sessions";
import { AppError } from "@/lib/core/errors";
import { newestCheckpointFile, nextEarlierFile } from "@/lib/core/knowledge/checkpoint-name";
import { renderCheckpoint } from "@/lib/core/knowledge/checkpoint";
import type { Draft } from "@/lib/services/commit/act";
import { listCheckpointFiles } from "@/lib/services/teams/checkpoint-files";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { store, targetOf } from "@/lib/services/teams/team-session-change";
import { keepTeamFiles } from "@/lib/services/teams/team-session-files";
import { teamMemoryPaths } from "@/lib/services/teams/team-session-paths";
import type { TeamSessionState } from "@/lib/services/teams/team-session-state";

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
  const { text, checksum } = renderCheckpoint({
    sessionId: id,
    team,
    created,
    mode: before.mode,
    turnCount: before.turns,
    currentSpeaker: before.currentSpeaker,
    dialogueSummary: before.dialogueSummary,
    agreements: before.agreements,
    openIssues: before.openIssues,
    nextAction: before.nextAction,
    loaded: before.loaded,
  });

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

type Newest = { state: DocumentState; problem: null } | { state: null; problem: string };

async function openNewest(draft: Draft, path: string): Promise<Newest> {
  try {
    const state = await draft.document(path);
    return state.binary ? { state: null, problem: `${path} is not valid UTF-8.` } : { state, problem: null };
  } catch (error) {
    if (error instanceof AppError) return { state: null, problem: error.message };
    throw error;
  }
}

async function write(draft: Draft, path: string, text: string): Promise<void> {
  await draft.document(path);
  draft.edit(path, { text, operation: "save checkpoint" });
}
