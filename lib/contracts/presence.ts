import { z } from "zod";
import { asFound, Count, body, shape } from "@/lib/contracts/shapes";
import { GcVersion } from "@/lib/contracts/context";
import { RelatedLines } from "@/lib/contracts/memory";
import { RoleId, Time, Writing } from "@/lib/contracts/primitives";

/** One line: what lies beyond belongs into an item, or into no words at all. */
const Line = Writing.min(1).max(500);

/** Who says it: the caller, unless named; another than oneself is refused. */
const Speaker = RoleId.optional();

export const SetState = body("SetState", { text: Line, role: Speaker });
export type SetState = z.infer<typeof SetState>;

export const StateLine = shape("StateLine", { text: z.string(), at: asFound(Time) });
export const MakeClaim = body("MakeClaim", {
  what: Line.optional().meta({
    description: "In words; paths that it begins with are where, unless `paths` says that",
  }),
  paths: z
    .array(Writing.min(1).max(400))
    .min(1)
    .max(2_000)
    .optional()
    .meta({ description: "Files, folders or patterns of the project", examples: [["src/cart/**"]] }),
  minutes: z.int().min(1).max(480).default(10),
  also: z.boolean().optional().meta({ description: "What one claimed before stands too" }),
  role: Speaker,
});
export type MakeClaim = z.infer<typeof MakeClaim>;

/** What a role works on, until when. It locks nothing. */
export const Claim = shape("Claim", {
  id: z.string(),
  role: asFound(RoleId),
  what: z.string(),
  paths: z.array(z.string()).meta({ description: "Where it is; empty for what was said in words alone" }),
  at: asFound(Time),
  until: asFound(Time),
  silentSince: asFound(Time)
    .nullable()
    .meta({ description: "Last sign of who made it, where it counts as silent since" }),
});
export type Claim = z.infer<typeof Claim>;

/** Files in a claimed place that another branch changed, or that another working tree has not committed. */
export const ChangedElsewhere = shape("ChangedElsewhere", {
  branch: z.string(),
  files: z.array(z.string()).meta({ description: "Three at most" }),
  more: Count,
  committed: z.boolean(),
});
export type ChangedElsewhere = z.infer<typeof ChangedElsewhere>;

/** A claim was made; `others` are claims of others that hold, so that the same is not done twice. */
export const Claimed = shape("Claimed", {
  claim: Claim,
  others: z.array(Claim),
  overlaps: z.array(z.string()).meta({ description: "Ids of those among the others that share a place with it" }),
  related: RelatedLines.meta({
    description: "Standing lines of others that name a claimed file, or are about the same",
  }),
  elsewhere: z
    .array(ChangedElsewhere)
    .optional()
    .meta({ description: "What other branches of the project's repository changed there in the last two weeks" }),
});
export type Claimed = z.infer<typeof Claimed>;

/** Gives the claims of one role to another: of one that is silent, or as the Lead. */
export const TakeClaims = body("TakeClaims", { from: RoleId, to: RoleId });
export type TakeClaims = z.infer<typeof TakeClaims>;

export const ClaimsTaken = shape("ClaimsTaken", { claims: z.array(Claim) });
export const SendNudge = body("SendNudge", { role: RoleId, text: Line });
export type SendNudge = z.infer<typeof SendNudge>;

export const Nudge = shape("Nudge", {
  id: z.string(),
  from: asFound(RoleId),
  role: asFound(RoleId),
  text: z.string(),
  at: asFound(Time),
  readAt: asFound(Time).nullable(),
});
export type Nudge = z.infer<typeof Nudge>;

/** Why a role cannot go on, and for whom it waits. */
export const Wait = shape("Wait", {
  on: z.enum(["relay", "question", "unclear", "paused", "lost"]).meta({
    description:
      "A relay or a question of its own; an update that is unclear to it, that it paused at, or its lost context",
  }),
  for: asFound(RoleId),
  since: asFound(Time),
});
export type Wait = z.infer<typeof Wait>;

/** Who is there: what was seen of each role, never what is guessed. */
export const Presence = shape("Presence", {
  version: asFound(GcVersion).meta({ description: "Of the context, published last; GC-v0 for none" }),
  roles: z.array(
    z.object({
      role: asFound(RoleId),
      sign: asFound(Time).nullable().meta({ description: "When it last read or did something here" }),
      shown: asFound(GcVersion).nullable().meta({ description: "Version of the context it was shown last" }),
      confirmed: asFound(GcVersion).nullable(),
      behind: Count.meta({ description: "Versions published since the one it confirmed; 0 for the Lead" }),
      due: asFound(Time)
        .nullable()
        .meta({ description: "By when it is to confirm the current version; null where it owes nothing" }),
      state: StateLine.nullable(),
      claims: z.array(Claim),
      waits: z.array(Wait).meta({ description: "For whom it waits, the longest first" }),
    }),
  ),
  nudges: z.array(Nudge).meta({ description: "Those that the caller sent last" }),
  now: asFound(Time),
});
export type Presence = z.infer<typeof Presence>;
