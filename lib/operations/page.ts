import { z } from "zod";

/** Paging of a list that is short enough to come whole: without a limit it does. */
export const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).optional(),
  cursor: z.string().max(400).optional(),
});
