import { z } from "zod";
import { RoleId, Text } from "@/lib/contracts/primitives";

/** Names the session a tool works in, for callers that reach several. */
export const SessionArguments = {
  workspace: Text.min(1).max(64).optional().meta({ description: "Only if several" }),
  session: Text.min(1).max(300).optional(),
};

export const WorkspaceArguments = { workspace: SessionArguments.workspace };

export const Cursor = Text.max(400).optional();

/** The role a call acts for, where it is not the caller's own. */
export const OwnRole = RoleId.optional().meta({ description: "The Lead's alone" });

/** Offset for going on with a text that was too long for one answer. */
export const From = z.int().min(0).max(10_000_000).default(0).meta({ description: "`next` of the answer before" });
