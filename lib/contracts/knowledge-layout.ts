import { z } from "zod";
import { FileChange } from "@/lib/contracts/file-change";
import { Etag, Text } from "@/lib/contracts/primitives";

/** Which teams knowledge is laid out for, beside those that have a folder. */
export const LayOutKnowledge = z
  .strictObject({
    teams: z
      .array(Text.min(1).max(100))
      .max(200)
      .default([])
      .meta({ description: "Teams to make folders for; those that are there are laid out anyway" }),
    dryRun: z.boolean().default(true),
  })
  .meta({ id: "LayOutKnowledge" });
export type LayOutKnowledge = z.infer<typeof LayOutKnowledge>;

/** Every file that laying out writes; none when all is there. A preview's `etag` carries it out. */
export const KnowledgeLaidOut = z
  .object({
    done: z.boolean().meta({ description: "false for a preview" }),
    teams: z.array(z.string()),
    changes: z.array(FileChange),
    etag: Etag.meta({ description: "Of this very preview, for `If-Match`" }),
  })
  .meta({ id: "KnowledgeLaidOut" });
export type KnowledgeLaidOut = z.infer<typeof KnowledgeLaidOut>;
