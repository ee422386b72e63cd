import { z } from "zod";
import { Count, asFound, body, listOf, shape } from "@/lib/contracts/shapes";
import { ACTIONS } from "@/lib/core/history/actions";
import { OutsidePart } from "@/lib/contracts/revisions";
import { SignedBy } from "@/lib/contracts/people";
import { ActorKind, Paging, Source, Time } from "@/lib/contracts/primitives";

/** Every action an event may record, in the form `thing.verb`. */
export const Action = z.enum(ACTIONS).meta({ id: "Action" });
export type Action = z.infer<typeof Action>;

/** A revision as an event vouches for it: `digest` covers everything that is stored of it. */
export const CoveredRevision = z.object({
  document: Count,
  sequence: Count,
  digest: z.string(),
  again: z.literal(true).optional().meta({ description: "It was recorded before, and changed with this event" }),
});
export type CoveredRevision = z.infer<typeof CoveredRevision>;

/** One thing that happened. Each event's hash covers its content, the revisions recorded with it and the hash before it. */
export const Event = shape("Event", {
  id: Count,
  at: asFound(Time),
  actor: z.string(),
  actorKind: ActorKind,
  person: SignedBy.optional().meta({ description: "Who did it, where it was a person with a name" }),
  source: Source,
  action: Action,
  target: z.string().meta({ description: "What it happened to, such as the path of a document or a role id" }),
  session: z.string().nullable(),
  payload: z.record(z.string(), z.unknown()).meta({
    description:
      "More about it, by action. Events with the same `act` are one change: the files that one `command` of git changed",
  }),
  revisions: z.array(CoveredRevision).optional(),
  parts: z.array(OutsidePart).optional().meta({
    description:
      "Of an edit outside Wardroom: who made what in each section, as far as is known by now; no part of the hash",
  }),
  previousHash: z.string(),
  hash: z.string(),
});
export type Event = z.infer<typeof Event>;
export const EventList = listOf(Event);
export type EventList = z.infer<typeof EventList>;

export const EventFilter = Paging.extend({
  actor: z.string().max(300).optional(),
  action: z.string().max(300).optional(),
  target: z.string().max(1000).optional(),
  person: z
    .string()
    .regex(/^[0-9a-f]{16}$/, "is no id of a person")
    .optional()
    .meta({
      description: "By its id: what a person did, whatever they were called then, and what was decided about them",
    }),
  session: z.string().max(300).optional(),
  from: Time.optional(),
  to: Time.optional(),
  unseen: z.enum(["true", "false"]).optional().meta({
    description: "Only what the caller was not shown yet, as its inbox knows it",
  }),
  format: z.enum(["json", "jsonl", "csv"]).default("json"),
});
export type EventFilter = z.infer<typeof EventFilter>;

/** Where a stream of events begins: after this event, as with the header Last-Event-ID, which wins. */
export const StreamStart = z.object({ lastEventId: z.coerce.number().int().min(0).optional() });

/** Problems, by id, that the owner has seen and lets be. */
export const AcceptProblems = body("AcceptProblems", {
  ids: z
    .array(z.string().regex(/^[0-9a-f]{16}$/))
    .min(1)
    .max(100),
});
export type AcceptProblems = z.infer<typeof AcceptProblems>;

/** One thing in which the history, the files and the record beside the database do not agree. */
export const IntegrityProblem = shape("IntegrityProblem", {
  id: z.string().meta({ description: "Stands for exactly this problem, for accepting it" }),
  kind: z.enum(["event", "revision", "document", "record", "database", "row"]),
  target: z.string().meta({ description: "The id of an event, the path of a document, or table and key of a row" }),
  revision: Count.optional(),
  detail: z.string(),
  since: asFound(Time).nullable().meta({ description: "When what differs was recorded, or was known to be whole" }),
  accepted: z.boolean().meta({ description: "The owner has seen it; it counts no longer" }),
});
export type IntegrityProblem = z.infer<typeof IntegrityProblem>;

export const Integrity = shape("Integrity", {
  ok: z.boolean().meta({ description: "Nothing differs but what the owner has accepted" }),
  events: Count,
  documents: Count,
  firstBroken: z.object({ kind: z.enum(["event", "document"]), target: z.string(), detail: z.string() }).optional(),
  problems: z.array(IntegrityProblem).meta({ description: "At most 100 of them" }),
  problemsFound: Count,
  revisions: Count,
  coveredFrom: Count.nullable().meta({
    description: "The first event that vouches for its revisions; those before are proven by the files alone",
  }),
  revisionsBefore: Count.meta({ description: "Revisions from before that event" }),
  rows: Count.meta({
    description: "Rows beside the history, such as acknowledgements and tokens, that are as recorded",
  }),
  rowsBefore: Count.meta({
    description: "Those of them that an earlier version stored: sealed at the upgrade, and not proven before it",
  }),
  unchecked: z
    .array(z.object({ target: z.string(), detail: z.string() }))
    .meta({ description: "Documents that could not be looked at now, which says nothing against them" }),
});
export type Integrity = z.infer<typeof Integrity>;
