import { z } from "zod";
import { asFound, body, Count, listOf, shape } from "@/lib/contracts/shapes";
import { Paging, RevisionNumber, Time } from "@/lib/contracts/primitives";

/** What is done about a save that was made from an older text. */
export const OverwritesMode = z.enum(["observe", "propose", "repair"]).meta({
  id: "OverwritesMode",
  description:
    "observe: files are left as they were saved, and what was lost is listed. propose: lines are put back at once in sections that " +
    "the save left alone, else proposed. repair: whatever merges without overlap is put back at once.",
});

export const RepairState = z.enum(["proposed", "applied", "dismissed", "undone"]);

/** A save from outside that left out lines it had never seen, and what became of them. */
export const Repair = shape("Repair", {
  id: z.string(),
  path: z.string(),
  session: z.string().nullable(),
  kind: z.enum(["stale", "late"]).meta({
    description: "stale: saved from an older text; late: written into a file that had been replaced already",
  }),
  state: RepairState,
  actor: z.string().meta({ description: "Who saved: a role where that is known, else disk" }),
  at: asFound(Time),
  base: asFound(RevisionNumber).meta({ description: "The revision the save was made from" }),
  before: asFound(RevisionNumber).meta({ description: "The revision it was saved over" }),
  saved: asFound(RevisionNumber).meta({ description: "The revision that holds the save as it was written" }),
  repaired: asFound(RevisionNumber).nullable().meta({ description: "The revision that put the lines back" }),
  authors: z.array(z.string()).meta({ description: "Whose changes it left out" }),
  lines: z.array(z.string()).meta({ description: "The lines it left out, at most 200; shown as data" }),
  lineCount: Count,
  overlaps: z
    .boolean()
    .meta({ description: "Both changed the same lines: both stand one after the other once applied" }),
  decidedBy: z.string().nullable(),
  decidedAt: asFound(Time).nullable(),
});
export type Repair = z.infer<typeof Repair>;

export const RepairList = shape("RepairList", {
  mode: OverwritesMode,
  items: z.array(Repair),
  nextCursor: z.string().nullable(),
});
export type RepairList = z.infer<typeof RepairList>;

export const RepairQuery = Paging.partial().extend({
  state: z.string().optional().meta({ description: "proposed, applied, dismissed, undone; comma-separated" }),
  session: z.string().optional().meta({ description: "Only files of this session" }),
});
export type RepairQuery = z.infer<typeof RepairQuery>;

export const RepairSettings = body("RepairSettings", { mode: OverwritesMode });
export type RepairSettings = z.infer<typeof RepairSettings>;

/** The same as it stands. */
export const RepairPolicy = shape("RepairPolicy", { mode: OverwritesMode });

/** A change that was accepted, but could not be finished before its process died; nobody was told that it was made. */
export const UnfinishedChange = shape("UnfinishedChange", {
  id: Count,
  createdAt: asFound(Time),
  setAsideAt: asFound(Time),
  reason: z.string(),
  /** What it would have done; empty where it cannot be read. */
  changes: z.array(
    z.object({
      actor: z.string(),
      operation: z.string(),
      path: z.string(),
      /** The beginning of the text it would have added. */
      text: z.string(),
    }),
  ),
  hint: z.string(),
});
export type UnfinishedChange = z.infer<typeof UnfinishedChange>;

export const UnfinishedList = listOf(UnfinishedChange);
export type UnfinishedList = z.infer<typeof UnfinishedList>;
