import { z } from "zod";
import { Count, asFound, listOf, shape } from "@/lib/contracts/shapes";
import { Time } from "@/lib/contracts/primitives";

/** A change that was accepted, but could not be finished before its process died; nobody was told that it was made. */
export const UnfinishedChange = shape("UnfinishedChange", {
  id: Count,
  createdAt: asFound(Time),
  setAsideAt: asFound(Time),
  reason: z.string(),
  /** What it would have done; empty where it cannot be read. */
  changes: z.array(
    z.object({
      actor: z.string(),
      operation: z.string(),
      path: z.string(),
      /** The beginning of the text it would have added. */
      text: z.string(),
    }),
  ),
  hint: z.string(),
});
export type UnfinishedChange = z.infer<typeof UnfinishedChange>;

export const UnfinishedList = listOf(UnfinishedChange);
export type UnfinishedList = z.infer<typeof UnfinishedList>;
