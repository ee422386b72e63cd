import { z } from "zod";
import { Item, Memory, Section, SectionText } from "@/lib/contracts/memory";
import { Diagnostic } from "@/lib/contracts/primitives";
import { Session } from "@/lib/contracts/sessions";
import { Count } from "@/lib/contracts/shapes";

/** So many entries of the list before, from an index on, each so many lines further down. */
const Kept = z.object({ kept: z.tuple([Count, Count, z.int()]) });
const madeOf = <T extends z.ZodType>(entry: T) => z.array(z.union([Kept, entry]));

/** What leads from the view `from` of a memory to another: what is new in it, and what it keeps. A section is made of the one at `was`. */
const MemoryChange = Memory.extend({
  from: z.string(),
  view: z.string(),
  preface: madeOf(SectionText),
  sections: madeOf(Section.extend({ was: z.int().min(-1), items: madeOf(Item), texts: madeOf(SectionText) })),
  diagnostics: madeOf(Diagnostic),
});
export type MemoryChange = z.infer<typeof MemoryChange>;

/**
 * What the stream tells pages of a session beside its events: how its memory changed, and how it stands in the list of sessions. What is
 * null has to be read again; what is left out is as it was.
 */
export const Changed = z.object({
  session: z.string(),
  memory: MemoryChange.nullable().optional(),
  row: Session.nullable().optional(),
});
export type Changed = z.infer<typeof Changed>;
