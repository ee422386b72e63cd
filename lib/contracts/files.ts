import { z } from "zod";
import { Count, asFound, body, shape } from "@/lib/contracts/shapes";
import { Text } from "@/lib/contracts/primitives";

/** What a file holds: the sha256 of its bytes, in hexadecimal digits. */
const FileHash = z.string().regex(/^[0-9a-f]{64}$/);
const FoundHash = asFound(FileHash);

const FilePath = z
  .string()
  .min(1)
  .max(1000)
  .meta({ description: "Path in the workspace", examples: [".agent/teams/invoice-import/orchestration-plan.md"] });

export const FileListQuery = z.object({
  q: z.string().max(300).optional().meta({ description: "What the path holds, whatever its case" }),
  limit: z.coerce.number().int().min(1).max(1000).default(500).meta({ description: "So many at most" }),
  hashes: z.enum(["true"]).optional().meta({ description: "With the hash of each, for keeping a copy in step" }),
  cursor: z.string().max(4096).optional().meta({ description: "The nextCursor of the page before" }),
});
export type FileListQuery = z.infer<typeof FileListQuery>;

export const FileList = shape("FileList", {
  items: z.array(
    z.object({
      path: z.string(),
      hash: FoundHash.nullable().optional().meta({ description: "null: it cannot be read, or is not kept in step" }),
      foreign: z
        .string()
        .optional()
        .meta({ description: "Why it is not kept in step, as the end of a sentence; left out where it is" }),
    }),
  ),
  total: Count,
  nextCursor: z.string().nullable(),
});
export type FileList = z.infer<typeof FileList>;

export const FileQuery = z.object({ path: FilePath });
export type FileQuery = z.infer<typeof FileQuery>;

export const FileText = shape("FileText", {
  path: z.string(),
  text: z.string(),
  hash: FoundHash.nullable().meta({
    description: "Of a document that a team shares: the base of what is pushed over it",
  }),
  isUtf8: z.boolean().meta({ description: "Where it is not, what cannot be decoded is shown as U+FFFD" }),
  problem: z.string().nullable().meta({ description: "Why it cannot be read; its text is empty then" }),
});
export type FileText = z.infer<typeof FileText>;

export const FileChangesQuery = z.object({
  after: z.coerce.number().int().min(0).optional().meta({ description: "The mark of the answer before" }),
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(25)
    .default(0)
    .meta({ description: "Seconds to wait for a change, where there is none yet" }),
});
export type FileChangesQuery = z.infer<typeof FileChangesQuery>;

/** Which documents that a team shares have changed, for keeping a copy in step. */
export const FileChanges = shape("FileChanges", {
  history: z.string().meta({ description: "Stands for this history: another one is another workspace" }),
  mark: Count.meta({ description: "What to ask after the next time" }),
  reset: z.boolean().meta({ description: "Too much has changed to be told: list all files" }),
  items: z.array(z.object({ path: z.string(), hash: FoundHash.nullable().meta({ description: "null: removed" }) })),
});
export type FileChanges = z.infer<typeof FileChanges>;

/** What a copy of the workspace holds of one document, and what it was made from. */
export const PushFile = body("PushFile", {
  path: FilePath,
  text: Text.nullable().meta({ description: "The whole text; null where the copy's file was removed" }),
  base: z
    .string()
    .regex(/^(?:[0-9a-f]{64})?$/, "must be the sha256 of a text in hex, empty for no file, or null")
    .nullable()
    .meta({
      description:
        "Hash of the text it was made from; empty where it was made from no file, and null where nobody knows, as for a file that git wrote",
    }),
  replica: z.string().min(1).max(64).meta({ description: "Id of the replica" }),
  machine: z.string().min(1).max(100).meta({ description: "What its machine is called" }),
});
export type PushFile = z.infer<typeof PushFile>;

export const PushedFile = shape("PushedFile", {
  path: z.string(),
  outcome: z.enum(["same", "written", "merged", "older"]).meta({
    description: "older: it is an earlier text of the document, and nothing was changed",
  }),
  hash: FoundHash.nullable().meta({ description: "What the document holds now; null: there is none" }),
  text: z.string().nullable().meta({ description: "The text it holds now, where that is another than was pushed" }),
  revision: Count,
});
export type PushedFile = z.infer<typeof PushedFile>;
