import { z } from "zod";

/** One thing `wardroom doctor` looked at: `ok`; a `warning`, which works but deserves a look; or a `fault`. */
export const Finding = z.object({
  state: z.enum(["ok", "warning", "fault"]),
  /** What was looked at, such as "Database". */
  subject: z.string(),
  /** What was seen. */
  detail: z.string(),
  /** What to do about it; null where nothing is to be done. */
  remedy: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;
