import { z } from "zod";
import { Count, shape } from "@/lib/contracts/shapes";
import { DiffLine } from "@/lib/contracts/revisions";

/** Changed lines in runs, with three unchanged ones around each. */
export const Hunks = z.array(z.object({ lines: z.array(DiffLine) }));

export const FileChange = shape("FileChange", {
  path: z.string(),
  kind: z.enum(["created", "changed", "removed"]),
  added: Count,
  removed: Count,
  hunks: Hunks,
});
export type FileChange = z.infer<typeof FileChange>;
