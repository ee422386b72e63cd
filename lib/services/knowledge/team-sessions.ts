import type {
  AddLearning,
  ConfigureTeamSession,
  EndTeamSession,
  ReportTurns,
  StartTeamSession,
  TeamMemory,
  TeamSession,
  TeamSessionList,
  TeamSessionStarted,
  TeamSessionSummary,
} from "@/lib/contracts/team-sessions";
import { AppError, onRefusal } from "@/lib/core/errors";
import { assertTeamSessionId, nextTeamSessionId, oneLine, parseKnowledgeId } from "@/lib/core/knowledge/team-session";
import type { Draft } from "@/lib/services/commit/act";
import type { KnowledgeReader } from "@/lib/services/knowledge/knowledge-reader";
import { countCheckpoints } from "@/lib/services/knowledge/checkpoint-files";
import { isCheckpointDue, saveCheckpoint } from "@/lib/services/knowledge/checkpoints";
import {
  changeTeamSession,
  locateTeam,
  readTeamSession,
  store,
  targetOf,
  type TeamParams,
  type TeamSessionParams,
} from "@/lib/services/knowledge/team-session-change";
import { keepLearnings, keepTeamFiles, teamMemoryPaths } from "@/lib/services/knowledge/team-session-files";
import {
  type Addition,
  addWanted,
  findWanted,
  openKnowledge,
  type OpenKnowledge,
  type Wanted,
} from "@/lib/services/knowledge/team-session-load";
import {
  newTeamSession,
  presentTeamSession,
  sayLoaded,
  stateOfSession,
  type TeamSessionState,
  tokensOf,
} from "@/lib/services/knowledge/team-session-state";
import { actorOf, allow, aloneBy, type Caller, type ChangeRequest, may } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { Budget, Resolution } from "@/lib/core/knowledge/resolve-knowledge";
import { readSessionsFile } from "@/lib/core/knowledge/sessions-file";
import { findTwin } from "@/lib/core/text/fold-name";
import { listTeamSessions, type TeamSessionRow } from "@/lib/db/team-sessions";
import { readActiveContext, readLearnings } from "@/lib/core/knowledge/active-context";

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

    async get(caller: Caller, given: TeamSessionParams): Promise<TeamSession> {
      const params = await locateTeam(reader, caller, given);
      return show(params, { state: await readTeamSession(context, params) });
    },

    /** Chooses after how many turns a checkpoint is saved. */
    async configure(caller: Caller, given: TeamSessionParams, body: ConfigureTeamSession, request: ChangeRequest) {
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
    async report(caller: Caller, given: TeamSessionParams, body: ReportTurns, request: ChangeRequest) {
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
        // Turns are counted also where none can be saved, as in a folder that leads out of the workspace.
        const unsaved = onRefusal(({ message }) => ({ problem: `No checkpoint was saved. ${message}` }));
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

    async end(caller: Caller, given: TeamSessionParams, body: EndTeamSession, request: ChangeRequest) {
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
    async learn(caller: Caller, given: TeamSessionParams, body: AddLearning, request: ChangeRequest) {
      const params = await locateTeam(reader, caller, given);
      const text = oneLine(body.text, "text");
      const decide = async (draft: Draft, { team, id }: TeamSessionState) => {
        const [problem] = await keepLearnings(draft, team, [text]);
        if (problem !== undefined)
          throw new AppError("unparseable", problem, {
            hint: "Repair the file, or move it away to have a new one begun.",
          });
        draft.event("learning.added", team, null, { team, teamSession: id, text });
        const line = `- ${draft.now.toISOString().slice(0, "2026-02-09".length)}: ${text}`;
        return { path: teamMemoryPaths(team).learnings, line, warnings: [] };
      };
      return changeTeamSession(context, caller, params, request, decide, { ended: true });
    },
  };
}

/** What a session starts with; `load` names an entry beside what mode and topic load, as `*load` does. */
type TeamSessionStart = StartTeamSession & { load?: string | undefined };

/**
 * Starts a session of a team with what its mode and topic load within the budget, and with the entry that `load` names: all of it in
 * one change, or, where that entry cannot be loaded, nothing. Source: knowledge §4, §6.
 */
function startTeamSession(context: ServiceContext, reader: KnowledgeReader) {
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
    return context.committer.act<TeamSessionStarted>(aloneBy(caller, params.workspace, request), async (draft) => {
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
    });
  };

  async function freeId(draft: Draft, params: TeamParams, wanted: string | null): Promise<string> {
    const rows = await listTeamSessions(draft.queries, params.workspace, params.team);
    const saved = (await countCheckpoints(context, params)).keys();
    const list = context.store(params.workspace).read(teamMemoryPaths(params.team).sessions);
    // A list that cannot be opened names nobody; that it is left alone is told where it is kept.
    const file = await list.catch(onRefusal(() => null));
    const { sessions } = readSessionsFile(file?.text ?? "");
    const taken = new Set([...rows.map((row) => row.id), ...saved, ...sessions.map(({ sessionId }) => sessionId)]);
    if (wanted === null) return nextTeamSessionId(params.team, draft.now.toISOString().slice(0, 10), taken);
    const present = taken.has(wanted) ? wanted : findTwin(taken, wanted);
    if (present === undefined) return wanted;
    throw new AppError("conflict", `There is a session ${present} already.`, {
      hint: "Resume it: {team-session.resume}, or give no id.",
      about: { team: params.team, session: present },
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

/** What a team keeps of its work: its sessions, and the files of its memory. Source: knowledge §3. */
export function teamRecordService(context: ServiceContext, reader: KnowledgeReader) {
  /** A file of the team's memory as it is now; an edit made outside is recorded first. */
  async function open(workspace: string, path: string): Promise<{ text: string | null; problem: string | null }> {
    return context.committer.current(workspace, path).then(
      (state) => ({ text: state.text ?? state.legible ?? null, problem: null }),
      onRefusal(({ message }) => ({ text: null, problem: message })),
    );
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
