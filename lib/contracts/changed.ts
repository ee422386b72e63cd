import { z } from "zod";
import { Session } from "@/lib/contracts/sessions";
import { Count } from "@/lib/contracts/shapes";
import type { Change } from "@/lib/core/json-change";

/**
 * What the stream tells pages of a session beside its events: how its memory changed from one view to another, and how it stands in the list of
 * sessions. What is null has to be read again; what is left out is as it was.
 */
export const Changed = z.object({
  session: z.string(),
  memory: z
    .object({ from: z.string(), view: z.string(), revision: Count, change: z.custom<Change>() })
    .nullable()
    .optional(),
  row: Session.nullable().optional(),
});
export type Changed = z.infer<typeof Changed>;
