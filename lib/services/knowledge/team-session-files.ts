import { AppError } from "@/lib/core/errors";
import { setActiveContext, type ActiveContext, addLearnings } from "@/lib/core/knowledge/active-context";
import { putSession, type FileEdit } from "@/lib/core/knowledge/sessions-file-edit";
import { listTeamSessions } from "@/lib/db/team-sessions";
import type { Draft } from "@/lib/services/commit/act";
import { stateOfSession, type TeamSessionState } from "@/lib/services/knowledge/team-session-state";
import { teamFolder } from "@/lib/core/knowledge/knowledge-model";

/**
 * Brings `sessions.yaml` and `context.md` up to what a session is now, within the same act. A file that is broken, or may not be
 * read, is left as it is and told in a sentence: the session goes on. Source: formats §3 ("A broken file is never rewritten").
 */
export async function keepTeamFiles(draft: Draft, state: TeamSessionState): Promise<string[]> {
  const paths = teamMemoryPaths(state.team);
  const entry = {
    sessionId: state.id,
    date: state.startedAt.slice(0, "2026-02-09".length),
    mode: state.mode,
    topic: state.topic,
    turns: state.turns,
    status: state.status,
    loaded: state.loaded.map(({ id }) => id),
    outcome: state.outcome,
  };
  const shown = await sessionToShow(draft, state);
  const now = draft.now.toISOString();
  return [
    ...(await editSoftly(draft, paths.sessions, "list session", (text) => putSession(text, entry))),
    ...(await editSoftly(draft, paths.context, "set active context", (text) =>
      setActiveContext(text, state.team, contextOf(shown, now)),
    )),
  ];
}

/** Adds to `learnings.md` under the month of the act; the sentences say why not. */
export function keepLearnings(draft: Draft, team: string, lines: readonly string[]): Promise<string[]> {
  const date = draft.now.toISOString().slice(0, "2026-02-09".length);
  const { learnings } = teamMemoryPaths(team);
  return editSoftly(draft, learnings, "add learnings", (text) => addLearnings(text, team, date, lines));
}

/** Edits a file if that can be done safely; else changes nothing and answers why, as sentences. */
async function editSoftly(draft: Draft, path: string, operation: string, change: (text: string | null) => FileEdit) {
  try {
    const state = await draft.document(path);
    if (state.binary) return [`${path} is not valid UTF-8, so it was left as it is.`];
    const { text, diagnostics } = change(state.text);
    if (diagnostics.length === 0 && text !== state.text) draft.edit(path, { text, operation });
    return diagnostics.map(
      (diagnostic) => `${path} was left as it is. Line ${diagnostic.range.start.line}: ${diagnostic.message}`,
    );
  } catch (error) {
    if (error instanceof AppError) return [`${error.message} It was left as it is.`];
    throw error;
  }
}

/** An ended session gives way to one of the team that still runs. */
async function sessionToShow(draft: Draft, state: TeamSessionState): Promise<TeamSessionState> {
  if (state.status === "active") return state;
  const rows = await listTeamSessions(draft.queries, state.workspace, state.team);
  const running = rows.find((row) => row.status === "active" && row.id !== state.id);
  return running === undefined ? state : stateOfSession(running);
}

function contextOf(state: TeamSessionState, now: string): ActiveContext {
  const { id, status, mode, topic, turns, currentSpeaker, lastCheckpoint, outcome } = state;
  const facts: [string, string | null][] = [
    ["ID", id],
    ["Status", status],
    ["Mode", mode],
    ["Topic", topic],
    ["Turns", String(turns)],
    ["Speaker", currentSpeaker],
    ["Checkpoint", lastCheckpoint && `${lastCheckpoint.file} (turn ${lastCheckpoint.turn})`],
    ["Outcome", outcome],
    ["Updated", now.slice(0, "2026-02-09".length)],
  ];
  return {
    Session: facts.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${flat(value)}`])),
    "Loaded Knowledge": state.loaded.map(({ id: each, tokens, path }) => flat(`${each} (${tokens} tokens): ${path}`)),
    "Open Issues": state.openIssues.map(flat),
    "Next Action": state.nextAction === null ? [] : [flat(state.nextAction)],
  };
}

/** Ids and texts of files made elsewhere may hold line ends, which would leave their bullet. */
function flat(text: string): string {
  return text.replace(/\s+/g, " ").trim(); // matches "\n"
}

/** The files of a team's memory. Source: formats §3. */
export function teamMemoryPaths(team: string) {
  const folder = `${teamFolder(team)}/memory`;
  return {
    context: `${folder}/context.md`,
    sessions: `${folder}/sessions.yaml`,
    olderSessions: `${folder}/sessions.md`,
    learnings: `${folder}/learnings.md`,
    checkpoints: `${folder}/checkpoints`,
  };
}
