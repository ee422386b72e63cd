import { z } from "zod";
import { Text } from "@/lib/contracts/primitives";
import { listOf } from "@/lib/contracts/shapes";

/** Ids of sessions, in their order. */
export const SessionNames = listOf(z.string(), "SessionNames");
export type SessionNames = z.infer<typeof SessionNames>;

export const SessionNameQuery = z.object({
  q: Text.max(300).default("").meta({ description: "Only ids with these letters in them, whatever their case" }),
});
