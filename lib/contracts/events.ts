import { z } from "zod";
import { ACTIONS } from "@/lib/core/history/actions";
import { ActorKind, Paging, Source, Time } from "@/lib/contracts/primitives";

/** Every action an event may record, in the form `thing.verb`. */
export const Action = z.enum(ACTIONS).meta({ id: "Action" });
export type Action = z.infer<typeof Action>;

/** One thing that happened. Each event's hash covers its content and the hash before it. */
export const Event = z
  .object({
    id: z.int(),
    at: Time,
    actor: z.string(),
    actorKind: ActorKind,
    source: Source,
    action: Action,
    target: z.string().meta({ description: "What it happened to, such as the path of a document or a role id" }),
    session: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()),
    previousHash: z.string(),
    hash: z.string(),
  })
  .meta({ id: "Event" });
export type Event = z.infer<typeof Event>;
export const EventList = z.object({ items: z.array(Event), nextCursor: z.string().nullable() });
export type EventList = z.infer<typeof EventList>;

export const EventFilter = Paging.extend({
  actor: z.string().max(300).optional(),
  action: z.string().max(300).optional(),
  target: z.string().max(1000).optional(),
  session: z.string().max(300).optional(),
  from: Time.optional(),
  to: Time.optional(),
  format: z.enum(["json", "jsonl", "csv"]).default("json"),
});
export type EventFilter = z.infer<typeof EventFilter>;

/** Where a stream of events begins: after this event, as with the header Last-Event-ID, which wins. */
export const StreamStart = z.object({ lastEventId: z.coerce.number().int().min(0).optional() });

export const Integrity = z
  .object({
    ok: z.boolean(),
    events: z.int(),
    documents: z.int(),
    firstBroken: z.object({ kind: z.enum(["event", "document"]), target: z.string(), detail: z.string() }).optional(),
  })
  .meta({ id: "Integrity" });
export type Integrity = z.infer<typeof Integrity>;
