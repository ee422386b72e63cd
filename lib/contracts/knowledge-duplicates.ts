import { z } from "zod";
import { Count, asFound } from "@/lib/contracts/as-found";
import { Etag, Text, Time, Writing } from "@/lib/contracts/primitives";
import { FileChange, Hunks } from "@/lib/contracts/file-change";
import { PROBLEMS } from "@/lib/core/knowledge/find-problems";

const Path = Text.min(1)
  .max(1000)
  .meta({ description: "A file below the workspace, such as .microai/knowledge/shared/owasp-top-10.md" });

/** One passage's place in a file; lines count from 1, both included. */
export const PassagePlace = z.strictObject({ path: Path, startLine: z.int().min(1), endLine: z.int().min(1) });

/** Files that say the same, the one to keep first. */
export const DuplicateGroup = z
  .object({
    relation: z
      .enum(["identical", "diverging"])
      .meta({ description: "`identical`: the same words; `diverging`: one thing that was changed apart" }),
    files: z.array(
      z.object({
        path: z.string(),
        words: Count,
        similarity: z.number().meta({ description: "To the first, from 0 to 1" }),
      }),
    ),
    proposedId: z.string(),
  })
  .meta({ id: "DuplicateGroup" });
export type DuplicateGroup = z.infer<typeof DuplicateGroup>;

/** A long passage that stands in several files. */
export const DuplicatePassage = z
  .object({
    words: Count,
    places: z.array(z.object({ path: z.string(), startLine: Count, endLine: Count, words: Count })),
    excerpt: z.string(),
  })
  .meta({ id: "DuplicatePassage" });
export type DuplicatePassage = z.infer<typeof DuplicatePassage>;

/** A sharing that was carried out and may be taken back. */
export const KnowledgeShare = z
  .object({ act: z.string(), id: z.string(), path: z.string(), copies: Count, at: asFound(Time), actor: z.string() })
  .meta({ id: "KnowledgeShare" });
export type KnowledgeShare = z.infer<typeof KnowledgeShare>;

/** What is there more than once. While `state` is `running`, what was found before, and how far the work is. */
export const KnowledgeDuplicates = z
  .object({
    state: z.enum(["running", "done"]),
    progress: z.object({ stage: z.enum(["reading", "indexing", "comparing"]), done: Count, total: Count }),
    files: Count.meta({ description: "Files that were compared" }),
    groups: z.array(DuplicateGroup),
    passages: z.array(DuplicatePassage),
    shares: z.array(KnowledgeShare).meta({ description: "The latest sharings that may be taken back" }),
  })
  .meta({ id: "KnowledgeDuplicates" });
export type KnowledgeDuplicates = z.infer<typeof KnowledgeDuplicates>;

export const DuplicatesQuery = z.object({
  wait: z.coerce.number().min(0).max(25).default(5).meta({ description: "Seconds to wait for the end of the work" }),
});

/** Two files to be held against each other. */
export const KnowledgeDiffQuery = z.object({ from: Path, to: Path });

/** What is different between two files, in hunks with three lines around. */
export const FileDiff = z
  .object({ from: z.string(), to: z.string(), added: Count, removed: Count, hunks: Hunks })
  .meta({ id: "FileDiff" });
export type FileDiff = z.infer<typeof FileDiff>;

/** What is to be one shared file: whole files, or the places of a passage. The first is the one that stays. */
export const ShareKnowledge = z
  .strictObject({
    files: z.array(Path).min(1).max(500).optional(),
    places: z.array(PassagePlace).min(2).max(500).optional(),
    id: Text.min(1)
      .max(100)
      .optional()
      .meta({ description: "Id in the registry; made of the file's name if left out" }),
    description: Writing.min(1).max(2000).optional(),
    tags: z.array(Writing.min(1).max(200)).max(200).optional(),
    dryRun: z.boolean().default(true),
  })
  .refine((body) => (body.files === undefined) !== (body.places === undefined), {
    message: "give either files or places",
    path: ["files"],
  })
  .meta({ id: "ShareKnowledge" });
export type ShareKnowledge = z.infer<typeof ShareKnowledge>;

/** Everything that sharing changes. `act` takes it back; null for a preview, whose `etag` carries it out. */
export const SharedKnowledge = z
  .object({
    id: z.string(),
    path: z.string(),
    act: z.string().nullable(),
    tokensSaved: Count.meta({ description: "Counted tokens of the copies that go" }),
    changes: z.array(FileChange),
    etag: Etag.meta({ description: "Of this very preview, for `If-Match`" }),
  })
  .meta({ id: "SharedKnowledge" });
export type SharedKnowledge = z.infer<typeof SharedKnowledge>;

export const UndoShare = z.strictObject({ act: z.string().min(1).max(80) }).meta({ id: "UndoShare" });
export const ShareUndone = z
  .object({ act: z.string(), id: z.string(), files: z.array(z.string()) })
  .meta({ id: "ShareUndone" });
export type ShareUndone = z.infer<typeof ShareUndone>;

/** One thing that is wrong with knowledge beyond one file. */
export const KnowledgeProblem = z
  .object({
    kind: z.enum(PROBLEMS),
    path: z.string(),
    line: Count.nullable(),
    team: z.string().nullable(),
    id: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: "KnowledgeProblem" });
export const KnowledgeProblems = z
  .object({ items: z.array(KnowledgeProblem), nextCursor: z.string().nullable() })
  .meta({ id: "KnowledgeProblems" });
export type KnowledgeProblems = z.infer<typeof KnowledgeProblems>;
