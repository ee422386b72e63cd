import { z } from "zod";
import { asFound } from "@/lib/contracts/as-found";
import { RevisionNumber, RoleId, Text } from "@/lib/contracts/primitives";

/** sha256 of a whole file, hex; empty for no file. */
const FileHash = z
  .string()
  .regex(/^(?:[0-9a-f]{64})?$/, "must be the sha256 of the file's bytes in hex, or empty for no file");

/**
 * Says which role has just edited the team memory with a tool of its own client, by what the file was before and after.
 * `toolUseId` is the client's id of that tool call, for the history alone.
 */
export const AttributeEdit = z
  .strictObject({ role: RoleId, before: FileHash, after: FileHash, toolUseId: Text.min(1).max(200).optional() })
  .meta({ id: "AttributeEdit" });
export type AttributeEdit = z.infer<typeof AttributeEdit>;

/** Whether exactly that edit was found; one that came together with another's stays the disk's. */
export const EditAttributed = z
  .object({ attributed: z.boolean(), revision: asFound(RevisionNumber).nullable() })
  .meta({ id: "EditAttributed" });
export type EditAttributed = z.infer<typeof EditAttributed>;
