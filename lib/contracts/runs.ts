import { z } from "zod";
import { asFound, Count, body, listOf, shape } from "@/lib/contracts/shapes";
import { GcVersion, Update } from "@/lib/contracts/context";
import { Inbox } from "@/lib/contracts/inbox";
import { RoleId, Text, Time, Writing } from "@/lib/contracts/primitives";

/** A conversation in the seat that a role is: what it was shown, what it confirmed, and whether it is at work. */
export const Run = shape("Run", {
  id: z.string().meta({ description: "The client and its id of the conversation; unnamed where it gives none" }),
  role: asFound(RoleId),
  client: z.string().meta({ description: "Such as claude; unnamed where the caller gave no id" }),
  state: z.enum(["at work", "silent", "ended"]).meta({
    description:
      "Silent after three minutes without a sign, ended after sixty where nobody says so, or as the session is set",
  }),
  counts: z.boolean().meta({ description: "Whether the state of its seat goes by it" }),
  began: asFound(Time),
  sign: asFound(Time).meta({ description: "When it last called" }),
  ended: asFound(Time).nullable(),
  how: z.string().nullable().meta({ description: "Why it ended, where somebody said so" }),
  origin: z.string().nullable().meta({ description: "What began it: startup, resume, clear or compact" }),
  shown: asFound(GcVersion).nullable(),
  confirmed: asFound(GcVersion).nullable(),
  lostAt: asFound(Time).nullable().meta({ description: "When it lost its context, until it confirms again" }),
  tokens: Count.meta({ description: "Of the updates that it was sent" }),
});
export type Run = z.infer<typeof Run>;
export const RunList = listOf(Run);
export type RunList = z.infer<typeof RunList>;

/** Ends the caller's own run, or for the Lead that one of a role. */
export const EndRun = body("EndRun", {
  role: RoleId.optional(),
  run: Text.min(1).max(300).optional().meta({ description: "Its id, as `run.list` gives it" }),
  reason: Writing.min(1).max(500).optional().meta({ description: "Required when ending another caller's run" }),
});
export type EndRun = z.infer<typeof EndRun>;

/** Takes what is new for the caller's run, to tell it now. */
export const TakeInbox = body("TakeInbox", {
  origin: z
    .enum(["startup", "resume", "clear", "compact"])
    .optional()
    .meta({ description: "What began the conversation; what a clear or a compaction began has lost its context" }),
  moment: z
    .enum(["work", "end"])
    .optional()
    .meta({ description: "At work nothing is taken unless something in it is urgent; at the end nothing is taken" }),
});
export type TakeInbox = z.infer<typeof TakeInbox>;

/** An inbox that nobody else tells for ten seconds, so that two hooks of one moment tell it once. */
export const TakenInbox = Inbox.extend({
  perhapsSeen: z
    .boolean()
    .meta({ description: "It was taken before, and nobody said that it was told: it may have been" }),
  unanswered: z.array(Update).meta({ description: "Updates that were shown and wait for an acknowledgement" }),
}).meta({ id: "TakenInbox" });
export type TakenInbox = z.infer<typeof TakenInbox>;
