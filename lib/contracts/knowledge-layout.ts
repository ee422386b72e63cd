import { z } from "zod";
import { FileChange } from "@/lib/contracts/file-change";
import { Etag, Text } from "@/lib/contracts/primitives";
import { body, shape } from "@/lib/contracts/shapes";

/** Which teams knowledge is laid out for, beside those that have a folder. */
export const LayOutKnowledge = body("LayOutKnowledge", {
  teams: z
    .array(Text.min(1).max(100))
    .max(200)
    .default([])
    .meta({ description: "Teams to make folders for; those that are there are laid out anyway" }),
  dryRun: z.boolean().default(true),
});
export type LayOutKnowledge = z.infer<typeof LayOutKnowledge>;

/** Every file that laying out writes; none when all is there. A preview's `etag` carries it out. */
export const KnowledgeLaidOut = shape("KnowledgeLaidOut", {
  done: z.boolean().meta({ description: "false for a preview" }),
  teams: z.array(z.string()),
  changes: z.array(FileChange),
  etag: Etag.meta({ description: "Of this very preview, for `If-Match`" }),
});
export type KnowledgeLaidOut = z.infer<typeof KnowledgeLaidOut>;
