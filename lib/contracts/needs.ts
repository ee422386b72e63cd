import { z } from "zod";
import { Count, asFound } from "@/lib/contracts/as-found";
import { GcVersion } from "@/lib/contracts/context";
import { Fault } from "@/lib/contracts/faults";
import { Event } from "@/lib/contracts/events";
import { Item, Relay } from "@/lib/contracts/memory";
import { RoleId, SessionId, Time } from "@/lib/contracts/primitives";
import { Repair } from "@/lib/contracts/repairs";
import { OWED, URGENCIES } from "@/lib/core/needs/rank-needs";

const need = z.object({
  key: z.string().meta({ description: "The same for as long as it waits" }),
  session: asFound(SessionId).nullable().meta({ description: "null for a file that belongs to no session" }),
  role: asFound(RoleId).nullable().meta({ description: "Whose it is, or who waits for it" }),
  at: asFound(Time).nullable().meta({ description: "Since when it waits, where that is known" }),
  urgency: z.enum(URGENCIES).meta({
    description: "now: somebody cannot go on; soon: somebody waits; later: it can be put in order at any time",
  }),
});

/** One thing that waits for a person. */
export const Need = z
  .discriminatedUnion("kind", [
    need.extend({ kind: z.literal("relay"), relay: Relay }),
    need.extend({ kind: z.enum(["conflict", "question"]), item: Item }),
    need.extend({
      kind: z.literal("ack"),
      owed: z.enum(OWED).meta({ description: "How the role stands with the version" }),
      version: asFound(GcVersion),
      delivery: z.string().nullable().meta({ description: "What was sent of it last" }),
      applied: Count.nullable(),
      total: Count.nullable(),
      unclear: z.array(z.string()),
    }),
    need.extend({
      kind: z.literal("gate"),
      gate: z.string(),
      phase: Count,
      ready: z.boolean().meta({ description: "Nothing blocks it" }),
      blockers: Count,
      first: z.string().nullable().meta({ description: "What blocks it first, in words" }),
    }),
    need.extend({ kind: z.literal("repair"), repair: Repair }),
    need.extend({ kind: z.literal("broken"), fault: Fault }),
    need.extend({ kind: z.literal("outside"), events: z.array(Event) }),
    need.extend({ kind: z.literal("long"), lines: Count }),
  ])
  .meta({ id: "Need" });
export type Need = z.infer<typeof Need>;

export const NeedList = z
  .object({
    items: z.array(Need).meta({ description: "The most urgent first, then what waits longest" }),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "NeedList" });
export type NeedList = z.infer<typeof NeedList>;
