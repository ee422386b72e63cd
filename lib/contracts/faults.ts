import { z } from "zod";
import { Count, asFound, shape } from "@/lib/contracts/shapes";
import { Diagnostic, Paging, Time } from "@/lib/contracts/primitives";
import { DiffLine } from "@/lib/contracts/revisions";

/** What would make a fault go away, and what it would change. */
export const FaultFix = shape("FaultFix", {
  title: z.string(),
  added: Count,
  removed: Count,
  hunks: z.array(z.object({ lines: z.array(DiffLine) })),
});
export type FaultFix = z.infer<typeof FaultFix>;

/** Something wrong with a file's content: where, what is meant, and how it can be fixed, where that is known. */
export const Fault = shape("Fault", {
  id: z.string().meta({ description: "Stays while the fault is the same; another one gets another" }),
  path: z.string(),
  session: z.string().nullable(),
  ...Diagnostic.shape,
  line: z.string().meta({ description: "The line it begins in, at most 400 characters" }),
  quiet: z.boolean().meta({ description: "Only old, long or incomplete: all of it is read as it is meant" }),
  state: z.enum(["open", "dismissed"]),
  decidedBy: z.string().nullable(),
  decidedAt: asFound(Time).nullable(),
  fix: FaultFix.nullable().meta({ description: "What `fault.fix` would do" }),
  etag: z.string().meta({ description: "Of the file as it was read" }),
});
export type Fault = z.infer<typeof Fault>;

export const FaultList = shape("FaultList", { items: z.array(Fault), total: Count, nextCursor: z.string().nullable() });
export type FaultList = z.infer<typeof FaultList>;

export const FaultQuery = Paging.partial().extend({
  state: z.string().max(100).optional().meta({ description: "open, dismissed; comma-separated. Default: open" }),
  session: z.string().max(200).optional().meta({ description: "Only files of this session" }),
  path: z.string().max(1000).optional().meta({ description: "Only this file" }),
});
export type FaultQuery = z.infer<typeof FaultQuery>;

export const FaultDecided = shape("FaultDecided", {
  id: z.string(),
  path: z.string(),
  state: z.enum(["fixed", "dismissed", "open"]),
  did: z.string().nullable().meta({ description: "What a fix did" }),
  revision: Count.nullable().meta({ description: "The revision that was made, if any" }),
});
export type FaultDecided = z.infer<typeof FaultDecided>;
