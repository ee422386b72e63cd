import { z } from "zod";
import { Count, asFound, body, shape } from "@/lib/contracts/shapes";
import { GcVersion } from "@/lib/contracts/context";
import { Fault } from "@/lib/contracts/faults";
import { Event } from "@/lib/contracts/events";
import { Item, Relay } from "@/lib/contracts/memory";
import { Pair } from "@/lib/contracts/pairs";
import { RoleId, SessionId, Text, Time } from "@/lib/contracts/primitives";
import { Assignee, Comment } from "@/lib/contracts/remarks";
import { Repair } from "@/lib/contracts/repairs";
import { NEED_KINDS, OWED, URGENCIES } from "@/lib/core/inbox/needs";

const need = z.object({
  key: z.string().meta({ description: "The same for as long as it waits" }),
  session: asFound(SessionId).nullable().meta({ description: "null for a file that belongs to no session" }),
  role: asFound(RoleId).nullable().meta({ description: "Whose it is, or who waits for it" }),
  at: asFound(Time).nullable().meta({ description: "Since when it waits, where that is known" }),
  atLeast: z.boolean().meta({ description: "It waits at least since then: nobody knows when it was written" }),
  read: z.boolean().meta({ description: "The caller marked it as read, and it has not changed since" }),
  snoozedUntil: asFound(Time).nullable().meta({ description: "Until when the caller put it off" }),
  assignee: Assignee.nullable().meta({ description: "Who is to see to it" }),
  urgency: z.enum(URGENCIES).meta({
    description: "now: somebody cannot go on; soon: somebody waits; later: it can be put in order at any time",
  }),
});

const comments = Count.meta({ description: "How many comments people made on the item" });

export const Need = z
  .discriminatedUnion("kind", [
    need.extend({
      kind: z.literal("relay"),
      relay: Relay,
      newRole: z.boolean().meta({ description: "Its role is not in the session: approving adds it" }),
    }),
    need.extend({ kind: z.enum(["conflict", "question", "assigned"]), item: Item, comments }),
    need.extend({
      kind: z.literal("mention"),
      item: Item,
      comments,
      comment: Comment.meta({ description: "What names the caller, who did not read it or answer it yet" }),
    }),
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
    need.extend({
      kind: z.literal("run"),
      run: z.string().meta({ description: "The id of the run that nobody said the seat of" }),
      name: z.string().meta({ description: "What it calls itself" }),
    }),
    need.extend({ kind: z.literal("pair"), pair: Pair }),
    need.extend({ kind: z.literal("repair"), repair: Repair }),
    need.extend({ kind: z.literal("broken"), fault: Fault }),
    need.extend({ kind: z.literal("outside"), events: z.array(Event) }),
    need.extend({ kind: z.literal("long"), lines: Count }),
  ])
  .meta({ id: "Need" });
export type Need = z.infer<typeof Need>;

export const NeedList = shape("NeedList", {
  items: z
    .array(Need)
    .meta({ description: "In the order of what to decide first: by kind, then urgency, then what waits longest" }),
  nextCursor: z.string().nullable(),
});
export type NeedList = z.infer<typeof NeedList>;

export const NeedQuery = z.object({
  snoozed: z.enum(["true", "false"]).default("false").meta({ description: "true: those that the caller put off" }),
});

/** How much waits for the caller, without what. */
export const NeedCount = shape("NeedCount", {
  waiting: Count.meta({ description: "What the list of needs has" }),
  unread: Count.meta({ description: "Those of them that the caller did not mark as read" }),
  snoozed: Count.meta({ description: "What the caller put off, in addition" }),
  sessions: z.array(
    z.object({
      session: asFound(SessionId),
      waiting: Count,
      kinds: z.partialRecord(z.enum(NEED_KINDS), Count).meta({ description: "By kind" }),
    }),
  ),
});
export type NeedCount = z.infer<typeof NeedCount>;

export const MarkNeeds = body("MarkNeeds", {
  keys: z.array(Text.min(1).max(700)).min(1).max(1000).meta({ description: "Of the needs, as their list gives them" }),
  read: z.boolean().optional().meta({ description: "Read, or unread again" }),
  snoozedUntil: Time.nullable().optional().meta({ description: "Put off until then; null brings it back" }),
});
export type MarkNeeds = z.infer<typeof MarkNeeds>;

export const NeedsMarked = shape("NeedsMarked", {
  keys: z.array(z.string()).meta({ description: "Those marked; what no longer waits is left out" }),
});
export type NeedsMarked = z.infer<typeof NeedsMarked>;
