import { z } from "zod";
import { asFound, body, Count, listOf, shape } from "@/lib/contracts/shapes";
import { SignedBy } from "@/lib/contracts/people";
import { ActorKind, Etag, ItemId, RevisionNumber, RoleId, Source, Text, Time } from "@/lib/contracts/primitives";

/** What an edit of the file changed in one section. */
export const OutsidePart = shape("OutsidePart", {
  section: z.string(),
  by: z.string().meta({ description: "The role that announced it, or `disk` where nobody did" }),
});

export const Revision = shape("Revision", {
  revision: asFound(RevisionNumber),
  hash: z.string().meta({ description: "sha256 of the text after it" }),
  parentHash: z.string(),
  at: asFound(Time),
  actor: z.string(),
  actorKind: ActorKind,
  person: SignedBy.optional().meta({ description: "Who made it, where it was a person with a name" }),
  run: z.string().optional().meta({ description: "The conversation in which it was made, by its client's id" }),
  roles: z.array(z.string()).meta({ description: "Roles whose sections it touched, or on whose behalf it was made" }),
  source: Source,
  operation: z.string(),
  detail: z.record(z.string(), z.unknown()),
  parts: z
    .array(OutsidePart)
    .optional()
    .meta({ description: "Of an edit outside Wardroom: who made what in each section" }),
  lines: Count,
});
export type Revision = z.infer<typeof Revision>;
export const RevisionList = listOf(Revision);
export type RevisionList = z.infer<typeof RevisionList>;

export const RevisionText = shape("RevisionText", { revision: Revision, text: z.string() });
export type RevisionText = z.infer<typeof RevisionText>;

/** A run of text within a changed line. */
export const DiffSegment = z.object({ text: z.string(), changed: z.boolean() });

/** A line of a diff; numbers count from 1 and are null on the side where the line is not. */
export const DiffLine = shape("DiffLine", {
  kind: z.enum(["same", "added", "removed"]),
  before: Count.nullable(),
  after: Count.nullable(),
  segments: z.array(DiffSegment),
  moved: Count.optional().meta({ description: "Of a line that was only moved: where it stands on the other side" }),
});
export type DiffLine = z.infer<typeof DiffLine>;

/** What changed between two revisions, in hunks with three lines around. `from` 0 is the empty text. */
export const Diff = shape("Diff", {
  from: Count,
  to: Count,
  added: Count,
  removed: Count,
  hunks: z.array(z.object({ lines: z.array(DiffLine) })),
});
export type Diff = z.infer<typeof Diff>;

export const DiffQuery = z.object({ from: z.coerce.number().int().min(0), to: z.coerce.number().int().min(0) });
/** Of one part, everything else stays as it is. */
export const RevertMemory = z
  .strictObject({
    revision: RevisionNumber,
    item: ItemId.optional().meta({ description: "Only this item, by the id it has now or had then" }),
    was: Text.max(400_000)
      .optional()
      .meta({ description: "What the item says now, its body included; else a conflict" }),
    section: RoleId.optional().meta({ description: "Only the section of this role" }),
  })
  .refine((body) => body.item === undefined || body.section === undefined, {
    message: "give either item or section",
    path: ["section"],
  })
  .meta({ id: "RevertMemory" });
export type RevertMemory = z.infer<typeof RevertMemory>;
export const RevisionRef = body("RevisionRef", { revision: RevisionNumber });

/** How sure the name of a change is. */
const Certainty = z.enum(["certain", "probably", "unknown"]).meta({
  id: "Certainty",
  description:
    "`certain`: the history leaves no other; `probably`: told by place or likeness among equal or similar lines; `unknown`: an edit outside Wardroom, by nobody knows whom",
});

export const LineChange = shape("LineChange", {
  revision: asFound(RevisionNumber),
  at: asFound(Time),
  actor: z.string().meta({ description: "For an approved relay, the role that it came from" }),
  actorKind: ActorKind,
  person: SignedBy.optional().meta({ description: "Who did it, where it was a person with a name" }),
  run: z.string().optional().meta({ description: "The conversation in which it was done, by its client's id" }),
  source: Source,
  operation: z.string(),
  certainty: Certainty,
  said: z.string().nullable().meta({ description: "What the line said before; null where it was written then" }),
});
export type LineChange = z.infer<typeof LineChange>;

/** Which lines are asked for; all when left out. */
export const BlameQuery = z.object({
  from: z.coerce.number().int().min(1).default(1),
  to: z.coerce.number().int().min(1).optional(),
});

export const Blame = shape("Blame", {
  revision: Count,
  etag: Etag,
  lines: z.array(
    LineChange.extend({
      line: Count,
      text: z.string(),
      changes: Count.meta({ description: "How often it was changed, the first writing included" }),
    }),
  ),
});
export type Blame = z.infer<typeof Blame>;
