import type { TeamMemory, TeamSessionList, TeamSessionSummary } from "@/lib/contracts/team-sessions";
import { AppError } from "@/lib/core/errors";
import { readActiveContext, readLearnings } from "@/lib/core/knowledge/active-context";
import { readSessionsFile } from "@/lib/core/knowledge/sessions-file";
import { listTeamSessions, type TeamSessionRow } from "@/lib/db/team-sessions";
import type { Caller } from "@/lib/services/workspace/caller";
import { countCheckpoints } from "@/lib/services/knowledge/checkpoint-files";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { KnowledgeReader } from "@/lib/services/knowledge/knowledge-reader";
import { locateTeam, type TeamParams } from "@/lib/services/knowledge/team-session-change";
import { teamMemoryPaths } from "@/lib/services/knowledge/team-session-files";
import { stateOfSession } from "@/lib/services/knowledge/team-session-state";

/** What a team keeps of its work: its sessions, and the files of its memory. Source: knowledge §3. */
export function teamRecordService(context: ServiceContext, reader: KnowledgeReader) {
  /** A file of the team's memory as it is now; an edit made outside is recorded first. */
  async function open(workspace: string, path: string): Promise<{ text: string | null; problem: string | null }> {
    try {
      const state = await context.committer.current(workspace, path);
      return { text: state.text ?? state.legible ?? null, problem: null };
    } catch (error) {
      if (error instanceof AppError) return { text: null, problem: error.message };
      throw error;
    }
  }

  return {
    /** The sessions of a team: those known here first, the newest in front; then those that only its files tell of. */
    async sessions(caller: Caller, given: TeamParams): Promise<TeamSessionList> {
      const params = await locateTeam(reader, caller, given);
      const { text } = await open(params.workspace, teamMemoryPaths(params.team).sessions);
      const { sessions, diagnostics } = readSessionsFile(text ?? "");
      const rows = await listTeamSessions(context.database.queries, params.workspace, params.team);
      const checkpoints = await countCheckpoints(context, params);
      const items = new Map<string, TeamSessionSummary>();
      for (const row of rows) items.set(row.id, summaryOf(row, checkpoints.get(row.id) ?? 0));
      for (const { sessionId: id, line: _line, ...session } of sessions.toReversed()) {
        if (items.has(id)) continue;
        const status = session.status ?? "unknown";
        items.set(id, { ...session, id, known: false, status, checkpoints: checkpoints.get(id) ?? 0 });
      }
      for (const [id, count] of checkpoints) {
        if (!items.has(id)) items.set(id, { ...UNTOLD, id, checkpoints: count });
      }
      return { items: [...items.values()], diagnostics, nextCursor: null };
    },

    /** The three files of a team's memory, and an older `sessions.md`. */
    async memory(caller: Caller, given: TeamParams): Promise<TeamMemory> {
      const { workspace, team } = await locateTeam(reader, caller, given);
      const paths = teamMemoryPaths(team);
      const active = await open(workspace, paths.context);
      const learnings = await open(workspace, paths.learnings);
      const sessions = await open(workspace, paths.sessions);
      const older = await open(workspace, paths.olderSessions);
      const sections = readActiveContext(active.text ?? "").map(({ name, text }) => ({ name, text }));
      return {
        team,
        context: { path: paths.context, text: active.text, sections },
        learnings: { path: paths.learnings, text: learnings.text, months: readLearnings(learnings.text ?? "") },
        sessions: {
          path: paths.sessions,
          text: sessions.text,
          diagnostics: readSessionsFile(sessions.text ?? "").diagnostics,
        },
        olderSessions: older.text,
        warnings: [active, learnings, sessions, older].flatMap(({ problem }) => problem ?? []),
      };
    },
  };
}

/** A session of which nothing is left but its checkpoints. */
const UNTOLD = {
  known: false,
  mode: null,
  topic: null,
  status: "unknown",
  date: null,
  turns: 0,
  loaded: [],
  outcome: null,
};

function summaryOf(row: TeamSessionRow, checkpoints: number): TeamSessionSummary {
  const { id, mode, topic, status, turns, loaded, outcome, startedAt } = stateOfSession(row);
  const date = startedAt.slice(0, "2026-02-09".length);
  return { id, known: true, mode, topic, status, date, turns, loaded: loaded.map((e) => e.id), outcome, checkpoints };
}
