import { z } from "zod";
import { Count } from "@/lib/contracts/as-found";
import { DiffLine } from "@/lib/contracts/revisions";

/** Changed lines in runs, with three unchanged ones around each. */
export const Hunks = z.array(z.object({ lines: z.array(DiffLine) }));

/** What one file is to become. */
export const FileChange = z
  .object({
    path: z.string(),
    kind: z.enum(["created", "changed", "removed"]),
    added: Count,
    removed: Count,
    hunks: Hunks,
  })
  .meta({ id: "FileChange" });
export type FileChange = z.infer<typeof FileChange>;
