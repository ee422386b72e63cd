import { z } from "zod";
import { Count, asFound, shape } from "@/lib/contracts/shapes";
import { SignedBy } from "@/lib/contracts/people";
import { ActorKind, Etag, RevisionNumber, Source, Time } from "@/lib/contracts/primitives";

/** How sure the name of a change is. */
export const Certainty = z.enum(["certain", "probably", "unknown"]).meta({
  id: "Certainty",
  description:
    "`certain`: the history leaves no other; `probably`: told by place or likeness among equal or similar lines; `unknown`: an edit outside Wardroom, by nobody knows whom",
});

export const LineChange = shape("LineChange", {
  revision: asFound(RevisionNumber),
  at: asFound(Time),
  actor: z.string().meta({ description: "For an approved relay, the role that it came from" }),
  actorKind: ActorKind,
  person: SignedBy.optional().meta({ description: "Who did it, where it was a person with a name" }),
  run: z.string().optional().meta({ description: "The conversation in which it was done, by its client's id" }),
  source: Source,
  operation: z.string(),
  certainty: Certainty,
  said: z.string().nullable().meta({ description: "What the line said before; null where it was written then" }),
});
export type LineChange = z.infer<typeof LineChange>;

/** Which lines are asked for; all when left out. */
export const BlameQuery = z.object({
  from: z.coerce.number().int().min(1).default(1),
  to: z.coerce.number().int().min(1).optional(),
});

export const Blame = shape("Blame", {
  revision: Count,
  etag: Etag,
  lines: z.array(
    LineChange.extend({
      line: Count,
      text: z.string(),
      changes: Count.meta({ description: "How often it was changed, the first writing included" }),
    }),
  ),
});
export type Blame = z.infer<typeof Blame>;
