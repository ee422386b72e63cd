import { z } from "zod";
import { Count, asFound, body, shape } from "@/lib/contracts/shapes";
import { Diagnostic, Etag, ItemId, RevisionNumber, Text, Time, Writing } from "@/lib/contracts/primitives";
import { GcVersion } from "@/lib/contracts/context";
import { Result } from "@/lib/contracts/results";

export const GateResult = z.enum(["APPROVED", "CONDITIONAL_PASS", "REJECTED"]).meta({ id: "GateResult" });
export type GateResult = z.infer<typeof GateResult>;

/** Something that keeps a gate from passing; `id` is what a waiver names. */
export const GateBlocker = shape("GateBlocker", {
  id: z.string().meta({ description: "`role:{id}`, `item:{id}` or `pair:{id}`; what a waiver names" }),
  kind: z.enum(["behind", "conflict", "question"]),
  role: z.string().meta({ description: "Who is behind, or whose item it is" }),
  message: z.string(),
  waived: z.string().nullable().meta({ description: "The reason it was let through" }),
});
export type GateBlocker = z.infer<typeof GateBlocker>;

/** Lets one blocker through, with a reason: named by its id, or by the item or role it is about. */
export const Waiver = z
  .union([
    z.strictObject({ id: Text.min(1).max(300), reason: Writing.min(1).max(2000) }),
    z.strictObject({ item: Text.min(1).max(300), reason: Writing.min(1).max(2000) }),
    z.strictObject({ role: Text.min(1).max(300), reason: Writing.min(1).max(2000) }),
  ])
  .meta({ id: "Waiver" });

/** One thing that was asked of the phase; a sentence alone is met where the phase is approved, else nobody said. */
export const Criterion = z
  .union([
    Writing.min(1).max(2000),
    z.strictObject({ name: Writing.min(1).max(2000), met: z.boolean(), note: Writing.min(1).max(2000).optional() }),
  ])
  .meta({ id: "Criterion" });

export const OpenGate = body("OpenGate", {
  phase: z.int().min(0).max(999),
  criteria: z.array(Writing.min(1).max(2000)).max(100).default([]),
});
export type OpenGate = z.input<typeof OpenGate>;

export const ConcludeGate = body("ConcludeGate", {
  result: GateResult,
  criteria: z.array(Criterion).max(100).default([]),
  waivers: z.array(Waiver).max(500).default([]),
  archive: z.array(ItemId).max(10_000).default([]),
});
export type ConcludeGate = z.infer<typeof ConcludeGate>;

/** Lets blockers of an open gate through for one reason, or no longer. */
export const WaiveBlockers = body("WaiveBlockers", {
  blockers: z.array(Text.min(1).max(300)).min(1).max(1000).meta({ description: "Their ids" }),
  reason: Writing.min(1).max(2000).nullable().meta({ description: "null takes the waiver back" }),
});
export type WaiveBlockers = z.infer<typeof WaiveBlockers>;

const PreparedCriterion = z.strictObject({ name: Writing.min(1).max(2000), met: z.boolean() });

/** What of a conclusion is prepared; what is left out stays as it was. */
export const PrepareGate = body("PrepareGate", {
  result: GateResult.nullable().optional(),
  criteria: z.array(PreparedCriterion).max(100).optional(),
  archive: z.array(ItemId).max(10_000).optional(),
});
export type PrepareGate = z.infer<typeof PrepareGate>;

/** A gate opened here, with what blocks it while it is open and what is proposed to be archived. */
export const Gate = shape("Gate", {
  id: z.string(),
  phase: Count,
  state: z.enum(["open", "concluded", "abandoned"]),
  result: GateResult.nullable(),
  gcVersion: asFound(GcVersion),
  openedBy: z.string(),
  openedAt: asFound(Time),
  endedBy: z.string().nullable(),
  endedAt: asFound(Time).nullable(),
  said: z.string().meta({ description: "How it stands, in the words that every inbox has" }),
  criteria: z.array(z.string()).meta({ description: "What was asked of the phase as the gate opened" }),
  reported: Result.nullable().meta({ description: "The last result somebody reported; null once the gate ended" }),
  changed: z
    .object({ files: z.array(z.string()), more: Count, whole: z.boolean() })
    .nullable()
    .meta({ description: "Files of the workspace written after that result, by their own times" }),
  notes: z.array(z.string()).meta({ description: "What blocks nothing and is worth knowing before it is concluded" }),
  blockers: z.array(GateBlocker),
  prepared: z
    .object({
      result: GateResult.nullable(),
      criteria: z.array(z.object({ name: z.string(), met: z.boolean() })),
      archive: z.array(asFound(ItemId)),
    })
    .nullable()
    .meta({ description: "What was chosen for its conclusion so far, by anybody; null once it ended" }),
  current: z
    .object({ current: Count, teammates: Count })
    .nullable()
    .meta({ description: "Who has confirmed the version, and who should have; null once it ended" }),
  stale: z.array(asFound(ItemId)).meta({
    description: "Items written before the previous gate and not touched since, and warnings of code that is gone",
  }),
});
export type Gate = z.infer<typeof Gate>;

/** A record found in a phase folder, whatever its shape; null where it does not say. A phase may have several. */
export const GateRecord = shape("GateRecord", {
  path: z.string(),
  phase: z.string(),
  result: z.string().nullable(),
  date: z.string().nullable(),
  gcVersion: z.string().nullable(),
  gcVersionIn: z.string().nullable().meta({ description: "The version the phase began with, where it says so" }),
  former: z.boolean().meta({ description: "Whether the same file holds a later evaluation" }),
  text: z.string(),
  diagnostics: z.array(Diagnostic),
});
export type GateRecord = z.infer<typeof GateRecord>;

export const GateList = shape("GateList", {
  items: z.array(Gate),
  records: z.array(GateRecord),
  nextCursor: z.string().nullable(),
});
export type GateList = z.infer<typeof GateList>;

export const GateConcluded = shape("GateConcluded", {
  gate: Gate,
  against: z.array(z.string()).meta({ description: "What stood against it as it ended" }),
  record: z.string().meta({ description: "Path of the record written" }),
  revision: asFound(RevisionNumber),
  etag: Etag,
});
export type GateConcluded = z.infer<typeof GateConcluded>;
