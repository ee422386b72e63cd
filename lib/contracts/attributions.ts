import { z } from "zod";
import { asFound, body, shape } from "@/lib/contracts/shapes";
import { LONGEST_SECTION, MOST_SECTIONS } from "@/lib/core/history/outside-parts";
import { RevisionNumber, RoleId, Text } from "@/lib/contracts/primitives";

/** sha256 of a whole file, hex; empty for no file. */
const FileHash = z
  .string()
  .regex(/^(?:[0-9a-f]{64})?$/, "must be the sha256 of the file's bytes in hex, or empty for no file");

/** sha256 of a section's text from its heading to its last line, hex; empty for no section. */
const SectionEdit = z.strictObject({ section: Text.min(1).max(LONGEST_SECTION), before: FileHash, after: FileHash });

/**
 * Says which role has just edited the team memory with a tool of its own client, by what the file was before and after.
 * `sections` says the same of each section it changed: where other edits came between, those that are still exactly as the
 * role left them are found by it. `toolUseId` is the client's id of that tool call, for the history alone.
 */
export const AttributeEdit = body("AttributeEdit", {
  role: RoleId,
  before: FileHash,
  after: FileHash,
  sections: z.array(SectionEdit).max(MOST_SECTIONS).optional(),
  toolUseId: Text.min(1).max(200).optional(),
});
export type AttributeEdit = z.infer<typeof AttributeEdit>;

/** Whether that edit was found, whole or in the sections named; what came together with it in others stays the disk's. */
export const EditAttributed = shape("EditAttributed", {
  attributed: z.boolean(),
  revision: asFound(RevisionNumber).nullable(),
  sections: z.array(z.string()).meta({ description: "The sections that are the role's now" }),
});
export type EditAttributed = z.infer<typeof EditAttributed>;
