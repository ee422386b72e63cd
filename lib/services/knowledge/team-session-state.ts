import type { DialogueTurn, SessionKnowledge, TeamSession, TeamSessionStatus } from "@/lib/contracts/team-sessions";
import { nearBudget, type Budget } from "@/lib/core/knowledge/resolve-knowledge";
import type { CheckpointContent } from "@/lib/core/knowledge/checkpoint";
import type { TeamSessionRow } from "@/lib/db/team-sessions";
import type { StoredTeamSession } from "@/lib/services/commit/act";

/** A checkpoint that was saved or resumed here: its file, at which turn, when. */
export interface CheckpointMark {
  file: string;
  turn: number;
  at: string;
}

/** A team session as use cases work with it. Never changed in place. */
export interface TeamSessionState {
  workspace: string;
  team: string;
  id: string;
  mode: string | null;
  topic: string | null;
  status: TeamSessionStatus;
  turns: number;
  currentSpeaker: string | null;
  /** In the order it was loaded. */
  loaded: SessionKnowledge[];
  dialogueSummary: DialogueTurn[];
  agreements: string[];
  openIssues: string[];
  nextAction: string | null;
  /** Tokens asked for at the start; null for the team's own budget. */
  budget: number | null;
  checkpointEvery: number | null;
  lastCheckpoint: CheckpointMark | null;
  outcome: string | null;
  startedBy: string;
  /** ISO 8601. */
  startedAt: string;
  endedAt: string | null;
}

export function newTeamSession(
  begun: Pick<TeamSessionState, "workspace" | "team" | "id" | "startedBy" | "startedAt">,
): TeamSessionState {
  return {
    ...begun,
    mode: null,
    topic: null,
    status: "active",
    turns: 0,
    currentSpeaker: null,
    loaded: [],
    dialogueSummary: [],
    agreements: [],
    openIssues: [],
    nextAction: null,
    budget: null,
    checkpointEvery: USUAL_EVERY,
    lastCheckpoint: null,
    outcome: null,
    endedAt: null,
  };
}

/** After so many turns a checkpoint is saved where nobody chose; the contract's default is the same. */
const USUAL_EVERY = 10;

type Notes = Pick<TeamSessionState, "dialogueSummary" | "agreements" | "openIssues" | "nextAction">;

export function stateOfSession(row: TeamSessionRow): TeamSessionState {
  const { workspaceId, loaded, notes, lastCheckpoint, startedAt, endedAt, status, ...rest } = row;
  const kept = JSON.parse(notes) as Partial<Notes>;
  return {
    ...rest,
    workspace: workspaceId,
    status: status as TeamSessionStatus,
    loaded: JSON.parse(loaded) as SessionKnowledge[],
    dialogueSummary: kept.dialogueSummary ?? [],
    agreements: kept.agreements ?? [],
    openIssues: kept.openIssues ?? [],
    nextAction: kept.nextAction ?? null,
    lastCheckpoint: lastCheckpoint === null ? null : (JSON.parse(lastCheckpoint) as CheckpointMark),
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

export function rowOfSession(state: TeamSessionState): StoredTeamSession {
  const { workspace, loaded, dialogueSummary, agreements, openIssues, nextAction, lastCheckpoint, ...rest } = state;
  return {
    ...rest,
    workspaceId: workspace,
    loaded: JSON.stringify(loaded),
    notes: JSON.stringify({ dialogueSummary, agreements, openIssues, nextAction } satisfies Notes),
    lastCheckpoint: lastCheckpoint === null ? null : JSON.stringify(lastCheckpoint),
  };
}

/** What a checkpoint keeps of a session. */
export function contentOf(state: TeamSessionState): CheckpointContent {
  const { id, team, startedAt, turns, ...rest } = state;
  return { ...rest, sessionId: id, team, created: startedAt, turnCount: turns };
}

export function tokensOf(loaded: readonly { tokens: number }[]): number {
  return loaded.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** The session as the contract shows it, measured against the budget that counts now. */
export function presentTeamSession(state: TeamSessionState, budget: Budget): TeamSession {
  const { workspace: _workspace, budget: _asked, ...rest } = state;
  const tokens = tokensOf(state.loaded);
  const left = budget.tokens - tokens;
  const over = `${-left} tokens over the budget of ${budget.tokens}.`;
  const warning = left < 0 ? over : nearBudget(tokens, budget);
  return { ...rest, tokens, budget: { limit: budget.tokens, from: budget.from, warnAt: budget.warnAt, left, warning } };
}

/** What a command answers about the loaded set. Source: knowledge §4 (Display). */
export function sayLoaded(loaded: readonly { id: string }[]): string {
  return `Knowledge loaded: [${loaded.map(({ id }) => id).join(", ")}]`;
}
