import type { Diagnostic } from "@/lib/core/diagnostics";

/** One turn of a dialogue, in short. */
export interface CheckpointTurn {
  turn: number;
  speaker: string;
  summary: string;
}

/** One loaded piece of knowledge as a checkpoint keeps it; `hash` is null where the checkpoint names ids alone. */
export interface CheckpointKnowledge {
  id: string;
  /** Below the workspace, with forward slashes; null where it is not said. */
  path: string | null;
  /** sha256 of the file when it was loaded. */
  hash: string | null;
  tokens: number | null;
  summary: boolean;
  forced: boolean;
}

/** Where a session stood when it was saved. Source: knowledge §5 (checkpoint-based resume). */
export interface CheckpointContent {
  sessionId: string;
  /** Null in a checkpoint that does not name its team, as hand-written ones do. */
  team: string | null;
  /** ISO 8601, as written. */
  created: string;
  mode: string | null;
  turnCount: number;
  currentSpeaker: string | null;
  dialogueSummary: CheckpointTurn[];
  agreements: string[];
  openIssues: string[];
  nextAction: string | null;
  loaded: CheckpointKnowledge[];
}

/** Why a checkpoint cannot be used. `line` counts from 1; null where no line is to blame. */
export interface CheckpointFault {
  kind: "unreadable" | "invalid" | "truncated" | "checksum" | "other_team" | "other_session" | "missing_fields";
  message: string;
  line: number | null;
}

/** A checkpoint as read: either its content, or the fault. */
export interface CheckpointReading {
  content: CheckpointContent | null;
  fault: CheckpointFault | null;
  /** Whether it carries a checksum, and the right one. */
  verified: boolean;
  diagnostics: Diagnostic[];
}

/** The keys a checkpoint must have, in the order in which they are written. Source: formats "Checkpoint". */
export const REQUIRED_KEYS = [
  "session_id",
  "created",
  "state",
  "dialogue_summary",
  "agreements",
  "open_issues",
  "resume_hints",
] as const;
