import { z } from "zod";
import { Text } from "@/lib/contracts/primitives";

/** Ids of sessions, in their order. */
export const SessionNames = z
  .object({ items: z.array(z.string()), nextCursor: z.string().nullable() })
  .meta({ id: "SessionNames" });
export type SessionNames = z.infer<typeof SessionNames>;

export const SessionNameQuery = z.object({
  q: Text.max(300).default("").meta({ description: "Only ids with these letters in them, whatever their case" }),
});
