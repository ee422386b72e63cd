import { z } from "zod";
import { asFound, Count, body, listOf, shape } from "@/lib/contracts/shapes";
import { GcVersion, Update } from "@/lib/contracts/context";
import { Inbox } from "@/lib/contracts/inbox";
import { RoleId, RunId, SessionId, Text, Time, Writing } from "@/lib/contracts/primitives";

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
  name: z.string().nullable().meta({
    description:
      "What it calls itself, where that is nearly its role: it counts once the Lead says that it is a run of it",
  }),
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
  others: z.boolean().optional().meta({ description: "Ends every other run of the role; the one named stays" }),
});
export type EndRun = z.infer<typeof EndRun>;

/** Asks which seat a conversation has; with roles, it takes one where it has none. */
export const SeatRun = body("SeatRun", {
  run: RunId,
  session: SessionId.optional(),
  roles: z.array(RoleId).min(1).max(200).optional().meta({
    description: "The seats it may take: the one it had last, else the first in which nobody is at work",
  }),
  shared: z
    .boolean()
    .optional()
    .meta({ description: "Whether it takes the first role in any case, beside whoever is at work there" }),
});
export type SeatRun = z.infer<typeof SeatRun>;
export const RunSeat = shape("RunSeat", {
  session: asFound(SessionId).nullable(),
  role: asFound(RoleId).nullable().meta({ description: "Null where it has no seat, and none was left" }),
});
export type RunSeat = z.infer<typeof RunSeat>;
export const MoveRun = body("MoveRun", {
  role: RoleId.meta({ description: "The role it is a run of, or beside" }),
  run: Text.min(1).max(300).meta({ description: "Its id, as `run.list` gives it" }),
  to: RoleId.optional().meta({
    description: "The role it goes on as; the one it is beside makes it a run of that. A new one where left out",
  }),
  reason: Writing.min(1).max(500).optional(),
});
export type MoveRun = z.infer<typeof MoveRun>;

/** Takes what is new for the caller's run, to tell it now. */
export const TakeInbox = body("TakeInbox", {
  origin: z.enum(["startup", "resume", "clear", "compact", "spawned"]).optional().meta({
    description:
      "What began the conversation. After a clear or a compaction it has lost its context; what was spawned before is shown nothing at its start",
  }),
  moment: z.enum(["work", "rest", "end", "none"]).optional().meta({
    description:
      "At work and at rest nothing is taken unless something in it is urgent; at the end, and to say the origin alone, nothing is. Before a rest and an end it is asked for what it owes",
  }),
});
export type TakeInbox = z.infer<typeof TakeInbox>;

/** An inbox that nobody else tells for ten seconds, so that two hooks of one moment tell it once. */
export const TakenInbox = Inbox.extend({
  perhapsSeen: z
    .boolean()
    .meta({ description: "It was taken before, and nobody said that it was told: it may have been" }),
  unanswered: z
    .array(Update)
    .meta({ description: "Updates that were shown and are to be asked for now: each once, and again after a ping" }),
  beside: z.string().nullable().meta({
    description:
      "What the caller calls itself, where that is nearly the reader's role and the Lead did not say what it is",
  }),
  owes: z
    .string()
    .meta({ description: "What else the run leaves open, to be asked for now and once; empty for nothing" }),
}).meta({ id: "TakenInbox" });
export type TakenInbox = z.infer<typeof TakenInbox>;
