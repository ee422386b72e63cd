import { z } from "zod";
import { Count } from "@/lib/contracts/as-found";

/** Which documents are listed. */
export const FileListQuery = z.object({
  q: z.string().max(300).optional().meta({ description: "What the path holds, whatever its case" }),
  limit: z.coerce.number().int().min(1).max(1000).default(500).meta({ description: "So many at most" }),
  cursor: z.string().max(20).optional().meta({ description: "The nextCursor of the page before" }),
});
export type FileListQuery = z.infer<typeof FileListQuery>;

/** The documents of a workspace by path. */
export const FileList = z
  .object({
    items: z.array(z.object({ path: z.string() })),
    total: Count,
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "FileList" });
export type FileList = z.infer<typeof FileList>;

/** Which document is read. */
export const FileQuery = z.object({
  path: z
    .string()
    .min(1)
    .max(1000)
    .meta({ description: "Path in the workspace", examples: [".agent/teams/invoice-import/orchestration-plan.md"] }),
});
export type FileQuery = z.infer<typeof FileQuery>;

/** A document as it lies on the disk. */
export const FileText = z
  .object({
    path: z.string(),
    text: z.string(),
    isUtf8: z.boolean().meta({ description: "Where it is not, what cannot be decoded is shown as U+FFFD" }),
    problem: z.string().nullable().meta({ description: "Why it cannot be read; its text is empty then" }),
  })
  .meta({ id: "FileText" });
export type FileText = z.infer<typeof FileText>;
