import { z } from "zod";
import { Count, asFound, body, shape } from "@/lib/contracts/shapes";
import { Text, Time } from "@/lib/contracts/primitives";

export const AnnounceReplica = body("AnnounceReplica", {
  machine: Text.min(1).max(100).meta({ description: "What its machine is called" }),
  mark: z.int().min(0).meta({ description: "The mark of the last changes that it has taken over" }),
  waiting: z.int().min(0).max(1_000_000).meta({ description: "Changed files that it has not pushed yet" }),
  conflicts: z
    .array(Text.min(1).max(1000))
    .max(100)
    .meta({ description: "Paths of files that somebody there has to decide about" }),
  pushedAt: Time.nullable().meta({ description: "When it last pushed something" }),
});
export type AnnounceReplica = z.infer<typeof AnnounceReplica>;

export const Replica = shape("Replica", {
  id: z.string(),
  person: z.string().meta({ description: "Whose credential it uses" }),
  machine: z.string(),
  state: z.enum(["live", "away"]).meta({ description: "away: it has not been heard of for a while" }),
  behind: Count.meta({ description: "Events that it has not taken over yet" }),
  waiting: Count,
  conflicts: z.array(z.string()),
  pushedAt: asFound(Time).nullable(),
  seenAt: asFound(Time),
  since: asFound(Time),
});
export type Replica = z.infer<typeof Replica>;
export const ReplicaList = shape("ReplicaList", { items: z.array(Replica), nextCursor: z.null() });
export type ReplicaList = z.infer<typeof ReplicaList>;

/** A checkout of this machine that is kept in step with a workspace, and where that is. Only the data folder tells it. */
export const KnownReplica = z.object({
  /** The real path of the checkout's root. */
  folder: z.string(),
  /** Stands for this checkout at the server. */
  id: z.string(),
  origin: z.url({ protocol: /^https?$/ }),
  workspace: z.string(),
  /** Of the workspace: another one is another workspace, whatever its name. */
  history: z.string(),
});
export type KnownReplica = z.infer<typeof KnownReplica>;
