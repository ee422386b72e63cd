import { z } from "zod";
import { Diagnostic, Etag, RoleId, Text, Time } from "@/lib/contracts/primitives";

/** A context version as it is written everywhere. */
export const GcVersion = z
  .string()
  .regex(/^GC-v\d+$/)
  .meta({ id: "GcVersion", description: "GC-v and a number", examples: ["GC-v4"] });

/** One operation of a delta; `text` is how the message writes it. */
export const DeltaOperation = z
  .object({
    kind: z.enum(["ADDED", "CHANGED", "REMOVED", "REPLACED"]),
    section: z.string().meta({ description: "Path of the section concerned, without §" }),
    text: z.string(),
  })
  .meta({ id: "DeltaOperation" });
export type DeltaOperation = z.infer<typeof DeltaOperation>;

/** A delta with what it costs; token counts are estimates by `tokenMethod` of the context. */
export const Delta = z
  .object({ text: z.string(), operations: z.array(DeltaOperation), tokens: z.int() })
  .meta({ id: "Delta" });
export type Delta = z.infer<typeof Delta>;

/** Why a full text is sent instead of a delta. */
export const FallbackCode = z.enum(["FC-1", "FC-2", "FC-3", "FC-4", "FC-5"]).meta({ id: "FallbackCode" });
export type FallbackCode = z.infer<typeof FallbackCode>;

/** The global context as it is now. `draft`: the file was changed on disk since the last publication. */
export const Context = z
  .object({
    version: GcVersion.meta({ description: "Version published last; GC-v0 when there is none" }),
    etag: Etag,
    text: z.string(),
    draft: z.boolean(),
    sections: z.array(z.object({ name: z.string(), path: z.string(), line: z.int(), tokens: z.int() })),
    tokens: z.int(),
    tokenMethod: z.string(),
    published: z.object({ at: Time, actor: z.string() }).nullable(),
    diagnostics: z.array(Diagnostic),
  })
  .meta({ id: "Context" });
export type Context = z.infer<typeof Context>;

export const PublishContext = z
  .strictObject({
    text: Text.max(900_000),
    requiredActions: Text.min(1).max(2000).optional(),
    affected: z.array(RoleId).max(100).optional(),
  })
  .meta({ id: "PublishContext" });
export type PublishContext = z.infer<typeof PublishContext>;

export const PublishQuery = z.object({ dryRun: z.enum(["true", "false"]).default("false") });

/** An update sent, or in a preview to be sent, to one role. */
export const DeliveryPlan = z
  .object({
    id: z.string().meta({ description: "Empty in a preview" }),
    role: RoleId,
    mode: z.enum(["delta", "full"]),
    reason: FallbackCode.nullable(),
    fromVersion: GcVersion.nullable(),
    tokens: z.int(),
  })
  .meta({ id: "DeliveryPlan" });
export type DeliveryPlan = z.infer<typeof DeliveryPlan>;

export const Published = z
  .object({
    version: GcVersion,
    changed: z
      .boolean()
      .meta({ description: "false when the text is that of the current version: nothing was published" }),
    delta: Delta,
    fullTokens: z.int(),
    deliveries: z.array(DeliveryPlan),
    etag: Etag,
  })
  .meta({ id: "Published" });
export type Published = z.infer<typeof Published>;

/** A published version. */
export const Version = z
  .object({
    version: GcVersion,
    at: Time,
    actor: z.string(),
    hash: z.string(),
    tokens: z.int(),
    deltaTokens: z.int().nullable(),
    operations: z.int().nullable(),
    requiredActions: z.string(),
    affected: z.array(z.string()),
    confirmedBy: z.array(z.string()).meta({ description: "Roles that confirmed this version" }),
    sentTo: z.array(z.string()),
  })
  .meta({ id: "Version" });
export type Version = z.infer<typeof Version>;
export const VersionList = z.object({ items: z.array(Version), nextCursor: z.string().nullable() });
export type VersionList = z.infer<typeof VersionList>;
export const VersionText = z.object({ version: Version, text: z.string() }).meta({ id: "VersionText" });
export type VersionText = z.infer<typeof VersionText>;

/** Versions of a comparison, as `GC-v3` or `3`; 0 is the empty text before the first. */
export const VersionRange = z.object({ from: z.string().max(20), to: z.string().max(20) });

/** A delta between any two versions, and its texts' difference line by line. */
export const DeltaBetween = Delta.extend({
  fullTokens: z.int(),
  fallback: z.string().nullable().meta({ description: "Why the full text would be sent; null when the delta would" }),
}).meta({ id: "DeltaBetween" });
export type DeltaBetween = z.infer<typeof DeltaBetween>;

export const ApplyDelta = z
  .strictObject({ base: Text.max(900_000), delta: Text.max(900_000) })
  .meta({ id: "ApplyDelta" });
export const AppliedDelta = z
  .object({
    text: z.string(),
    applied: z.int(),
    total: z.int(),
    unresolved: z.array(z.object({ operation: z.string(), reason: z.string() })),
  })
  .meta({ id: "AppliedDelta" });
export type AppliedDelta = z.infer<typeof AppliedDelta>;

/** A message that waits for a role. */
export const Update = DeliveryPlan.extend({
  version: GcVersion,
  kind: z.enum(["update", "clarification", "guidance"]),
  text: z.string().meta({ description: "The exact message to read" }),
  total: z.int().meta({ description: "Items an acknowledgement counts" }),
  sentAt: Time,
  pingedAt: Time.nullable().meta({ description: "When the Lead asked for the acknowledgement" }),
}).meta({ id: "Update" });
export type Update = z.infer<typeof Update>;
export const UpdateList = z.object({ items: z.array(Update), nextCursor: z.string().nullable() });
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
    z.strictObject({ role: RoleId, text: Text.min(1).max(20_000) }),
    z.strictObject({
      role: RoleId,
      version: GcVersion,
      applied: z.int().min(0),
      total: z.int().min(0),
      impact: Text.max(2000).default("NONE"),
      action: AckAction,
      unclear: z.array(Text.min(1).max(300)).max(500).default([]),
    }),
  ])
  .meta({ id: "GiveAck" });
export type GiveAck = z.infer<typeof GiveAck>;

export const Ack = z
  .object({
    id: z.string(),
    role: RoleId,
    version: GcVersion,
    applied: z.int(),
    total: z.int(),
    impact: z.string(),
    action: AckAction,
    unclear: z.array(z.string()),
    confirmed: z.boolean().meta({ description: "Whether the role is now on this version" }),
    actor: z.string().meta({ description: "Who recorded it; another than the role did so on its behalf" }),
    at: Time,
  })
  .meta({ id: "Ack" });
export type Ack = z.infer<typeof Ack>;
export const AckGiven = z
  .object({
    ack: Ack,
    leadAction: LeadAction,
    repeated: z.boolean().meta({ description: "The same ACK had been given before" }),
  })
  .meta({ id: "AckGiven" });
export type AckGiven = z.infer<typeof AckGiven>;

export const ReportStatus = z
  .strictObject({ role: RoleId, status: z.literal("CONTEXT_LOST") })
  .meta({ id: "ReportStatus" });
export const StatusReported = z
  .object({ role: RoleId, status: z.literal("CONTEXT_LOST"), deliveries: z.array(DeliveryPlan) })
  .meta({ id: "StatusReported" });
export type StatusReported = z.infer<typeof StatusReported>;

/** Where one role stands with one version. `confirmed` comes from an acknowledgement only. */
export const MatrixCell = z.object({
  version: GcVersion,
  state: z.enum(["none", "superseded", "pending", "overdue", "answered", "confirmed"]),
  delivery: z.string().nullable(),
  mode: z.enum(["delta", "full"]).nullable(),
  reason: FallbackCode.nullable(),
  tokens: z.int(),
  sentAt: Time.nullable(),
  fetchedAt: Time.nullable(),
  pingedAt: Time.nullable(),
  ack: Ack.nullable(),
  leadAction: LeadAction,
});
export type MatrixCell = z.infer<typeof MatrixCell>;

/** What an orchestration-plan.md says of versions in tables and bullets of its own, which are never rewritten. */
export const PlanNotes = z
  .object({
    path: z.string(),
    mentions: z.array(z.object({ role: z.string(), version: z.string(), line: z.int() })),
    diagnostics: z.array(Diagnostic),
  })
  .meta({ id: "PlanNotes" });
export type PlanNotes = z.infer<typeof PlanNotes>;

/** Role × version: sent, confirmed, pending since, overdue. Versions oldest first. */
export const AckMatrix = z
  .object({
    version: GcVersion,
    versions: z.array(GcVersion),
    deadlineMinutes: z.int(),
    now: Time,
    plan: PlanNotes.optional().meta({ description: "Absent where the session has no orchestration-plan.md" }),
    roles: z.array(
      z.object({
        role: RoleId,
        state: z.enum(["active", "archived", "replaced"]),
        confirmed: GcVersion.nullable(),
        behind: z.int().meta({ description: "Versions between the confirmed one and the current one" }),
        lostAt: Time.nullable(),
        cells: z.array(MatrixCell),
      }),
    ),
  })
  .meta({ id: "AckMatrix" });
export type AckMatrix = z.infer<typeof AckMatrix>;

export const Guidance = z.strictObject({ text: Text.min(1).max(20_000) }).meta({ id: "Guidance" });

/** What a role had confirmed at a moment. */
export const KnownQuery = z.object({ role: RoleId, at: Time.optional() });
export const Known = z
  .object({ role: RoleId, at: Time, version: GcVersion.nullable(), behind: z.int(), text: z.string() })
  .meta({ id: "Known" });
export type Known = z.infer<typeof Known>;

/** One line of the savings ledger. Tokens, estimates; `net` is what was saved after paying for acknowledgements. */
export const SavingsLine = z.object({
  full: z.int(),
  sent: z.int(),
  ack: z.int(),
  net: z.int(),
  savedShare: z.number(),
  deliveries: z.int(),
  fallbacks: z.int(),
});
export const Savings = z
  .object({
    updates: z.array(SavingsLine.extend({ version: GcVersion, at: Time })),
    roles: z.array(SavingsLine.extend({ role: RoleId })),
    total: SavingsLine,
    tokenMethod: z.string(),
  })
  .meta({ id: "Savings" });
export type Savings = z.infer<typeof Savings>;

/** What may be set for a session. */
export const SessionSettings = z
  .strictObject({ ackDeadlineMinutes: z.int().min(1).max(10_080) })
  .meta({ id: "SessionSettings" });
export type SessionSettings = z.infer<typeof SessionSettings>;
