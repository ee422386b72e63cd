import { z } from "zod";
import { DiffLine, LineChange, Revision } from "@/lib/contracts/revisions";
import { Count, asFound, body, listOf, shape } from "@/lib/contracts/shapes";
import { Diagnostic, Etag, ItemId, RevisionNumber, RoleId, Text, Time, Writing } from "@/lib/contracts/primitives";
import { judging, Pair, PairLine } from "@/lib/contracts/pairs";
import { Put } from "@/lib/contracts/questions";
import { Access } from "@/lib/contracts/sessions";
import { PROGRESS } from "@/lib/core/memory/progress";

export const State = z.enum(["active", "archived", "resolved", "replaced"]).meta({ id: "State" });
/** The tags Wardroom writes; others met in files are given as written. `Gate` is for the Lead's section only. */
export const Tag = z
  .enum(["Finding", "Pattern", "Decision", "Warning", "Dependency", "Conflict", "Question", "Gate"])
  .meta({ id: "Tag" });
export type Tag = z.infer<typeof Tag>;

/** A tag in the spelling that files use, whatever its case was; any other word is passed on, for the server to refuse. */
export function spelledTag(tag: string): string {
  return Tag.options.find((known) => known.toLowerCase() === tag.toLowerCase()) ?? tag;
}

/** How far an item is: of a question, a conflict or a dependency what it waits for, and of any line what took its place. */
const Progress = shape("Progress", {
  state: z.enum(PROGRESS).meta({
    description: "open: nobody there is to end it; met: what it waited for is there, to be accepted",
  }),
  roles: z.array(z.string()).meta({ description: "Who it waits for; where it is open, who left" }),
  lines: z.array(PairLine).meta({ description: "What it waits for, what met it, or what took its place" }),
  was: z.array(PairLine).meta({ description: "The lines whose place it took, the newest first" }),
  circle: z.literal(true).optional().meta({ description: "It waits in a circle" }),
});

/** One item of a section. `body` holds its nested bullets and continuation lines as written. */
export const Item = shape("Item", {
  id: asFound(ItemId),
  tag: z.string().nullable().meta({ description: "null when untagged; a foreign tag as written" }),
  timestamp: z.string().nullable().meta({ description: "As written after the tag" }),
  text: z.string(),
  body: z.string(),
  state: State,
  resolution: z.string().nullable(),
  line: Count.meta({ description: "Line of the file, from 1" }),
  written: z
    .object({ at: asFound(Time), by: z.string(), probably: z.literal(true).optional() })
    .optional()
    .meta({
      description:
        "When and by which role, where the history knows; probably, where it was reworded in an editor since",
    }),
  alsoSeenBy: z.array(asFound(RoleId)).optional().meta({ description: "Roles that saw the same" }),
  question: Put.optional().meta({ description: "Of a question that is put to a role" }),
  pairs: z.array(Pair).optional().meta({ description: "What somebody judged it to be to other lines" }),
  progress: Progress.optional().meta({ description: "Left out where its tag and state say all" }),
  outdated: z
    .array(z.object({ cite: z.string(), path: z.string(), gone: z.boolean() }))
    .optional()
    .meta({ description: "What it names of the code and is no longer as it was: to be checked" }),
});
export type Item = z.infer<typeof Item>;

/** What stands in a memory and is no item: a paragraph, a numbered list, a table, a quote, code or a lower heading. */
export const SectionText = shape("SectionText", {
  line: Count.meta({ description: "Line of the file, from 1" }),
  text: z.string(),
});
export type SectionText = z.infer<typeof SectionText>;

/** One section of a memory: that of a role, or one of text that the Lead keeps. */
export const Section = shape("Section", {
  role: asFound(RoleId),
  heading: z.string(),
  kind: z.enum(["role", "text"]).meta({ description: "text: its name is no role's, such as Log or Summary" }),
  state: State,
  type: z.string().nullable(),
  access: Access,
  items: z.array(Item),
  texts: z
    .array(SectionText)
    .meta({ description: "What else stands in it, in file order; none where items are filtered" }),
  total: Count.meta({ description: "Items in the section before filtering" }),
});
export type Section = z.infer<typeof Section>;

export const Memory = shape("Memory", {
  etag: Etag,
  revision: Count.meta({ description: "Sequence of the newest revision" }),
  title: z.string().nullable(),
  meta: z.record(z.string(), z.string()).meta({ description: "The front matter and the Meta section" }),
  preface: z.array(SectionText).meta({ description: "What stands in no section" }),
  sections: z.array(Section),
  lines: Count,
  diagnostics: z.array(Diagnostic),
  view: z.string().optional().meta({
    description:
      "To pages, of the whole memory: stands for exactly this answer, so that the stream can tell what changes it",
  }),
  gone: z
    .array(z.object({ id: asFound(ItemId), role: asFound(RoleId), text: z.string() }))
    .optional()
    .meta({ description: "With `since`: items that were edited or removed, as they read then" }),
});
export type Memory = z.infer<typeof Memory>;

/** Filters of a memory; each may name several values, separated by commas. `none` as a tag means untagged. */
export const MemoryFilter = z.object({
  role: z.string().max(2000).optional(),
  tag: z.string().max(500).optional(),
  state: z.string().max(100).optional(),
  q: z.string().max(500).optional(),
});
export type MemoryFilter = z.infer<typeof MemoryFilter>;

export const MemoryQuery = MemoryFilter.extend({
  since: z.coerce.number().int().min(0).optional().meta({
    description:
      "Only items that are new or changed after this revision, and those that are gone; 0 is the empty memory",
  }),
});

export const AddItem = body("AddItem", {
  tag: Tag,
  text: Text.min(1).max(20_000),
  role: RoleId.optional(),
  anyway: z
    .boolean()
    .optional()
    .meta({ description: "false: only if no other role says nearly this, or something unread of the same subject" }),
  proposal: z
    .boolean()
    .optional()
    .meta({ description: "It stands with the Lead, who takes or refuses it, and blocks nothing meanwhile" }),
  ...judging,
  shownBy: Writing.min(1).max(500).optional().meta({ description: "The command that showed it, such as npm test" }),
});
export type AddItem = z.infer<typeof AddItem>;

/** What was said already, as the refusal to say it again shows it. */
export const SaidAlready = z.object({
  said: z.array(
    z.object({
      id: z.string().meta({ description: "Of the item, or of the relay that waits" }),
      role: asFound(RoleId),
      tag: z.string().nullable(),
      text: z.string(),
      at: asFound(Time).nullable(),
      near: z.enum(["same", "unread"]).meta({ description: "It says nearly the same; or the same subject, unread" }),
    }),
  ),
});

export const ItemConfirmed = shape("ItemConfirmed", {
  id: z.string(),
  role: asFound(RoleId),
  alsoSeenBy: z.array(asFound(RoleId)),
});
export type ItemConfirmed = z.infer<typeof ItemConfirmed>;

/** Where a text would belong better than in the team memory; advice, the item is accepted. */
export const BelongsElsewhere = shape("BelongsElsewhere", { belongsTo: z.string(), hint: z.string() });

/** The section that was written to, where a role has several: "the first section of tester-1 (line 12); it has two". */
const AddedTo = z
  .string()
  .optional()
  .meta({ description: "The section it went to, in words, where its role has several" });

/** A standing line of another role that is about what was just written. */
export const RelatedLine = shape("RelatedLine", {
  id: z
    .string()
    .meta({ description: "Of an item its id, of any other line its file and number, as in `notes/api.md:12`" }),
  role: asFound(RoleId),
  tag: z.string().nullable(),
  text: z.string().meta({ description: "Its beginning, where it is long" }),
  at: asFound(Time).nullable(),
});
export type RelatedLine = z.infer<typeof RelatedLine>;

export const RelatedLines = z
  .array(RelatedLine)
  .optional()
  .meta({ description: "Standing lines of others about the same, the nearest first; left out where nothing is near" });

export const ItemAdded = shape("ItemAdded", {
  item: Item,
  revision: asFound(RevisionNumber),
  etag: Etag,
  addedTo: AddedTo,
  advice: BelongsElsewhere.optional(),
  related: RelatedLines,
  pair: Pair.optional(),
});
export type ItemAdded = z.infer<typeof ItemAdded>;

/** An item, every revision that was about it, oldest first, and what its lines said; the item is null once it is gone. */
export const ItemLife = shape("ItemLife", {
  item: Item.nullable(),
  revisions: z.array(Revision),
  changes: z.array(LineChange).meta({ description: "Every change of its lines to their first words, newest first" }),
});
export type ItemLife = z.infer<typeof ItemLife>;

/** An item that says nearly what a relay says. */
export const RelayTwin = shape("RelayTwin", {
  id: z.string(),
  role: asFound(RoleId),
  tag: z.string().nullable(),
  text: z.string(),
  waits: z.boolean().meta({ description: "It is a relay that waits as well" }),
});

export const Relay = shape("Relay", {
  id: z.string(),
  role: asFound(RoleId),
  tag: z.string(),
  text: z.string(),
  state: z.enum(["pending", "approved", "settled", "rejected", "withdrawn"]),
  createdAt: asFound(Time),
  decidedAt: asFound(Time).nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
  itemId: z.string().nullable(),
  judged: Pair.optional().meta({ description: "What its writer judged it to be, which counts once it is approved" }),
  resembles: z
    .array(RelayTwin)
    .optional()
    .meta({ description: "In a list, of a relay that waits: what says nearly the same already, at most three" }),
});
export type Relay = z.infer<typeof Relay>;
export const RelayList = listOf(Relay);
export type RelayList = z.infer<typeof RelayList>;

export const ItemRelayed = shape("ItemRelayed", {
  relay: Relay,
  advice: BelongsElsewhere.optional(),
  related: RelatedLines,
  pair: Pair.optional(),
});
export type ItemRelayed = z.infer<typeof ItemRelayed>;

export const ApproveRelay = body("ApproveRelay", { text: Text.min(1).max(20_000).optional() });
export const RewordRelay = body("RewordRelay", { text: Text.min(1).max(20_000) });
export const RejectRelay = body("RejectRelay", { reason: Writing.min(1).max(2000) });
export const SettleRelay = body("SettleRelay", {
  note: Writing.min(1).max(2000).optional(),
});
export const RelayDecided = shape("RelayDecided", {
  relay: Relay,
  item: Item.optional(),
  revision: asFound(RevisionNumber).optional(),
  etag: Etag,
  addedTo: AddedTo,
});
export type RelayDecided = z.infer<typeof RelayDecided>;

const edit = z.strictObject({
  oldString: Text.min(1).max(400_000).optional(),
  item: ItemId.optional().meta({ description: "Or an item's id: all its words" }),
  newString: Text.max(400_000),
});

/** What an edit replaces is either a text or an item. */
function withOneTarget<T extends typeof edit>(fields: T) {
  return fields.refine((body) => (body.oldString === undefined) !== (body.item === undefined), {
    message: "give either oldString or item",
    path: ["oldString"],
  });
}

export const EditMemory = withOneTarget(
  edit.extend({
    was: Text.max(400_000).optional().meta({ description: "What the item said, its body included; else a conflict" }),
  }),
).meta({ id: "EditMemory" });
/** The same with what a tool needs besides. */
export const EditMemoryWith = <T extends z.core.$ZodLooseShape>(extra: T) => withOneTarget(edit.extend(extra));
export type EditMemory = z.infer<typeof EditMemory>;
export const ArchiveItems = z
  .strictObject({
    items: z.array(ItemId).min(1).max(10_000).optional(),
    role: RoleId.optional(),
    note: Text.min(1).max(300).optional(),
    includeOpen: z.boolean().optional().meta({ description: "Open questions and conflicts too" }),
  })
  .refine((body) => (body.items === undefined) !== (body.role === undefined), {
    message: "give either items or role",
    path: ["items"],
  })
  .meta({ id: "ArchiveItems" });
export const ResolveItem = body("ResolveItem", {
  item: ItemId,
  resolution: Text.min(1).max(2000),
  was: Text.max(400_000).optional(),
});
export type ResolveItem = z.infer<typeof ResolveItem>;

/** Questions and conflicts of a section that are still open, as the refusal to archive it lists them. */
export const OpenItems = z.object({
  role: asFound(RoleId),
  open: z.array(z.object({ id: asFound(ItemId), tag: z.string().nullable(), text: z.string(), line: Count })),
});

export const UnarchiveItems = z
  .strictObject({ items: z.array(ItemId).min(1).max(10_000).optional(), role: RoleId.optional() })
  .refine((body) => (body.items === undefined) !== (body.role === undefined), {
    message: "give either items or role",
    path: ["items"],
  })
  .meta({ id: "UnarchiveItems" });
export const ReplaceRole = body("ReplaceRole", { role: RoleId, by: RoleId });

/** A change was made: the new revision, and the items it was about as they read now. */
export const Changed = shape("Changed", {
  revision: asFound(RevisionNumber),
  etag: Etag,
  items: z.array(Item).optional(),
});
export type Changed = z.infer<typeof Changed>;

export const Prune = body("Prune", {
  dryRun: z.boolean().default(true),
  target: z.int().min(0).max(1_000_000).default(500),
});
export const MakeItems = body("MakeItems", {
  role: RoleId.meta({ description: "Whose section" }),
  text: Text.min(1).max(100_000).optional().meta({ description: "One of its texts as it reads now; all, if left out" }),
  tag: Tag.optional().meta({ description: "Of entries that have none; Finding, if left out" }),
  dryRun: z.boolean().optional(),
});
export type MakeItems = z.infer<typeof MakeItems>;

export const ItemsMade = shape("ItemsMade", {
  items: z.array(Item),
  added: Count,
  removed: Count,
  hunks: z.array(z.object({ lines: z.array(DiffLine) })).meta({ description: "What it changes in the file" }),
  revision: asFound(RevisionNumber).optional().meta({ description: "Absent from a dry run" }),
  etag: Etag,
});
export type ItemsMade = z.infer<typeof ItemsMade>;

export const PruneResult = shape("PruneResult", {
  items: z.array(Item),
  linesBefore: Count,
  linesAfter: Count,
  tokensSaved: Count.meta({ description: "Estimate" }),
  keeps: z
    .object({ open: Count, active: Count, enough: Count })
    .meta({ description: "Items that stay: open, active, or not in the way of the target" }),
  revision: asFound(RevisionNumber).optional(),
  etag: Etag,
});
export type PruneResult = z.infer<typeof PruneResult>;
