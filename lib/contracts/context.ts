import { z } from "zod";
import { RelatedLines } from "@/lib/contracts/memory";
import { Count, asFound, body, listOf, shape } from "@/lib/contracts/shapes";
import { SignedBy } from "@/lib/contracts/people";
import { Diagnostic, Etag, ItemId, RoleId, Text, Time, Writing } from "@/lib/contracts/primitives";

/** A context version as it is written everywhere. */
export const GcVersion = z
  .string()
  .regex(/^GC-v\d+$/)
  .meta({ id: "GcVersion", description: "GC-v and a number", examples: ["GC-v4"] });

/** One operation of a delta; `text` is how the message writes it. */
export const DeltaOperation = shape("DeltaOperation", {
  kind: z.enum(["ADDED", "CHANGED", "REMOVED", "REPLACED"]),
  section: z.string().meta({ description: "Path of the section concerned, without §" }),
  text: z.string(),
});

/** A delta with what it costs; token counts are estimates by `tokenMethod` of the context. */
export const Delta = shape("Delta", { text: z.string(), operations: z.array(DeltaOperation), tokens: Count });
export type Delta = z.infer<typeof Delta>;

/** Why a full text is sent instead of a delta. */
export const FallbackCode = z.enum(["FC-1", "FC-2", "FC-3", "FC-4", "FC-5"]).meta({ id: "FallbackCode" });
export type FallbackCode = z.infer<typeof FallbackCode>;

/** An item of the team memory that cites what a version changed or removed, until it is confirmed, reworded or put away. */
export const CitedItem = shape("CitedItem", {
  item: asFound(ItemId),
  role: asFound(RoleId),
  tag: z.string().nullable(),
  text: z.string(),
  cites: z.array(z.string()).meta({ description: "What it cites, in its own words" }),
  version: asFound(GcVersion).meta({ description: "The version that changed it" }),
});
export type CitedItem = z.infer<typeof CitedItem>;

/** The global context as it is now. `draft`: the file was changed on disk since the last publication. */
export const Context = shape("Context", {
  version: asFound(GcVersion).meta({ description: "Version published last; GC-v0 when there is none" }),
  next: asFound(GcVersion).meta({ description: "What publishing this text makes it" }),
  etag: Etag,
  text: z.string(),
  draft: z.boolean(),
  sections: z.array(z.object({ name: z.string(), path: z.string(), line: Count, tokens: Count })),
  tokens: Count,
  tokenMethod: z.string(),
  published: z
    .object({ at: asFound(Time), actor: z.string(), person: SignedBy.optional() })
    .nullable()
    .meta({ description: "`person`: who published it, where it was a person with a name" }),
  cited: z.array(CitedItem).meta({ description: "Items that cite what versions changed, and were not settled since" }),
  diagnostics: z.array(Diagnostic),
});
export type Context = z.infer<typeof Context>;

export const PublishContext = body("PublishContext", {
  text: Writing.max(900_000).optional().meta({ description: "Left out: the session's file" }),
  requiredActions: Writing.min(1).max(2000).optional(),
  affected: z.array(RoleId).max(100).optional(),
  settles: z.array(z.string().min(1).max(40)).max(100).optional(),
  overQuestions: z.boolean().optional(),
});
export type PublishContext = z.infer<typeof PublishContext>;

export const PublishQuery = z.object({ dryRun: z.enum(["true", "false"]).default("false") });

/** An update sent, or in a preview to be sent, to one role. */
export const DeliveryPlan = shape("DeliveryPlan", {
  id: z.string().meta({ description: "Empty in a preview" }),
  role: asFound(RoleId),
  run: z.string().nullable().meta({ description: "The run it is for; null when the role has no run at work" }),
  mode: z.enum(["delta", "full"]),
  reason: FallbackCode.nullable(),
  why: z.string().meta({ description: "How it goes there and why, in words" }),
  fromVersion: asFound(GcVersion).nullable(),
  tokens: Count,
});
export type DeliveryPlan = z.infer<typeof DeliveryPlan>;

export const Published = shape("Published", {
  version: asFound(GcVersion),
  changed: z
    .boolean()
    .meta({ description: "false when the text is that of the current version: nothing was published" }),
  delta: Delta,
  fullTokens: Count,
  deliveries: z.array(DeliveryPlan),
  cited: z.array(CitedItem).meta({ description: "Items that cite what this version changes" }),
  related: RelatedLines,
  etag: Etag,
});
export type Published = z.infer<typeof Published>;

export const Version = shape("Version", {
  version: asFound(GcVersion),
  at: asFound(Time),
  actor: z.string(),
  person: SignedBy.optional().meta({ description: "Who published it, where it was a person with a name" }),
  run: z.string().optional().meta({ description: "The conversation that published it, by its client's id" }),
  hash: z.string(),
  tokens: Count,
  deltaTokens: Count.nullable(),
  operations: Count.nullable(),
  requiredActions: z.string(),
  affected: z.array(z.string()),
  confirmedBy: z.array(z.string()).meta({ description: "Active teammates that have confirmed this version" }),
  sentTo: z.array(z.string()).meta({ description: "Active teammates that were sent this version" }),
});
export type Version = z.infer<typeof Version>;
export const VersionList = listOf(Version);
export type VersionList = z.infer<typeof VersionList>;
export const VersionText = shape("VersionText", { version: Version, text: z.string() });
export type VersionText = z.infer<typeof VersionText>;

/** Versions of a comparison, as `GC-v3` or `3`; 0 is the empty text before the first. */
export const VersionRange = z.object({ from: z.string().max(20), to: z.string().max(20) });

/** A delta between any two versions, and its texts' difference line by line. */
export const DeltaBetween = Delta.extend({
  fullTokens: Count,
  fallback: z.string().nullable().meta({ description: "Why the full text would be sent; null when the delta would" }),
}).meta({ id: "DeltaBetween" });
export type DeltaBetween = z.infer<typeof DeltaBetween>;

export const ApplyDelta = body("ApplyDelta", { base: Text.max(900_000), delta: Text.max(900_000) });
export const AppliedDelta = shape("AppliedDelta", {
  text: z.string(),
  applied: Count,
  total: Count,
  unresolved: z.array(z.object({ operation: z.string(), reason: z.string() })),
});
export type AppliedDelta = z.infer<typeof AppliedDelta>;

export const Update = DeliveryPlan.extend({
  version: asFound(GcVersion),
  kind: z.enum(["update", "clarification", "guidance"]),
  text: z.string().meta({ description: "The exact message to read" }),
  author: z.string().nullable().meta({ description: "Who wrote what it says; null where that was not kept" }),
  total: Count.meta({ description: "Items an acknowledgement counts" }),
  sentAt: asFound(Time),
  pingedAt: asFound(Time).nullable().meta({ description: "When the Lead asked for the acknowledgement" }),
}).meta({ id: "Update" });
export type Update = z.infer<typeof Update>;
export const UpdateList = listOf(Update);
export type UpdateList = z.infer<typeof UpdateList>;
export const UpdatesQuery = z.object({
  role: RoleId.optional(),
  wait: z.coerce.number().min(0).max(60).default(0).meta({ description: "Seconds to wait for an update" }),
});

export const AckAction = z.enum(["CONTINUE", "PAUSE", "NEED_CLARIFICATION"]).meta({ id: "AckAction" });
export type AckAction = z.infer<typeof AckAction>;

/** What the Lead is offered after an acknowledgement. */
export const LeadAction = z.enum(["none", "resend", "full", "guidance"]).meta({ id: "LeadAction" });
export type LeadAction = z.infer<typeof LeadAction>;

/** An acknowledgement as a message (either form) or as fields. */
export const GiveAck = z
  .union([
    z.strictObject({ role: RoleId, text: Writing.min(1).max(20_000) }),
    z.strictObject({
      role: RoleId,
      version: GcVersion,
      applied: z.int().min(0),
      total: z.int().min(0),
      impact: Writing.max(2000).default("NONE"),
      action: AckAction,
      unclear: z.array(Writing.min(1).max(300)).max(500).default([]),
      question: Writing.min(1)
        .max(2000)
        .optional()
        .meta({ description: "About what is unclear: it is put to the Lead as a Question" }),
    }),
  ])
  .meta({ id: "GiveAck" });
export type GiveAck = z.infer<typeof GiveAck>;

export const Ack = shape("Ack", {
  id: z.string(),
  role: asFound(RoleId),
  run: z.string().nullable().meta({ description: "The run that it counts for; null where that was not kept" }),
  version: asFound(GcVersion),
  applied: Count,
  total: Count,
  impact: z.string(),
  action: AckAction,
  unclear: z.array(z.string()),
  confirmed: z.boolean().meta({ description: "Whether the role is now on this version" }),
  actor: z.string().meta({ description: "Who recorded it; another than the role did so on its behalf" }),
  at: asFound(Time),
});
export type Ack = z.infer<typeof Ack>;
export const AckGiven = shape("AckGiven", {
  ack: Ack,
  leadAction: LeadAction,
  repeated: z.boolean().meta({ description: "The same ACK had been given before" }),
  question: z.string().optional().meta({ description: "Of the Question that was put to the Lead with it" }),
});
export type AckGiven = z.infer<typeof AckGiven>;

export const ReportStatus = body("ReportStatus", { role: RoleId, status: z.literal("CONTEXT_LOST") });
export const StatusReported = shape("StatusReported", {
  role: asFound(RoleId),
  status: z.literal("CONTEXT_LOST"),
  deliveries: z.array(DeliveryPlan),
});
export type StatusReported = z.infer<typeof StatusReported>;

/** Where one role stands with one version. `confirmed` comes from an acknowledgement only. */
export const MatrixCell = z.object({
  version: asFound(GcVersion),
  state: z.enum(["none", "superseded", "pending", "overdue", "answered", "confirmed"]),
  delivery: z.string().nullable(),
  mode: z.enum(["delta", "full"]).nullable(),
  reason: FallbackCode.nullable(),
  tokens: Count,
  sentAt: asFound(Time).nullable(),
  fetchedAt: asFound(Time).nullable(),
  pingedAt: asFound(Time).nullable(),
  ack: Ack.nullable(),
  leadAction: LeadAction,
});
export type MatrixCell = z.infer<typeof MatrixCell>;

/** What an orchestration-plan.md says of versions in tables and bullets of its own, which are never rewritten. */
export const PlanNotes = shape("PlanNotes", {
  path: z.string(),
  mentions: z.array(z.object({ role: z.string(), version: z.string(), line: Count })),
  diagnostics: z.array(Diagnostic),
});
/** Role × version: sent, confirmed, pending since, overdue. Versions oldest first. */
export const AckMatrix = shape("AckMatrix", {
  version: asFound(GcVersion),
  versions: z.array(asFound(GcVersion)),
  deadlineMinutes: Count,
  now: asFound(Time),
  plan: PlanNotes.optional().meta({ description: "Absent where the session has no orchestration-plan.md" }),
  roles: z.array(
    z.object({
      role: asFound(RoleId),
      state: z.enum(["active", "archived", "replaced"]),
      confirmed: asFound(GcVersion).nullable(),
      behind: Count.meta({ description: "Versions between the confirmed one and the current one" }),
      lostAt: asFound(Time).nullable(),
      endedAt: asFound(Time)
        .nullable()
        .meta({ description: "When the last run ended; null while somebody is at work, and where nobody ever was" }),
      cells: z.array(MatrixCell),
    }),
  ),
});
export type AckMatrix = z.infer<typeof AckMatrix>;

export const Guidance = body("Guidance", { text: Writing.min(1).max(20_000) });

export const RunQuery = z.string().min(1).max(300).optional();

export const MomentRun = shape("MomentRun", {
  id: z.string(),
  counts: z.boolean().meta({ description: "Whether the state of its seat went by it" }),
  began: asFound(Time),
  ended: asFound(Time).nullable().meta({ description: "Null while it was at work" }),
  shown: asFound(GcVersion).nullable(),
  confirmed: asFound(GcVersion).nullable(),
  confirmedAt: asFound(Time).nullable(),
  read: z
    .object({ revision: Count, at: asFound(Time) })
    .nullable()
    .meta({
      description: "How far it was told of the team memory; only the last reading is kept, so null before that",
    }),
});
export type MomentRun = z.infer<typeof MomentRun>;

export const KnownQuery = z.object({
  role: RoleId,
  at: Time.optional(),
  run: RunQuery.meta({ description: "Only this run of the role, as `run.list` gives it" }),
});
export const Known = shape("Known", {
  role: asFound(RoleId),
  at: asFound(Time),
  version: asFound(GcVersion).nullable(),
  behind: Count,
  text: z.string(),
  runs: z.array(MomentRun).meta({ description: "The runs that were at work; where none was, the last one" }),
});
export type Known = z.infer<typeof Known>;

/** One line of the savings ledger. Tokens, estimates; `net` is what was saved after paying for acknowledgements. */
export const SavingsLine = z.object({
  full: Count,
  sent: Count,
  ack: Count,
  net: Count,
  savedShare: z.number(),
  deliveries: Count,
  fallbacks: Count,
});
export const Savings = shape("Savings", {
  updates: z.array(SavingsLine.extend({ version: asFound(GcVersion), at: asFound(Time) })),
  roles: z.array(SavingsLine.extend({ role: asFound(RoleId) })),
  total: SavingsLine,
  tokenMethod: z.string(),
});
export type Savings = z.infer<typeof Savings>;

const Minutes = z.int().min(1).max(10_080);

const GateAsks = z.enum(["present", "all"]).meta({
  description: "Whom a gate asks: who is at work, has not confirmed or left work; or every teammate",
});

const ClaimedEdits = z
  .enum(["warn", "deny"])
  .meta({ description: "What hooks do of an edit in a place that another run has claimed" });

const DIRECT = {
  description: "Agent types that write to their sections themselves; what others say stands with the Lead",
};

/** What may be set for a session; what is left out stays. */
export const ChangeSessionSettings = body("ChangeSessionSettings", {
  ackDeadlineMinutes: Minutes.optional(),
  silentMinutes: Minutes.optional().meta({ description: "So long without a sign, and a run is shown as silent" }),
  endedMinutes: Minutes.optional().meta({ description: "So long without a sign, and a run is assumed to have ended" }),
  gateAsks: GateAsks.optional(),
  claimedEdits: ClaimedEdits.optional(),
  direct: z
    .array(Text.regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,63}$/u).toLowerCase()) // implementer
    .min(1)
    .max(20)
    .optional()
    .meta(DIRECT),
});
export type ChangeSessionSettings = z.infer<typeof ChangeSessionSettings>;

export const SessionSettings = shape("SessionSettings", {
  ackDeadlineMinutes: Count,
  silentMinutes: Count,
  endedMinutes: Count,
  gateAsks: GateAsks,
  claimedEdits: ClaimedEdits,
  direct: z.array(z.string()).meta(DIRECT),
});
export type SessionSettings = z.infer<typeof SessionSettings>;
