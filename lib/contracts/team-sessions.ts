import { z } from "zod";
import { Count, asFound, body, listOf, shape } from "@/lib/contracts/shapes";
import { Diagnostic, Text, Time, Writing } from "@/lib/contracts/primitives";

/** The id of a session of a team; also the beginning of the names of its checkpoints. */
export const TeamSessionId = Text.min(1)
  .max(80)
  .meta({ description: "Id of a team session", examples: ["dev-architect-2026-02-09-001"] });

/** One line of what somebody says: it becomes one line of a file. */
const Line = Writing.min(1).max(2000);

const TurnNumber = z.int().min(0).max(1_000_000);

/** One thing that was said, in short. Source: knowledge §5. */
export const DialogueTurn = shape("DialogueTurn", { turn: Count, speaker: z.string(), summary: z.string() });
export type DialogueTurn = z.infer<typeof DialogueTurn>;

/** Where a session stands. Source: knowledge §5. */
export const SessionState = z.object({
  mode: z.string().nullable(),
  turnCount: Count,
  currentSpeaker: z.string().nullable(),
});

export const SessionKnowledge = shape("SessionKnowledge", {
  id: z.string(),
  path: z.string().meta({ description: "Path of what was loaded, below the workspace" }),
  hash: z.string().meta({ description: "sha256 of the file as it was when loaded" }),
  tokens: Count.meta({ description: "Counted tokens of what was loaded" }),
  why: z.string(),
  summary: z.boolean().meta({ description: "Whether the summary was loaded in place of the full text" }),
  forced: z.boolean().meta({ description: "Whether a person loaded it beyond the budget" }),
});
export type SessionKnowledge = z.infer<typeof SessionKnowledge>;

/** What was left out, and why. */
export const LeftOut = z.object({ id: z.string(), why: z.string() });

export const BudgetUse = shape("BudgetUse", {
  limit: Count.meta({ description: "Tokens that may be loaded" }),
  from: z.enum(["request", "index", "registry", "default"]),
  warnAt: z.number().meta({ description: "Tokens from which on the set is called near its budget" }),
  left: Count.meta({ description: "Negative when a person forced more, or a file has grown" }),
  warning: z.string().nullable(),
});

export const CheckpointRef = z.object({
  file: z.string().meta({ description: "Its name in the team's checkpoints folder", examples: ["arch-001.2.yaml"] }),
  turn: Count,
  at: asFound(Time),
});

export const TeamSessionStatus = z.enum(["active", "completed", "abandoned"]).meta({ id: "TeamSessionStatus" });
export type TeamSessionStatus = z.infer<typeof TeamSessionStatus>;

/** A session of a team as lists show it. One only found in `sessions.yaml` or by its checkpoints is `known: false`. */
export const TeamSessionSummary = shape("TeamSessionSummary", {
  id: z.string(),
  known: z.boolean(),
  mode: z.string().nullable(),
  topic: z.string().nullable(),
  status: z.string().meta({ description: "active, completed or abandoned; of one not known here, as written" }),
  date: z.string().nullable(),
  turns: Count,
  loaded: z.array(z.string()),
  outcome: z.string().nullable(),
  checkpoints: Count,
});
export type TeamSessionSummary = z.infer<typeof TeamSessionSummary>;

export const TeamSessionList = shape("TeamSessionList", {
  items: z.array(TeamSessionSummary),
  diagnostics: z.array(Diagnostic).meta({ description: "What is wrong with sessions.yaml" }),
  nextCursor: z.string().nullable(),
});
export type TeamSessionList = z.infer<typeof TeamSessionList>;

export const TeamSession = shape("TeamSession", {
  id: z.string(),
  team: z.string(),
  mode: z.string().nullable(),
  topic: z.string().nullable(),
  status: TeamSessionStatus,
  startedBy: z.string(),
  startedAt: asFound(Time),
  endedAt: asFound(Time).nullable(),
  turns: Count,
  currentSpeaker: z.string().nullable(),
  loaded: z.array(SessionKnowledge),
  tokens: Count.meta({ description: "Counted tokens of all that is loaded" }),
  budget: BudgetUse,
  dialogueSummary: z.array(DialogueTurn),
  agreements: z.array(z.string()),
  openIssues: z.array(z.string()),
  nextAction: z.string().nullable(),
  checkpointEvery: Count.nullable().meta({ description: "A checkpoint is saved after so many turns; null: never" }),
  lastCheckpoint: CheckpointRef.nullable(),
  outcome: z.string().nullable(),
});
export type TeamSession = z.infer<typeof TeamSession>;

const CheckpointEvery = z.int().min(1).max(1000).nullable();

export const StartTeamSession = body("StartTeamSession", {
  mode: Line.max(200).optional(),
  topic: Line.optional(),
  id: TeamSessionId.optional().meta({ description: "Chosen by the server when left out" }),
  budget: z
    .int()
    .min(1)
    .max(100_000_000)
    .optional()
    .meta({ description: "Tokens; the team's own when left out. Only a person may name a larger one" }),
  checkpointEvery: CheckpointEvery.default(10),
});
export type StartTeamSession = z.infer<typeof StartTeamSession>;

/** What a change of a session answers: the session as it is then, and the message for the agents. */
const Answer = TeamSession.extend({
  message: z.string().meta({ description: 'To be shown as it is, such as "Knowledge loaded: [owasp-top-10]"' }),
  warnings: z.array(z.string()),
});

export const TeamSessionStarted = Answer.extend({ skipped: z.array(LeftOut) }).meta({ id: "TeamSessionStarted" });
export type TeamSessionStarted = z.infer<typeof TeamSessionStarted>;

export const TeamCommand = body("TeamCommand", {
  command: Text.min(1)
    .max(500)
    .meta({ examples: ["*load: owasp-top-10"] }),
  force: z.boolean().default(false).meta({ description: "Load beyond the budget; a person's alone" }),
});
export type TeamCommand = z.infer<typeof TeamCommand>;

export const KnowledgeChange = shape("KnowledgeChange", {
  id: z.string(),
  path: z.string(),
  change: z.enum(["changed", "gone", "moved"]),
  tokensBefore: Count,
  tokensAfter: Count.nullable(),
  message: z.string(),
});
export type KnowledgeChange = z.infer<typeof KnowledgeChange>;

export const CheckpointFault = shape("CheckpointFault", {
  file: z.string(),
  kind: z.enum(["unreadable", "invalid", "truncated", "checksum", "other_team", "other_session", "missing_fields"]),
  message: z.string(),
  line: Count.nullable(),
});

/** What a session was restored from; `null` for the file means the state kept by the server, for want of a good one. */
export const Resumed = shape("Resumed", {
  checkpoint: z.string().nullable(),
  created: z.string().nullable(),
  state: SessionState,
  dialogueSummary: z.array(DialogueTurn),
  agreements: z.array(z.string()),
  openIssues: z.array(z.string()),
  nextAction: z.string().nullable(),
  restored: z.array(z.string()).meta({ description: "Ids of the knowledge that is loaded again" }),
  skipped: z.array(LeftOut),
  changes: z.array(KnowledgeChange),
  faults: z.array(CheckpointFault).meta({ description: "Newer checkpoints that could not be used" }),
});
export type Resumed = z.infer<typeof Resumed>;

export const TeamCommandDone = Answer.extend({
  command: z.enum(["load", "unload", "knowledge", "resume", "reload"]),
  changes: z.array(KnowledgeChange).meta({ description: "What `*reload` found on disk" }),
  resumed: Resumed.nullable(),
}).meta({ id: "TeamCommandDone" });
export type TeamCommandDone = z.infer<typeof TeamCommandDone>;

export const SaveCheckpoint = z
  .strictObject({
    state: z
      .strictObject({ mode: Line.nullable(), turnCount: TurnNumber, currentSpeaker: Line.nullable() })
      .partial()
      .optional(),
    dialogueSummary: z
      .array(z.strictObject({ turn: TurnNumber, speaker: Line, summary: Line }))
      .max(1000)
      .optional(),
    agreements: z.array(Line).max(500).optional(),
    openIssues: z.array(Line).max(500).optional(),
    resumeHints: z.strictObject({ nextAction: Line.nullable().optional() }).optional(),
  })
  .meta({ id: "SaveCheckpoint", description: "What is left out stays as the session has it" });
export type SaveCheckpoint = z.infer<typeof SaveCheckpoint>;

export const CheckpointSaved = shape("CheckpointSaved", {
  file: z.string(),
  path: z.string(),
  kept: z.string().nullable().meta({ description: "Name under which the checkpoint before is kept" }),
  created: asFound(Time),
  checksum: z.string(),
  loaded: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type CheckpointSaved = z.infer<typeof CheckpointSaved>;

export const Checkpoint = shape("Checkpoint", {
  file: z.string(),
  path: z.string(),
  valid: z.boolean(),
  newestGood: z.boolean().meta({ description: "Whether a resume takes this one" }),
  verified: z.boolean().meta({ description: "Whether a checksum was there and right" }),
  fault: CheckpointFault.nullable(),
  created: z.string().nullable(),
  state: SessionState.nullable(),
  dialogueSummary: z.array(DialogueTurn),
  agreements: z.array(z.string()),
  openIssues: z.array(z.string()),
  nextAction: z.string().nullable(),
  loaded: z.array(z.string()),
  diagnostics: z.array(Diagnostic),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

export const CheckpointList = listOf(Checkpoint, "CheckpointList");
export type CheckpointList = z.infer<typeof CheckpointList>;

export const ResumeTeamSession = body("ResumeTeamSession", {
  checkpoint: Text.min(1).max(200).optional().meta({ description: "Name of a checkpoint; the newest good one else" }),
});
export type ResumeTeamSession = z.infer<typeof ResumeTeamSession>;

export const TeamSessionResumed = Answer.extend({ resumed: Resumed }).meta({ id: "TeamSessionResumed" });
export const ReportTurns = body("ReportTurns", {
  turns: z.int().min(1).max(1000).default(1).meta({ description: "How many turns passed" }),
  speaker: Line.optional(),
  summary: Line.optional().meta({ description: "What was said in the last of them" }),
  agreements: z.array(Line).max(100).default([]).meta({ description: "Added to those there are" }),
  openIssues: z.array(Line).max(100).default([]).meta({ description: "Added to those there are" }),
  closedIssues: z
    .array(Text.min(1).max(2000))
    .max(100)
    .default([])
    .meta({ description: "Open issues that are settled, as written" }),
  nextAction: Line.nullable().optional(),
});
export type ReportTurns = z.infer<typeof ReportTurns>;

export const TurnsReported = Answer.extend({ checkpoint: CheckpointSaved.nullable() }).meta({ id: "TurnsReported" });
export const ConfigureTeamSession = body("ConfigureTeamSession", { checkpointEvery: CheckpointEvery });
export type ConfigureTeamSession = z.infer<typeof ConfigureTeamSession>;

export const EndTeamSession = body("EndTeamSession", {
  outcome: Line.optional(),
  status: z.enum(["completed", "abandoned"]).default("completed"),
  learnings: z.array(Line).max(100).default([]),
});
export type EndTeamSession = z.infer<typeof EndTeamSession>;

export const TeamSessionEnded = Answer.meta({ id: "TeamSessionEnded" });
export const AddLearning = body("AddLearning", { text: Line });
export type AddLearning = z.infer<typeof AddLearning>;

export const LearningAdded = shape("LearningAdded", {
  path: z.string(),
  line: z.string().meta({ description: "As written" }),
  warnings: z.array(z.string()),
});
/** A team's three files of memory as they are; `text` is null where there is none. */
export const TeamMemory = shape("TeamMemory", {
  team: z.string(),
  context: z.object({
    path: z.string(),
    text: z.string().nullable(),
    sections: z.array(z.object({ name: z.string(), text: z.string() })),
  }),
  learnings: z.object({
    path: z.string(),
    text: z.string().nullable(),
    months: z.array(z.object({ month: z.string(), items: z.array(z.string()) })),
  }),
  sessions: z.object({ path: z.string(), text: z.string().nullable(), diagnostics: z.array(Diagnostic) }),
  olderSessions: z.string().nullable().meta({ description: "The text of an older sessions.md" }),
  warnings: z.array(z.string()).meta({ description: "Files that could not be opened" }),
});
export type TeamMemory = z.infer<typeof TeamMemory>;
