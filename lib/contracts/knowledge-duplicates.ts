import { z } from "zod";
import { Count, asFound, body, listOf, shape } from "@/lib/contracts/shapes";
import { Etag, Text, Time, Writing } from "@/lib/contracts/primitives";
import { FileChange, Hunks } from "@/lib/contracts/file-change";
import { PROBLEMS } from "@/lib/core/knowledge/find-problems";

const Path = Text.min(1)
  .max(1000)
  .meta({ description: "A file below the workspace, such as .microai/knowledge/shared/owasp-top-10.md" });

/** Files of the same words, the one to keep first. */
export const DuplicateGroup = shape("DuplicateGroup", {
  files: z.array(z.string()),
  words: Count.meta({ description: "Words of each" }),
  proposedId: z.string(),
});
export type DuplicateGroup = z.infer<typeof DuplicateGroup>;

/** A sharing that was carried out and may be taken back. */
export const KnowledgeShare = shape("KnowledgeShare", {
  act: z.string(),
  id: z.string(),
  path: z.string(),
  copies: Count,
  at: asFound(Time),
  actor: z.string(),
});
export type KnowledgeShare = z.infer<typeof KnowledgeShare>;

export const KnowledgeDuplicates = shape("KnowledgeDuplicates", {
  files: Count.meta({ description: "Files that were compared" }),
  groups: z.array(DuplicateGroup),
  shares: z.array(KnowledgeShare).meta({ description: "The latest sharings that may be taken back" }),
});
export type KnowledgeDuplicates = z.infer<typeof KnowledgeDuplicates>;

export const KnowledgeDiffQuery = z.object({ from: Path, to: Path });

/** What is different between two files, in hunks with three lines around. */
export const FileDiff = shape("FileDiff", {
  from: z.string(),
  to: z.string(),
  added: Count,
  removed: Count,
  hunks: Hunks,
});
/** The files that are to be one shared file. The first is the one that stays. */
export const ShareKnowledge = body("ShareKnowledge", {
  files: z.array(Path).min(1).max(500),
  id: Text.min(1).max(100).optional().meta({ description: "Id in the registry; made of the file's name if left out" }),
  description: Writing.min(1).max(2000).optional(),
  tags: z.array(Writing.min(1).max(200)).max(200).optional(),
  dryRun: z.boolean().default(true),
});
export type ShareKnowledge = z.infer<typeof ShareKnowledge>;

/** Everything that sharing changes. `act` takes it back; null for a preview, whose `etag` carries it out. */
export const SharedKnowledge = shape("SharedKnowledge", {
  id: z.string(),
  path: z.string(),
  act: z.string().nullable(),
  tokensSaved: Count.meta({ description: "Counted tokens of the copies that go" }),
  changes: z.array(FileChange),
  etag: Etag.meta({ description: "Of this very preview, for `If-Match`" }),
});
export type SharedKnowledge = z.infer<typeof SharedKnowledge>;

export const UndoShare = body("UndoShare", { act: z.string().min(1).max(80) });
export const ShareUndone = shape("ShareUndone", { act: z.string(), id: z.string(), files: z.array(z.string()) });
export type ShareUndone = z.infer<typeof ShareUndone>;

export const KnowledgeProblem = shape("KnowledgeProblem", {
  kind: z.enum(PROBLEMS),
  path: z.string(),
  line: Count.nullable(),
  team: z.string().nullable(),
  id: z.string().nullable(),
  message: z.string(),
});
export const KnowledgeProblems = listOf(KnowledgeProblem, "KnowledgeProblems");
export type KnowledgeProblems = z.infer<typeof KnowledgeProblems>;
