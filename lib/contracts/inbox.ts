import { z } from "zod";
import { Count, asFound, body, shape } from "@/lib/contracts/shapes";
import { GcVersion, Update } from "@/lib/contracts/context";
import { RoleId, Text, Time } from "@/lib/contracts/primitives";
import { ENTRY_KINDS } from "@/lib/core/inbox/entry";

export const InboxEntry = shape("InboxEntry", {
  kind: z.enum(ENTRY_KINDS),
  id: z.string().meta({ description: "Of the item, the relay or the gate; empty for what has none" }),
  role: asFound(RoleId).meta({ description: "Whose it is" }),
  by: z.string().meta({ description: "Who did it" }),
  tag: z.string().nullable(),
  text: z.string().meta({ description: "The whole text" }),
  note: z.string().nullable().meta({ description: "What was answered or decided, and why" }),
  concerns: z.boolean().meta({ description: "It names the reader, answers it, or decides on what is its own" }),
  whole: z
    .boolean()
    .optional()
    .meta({ description: "The reader was not shown the text before, although something happened to it" }),
  at: asFound(Time),
});
export type InboxEntry = z.infer<typeof InboxEntry>;

/** What is new for one reader, each thing once, what matters most first. */
export const Inbox = shape("Inbox", {
  reader: z.string().meta({ description: "A role, or Lead" }),
  first: z.boolean().meta({ description: "Nothing was shown before: the entries are what stands" }),
  mark: z.string().nullable().meta({
    description: "Give it to inbox.seen once this was read; null where somebody only looks at another's inbox",
  }),
  updates: z.array(Update).meta({ description: "Versions of the context and guidance, oldest first" }),
  unconfirmed: asFound(GcVersion)
    .nullable()
    .meta({ description: "The version that waits for the reader's confirmation" }),
  entries: z.array(InboxEntry),
  left: z
    .array(z.object({ role: z.string(), tag: z.string().nullable(), count: Count }))
    .meta({ description: "Entries that did not fit; `again` with `all` shows them" }),
  also: z.array(z.string()).meta({ description: "What needs no entry of its own" }),
  now: asFound(Time),
});
export type Inbox = z.infer<typeof Inbox>;

/** What waits for a reader, in numbers, and the lines to it that ride on any call. */
export const InboxWaiting = shape("InboxWaiting", {
  version: asFound(GcVersion).nullable().meta({ description: "A version of the context that it was not shown" }),
  items: Count.meta({ description: "Entries that it was not shown, state lines and archivings aside" }),
  nudges: z.array(z.object({ from: z.string(), text: z.string(), at: asFound(Time) })),
  mark: z.string().nullable().meta({ description: "Give it to inbox.seen once the nudges were read" }),
});
export type InboxWaiting = z.infer<typeof InboxWaiting>;

const Flag = z.enum(["true", "false"]).default("false");

export const InboxQuery = z.object({
  role: RoleId.optional().meta({ description: "Another's inbox, which is not marked by looking" }),
  wait: z.coerce.number().min(0).max(60).default(0).meta({ description: "Seconds to wait for something that matters" }),
  again: Flag.meta({ description: "The last answer once more, with what came since" }),
  all: Flag.meta({ description: "Everything, however long" }),
});
export type InboxQuery = z.infer<typeof InboxQuery>;

export const WaitingQuery = z.object({
  once: Flag.meta({
    description: "Leave the numbers out where they are those that the caller was told within ten seconds",
  }),
});

export const InboxSeen = body("InboxSeen", {
  mark: Text.min(1).max(20_000),
  undo: z.boolean().optional().meta({
    description: "Take it back: what came with this mark is new again, unless more was read since",
  }),
});
export type InboxSeen = z.infer<typeof InboxSeen>;
