import { z } from "zod";
import { Count, asFound, shape } from "@/lib/contracts/shapes";
import { GcVersion, MomentRun, RunQuery } from "@/lib/contracts/context";
import { State } from "@/lib/contracts/memory";
import { RoleId, Time } from "@/lib/contracts/primitives";
import { Moment } from "@/lib/contracts/search";

/** At which time a session is read, and with which it is compared. */
export const MomentQuery = z.object({
  at: Moment.optional().meta({ description: "The time; now when left out. A date is its first moment in UTC" }),
  since: Moment.optional().meta({
    description: "What changed after this time is marked; when left out, after the caller last looked at the session",
  }),
  run: RunQuery.meta({
    description: "What this run alone knew, as `run.list` gives it; roles it was not in are left out",
  }),
});
export type MomentQuery = z.infer<typeof MomentQuery>;

export const MomentItem = shape("MomentItem", {
  id: z.string(),
  tag: z.string().nullable(),
  text: z.string(),
  body: z.string(),
  state: State,
  line: Count,
  change: z.enum(["added", "changed"]).nullable().meta({ description: "What happened to it since; null for nothing" }),
  was: z.string().nullable().meta({ description: "Its words before, where those are others" }),
});
export type MomentItem = z.infer<typeof MomentItem>;

/** What a role knew then, as far as it had confirmed it. */
export const MomentRole = shape("MomentRole", {
  role: asFound(RoleId),
  version: asFound(GcVersion).nullable().meta({ description: "The context version it had confirmed" }),
  confirmedAt: asFound(Time).nullable(),
  behind: Count.meta({ description: "Versions published by then that it had not confirmed" }),
  waiting: asFound(GcVersion).nullable().meta({ description: "The version it was sent and had not confirmed" }),
  sentAt: asFound(Time).nullable(),
  read: z
    .object({ revision: Count, at: asFound(Time) })
    .nullable()
    .meta({ description: "How far each of its runs was told of the team memory; null where that is not known of one" }),
  runs: z.array(MomentRun).meta({ description: "The runs that were at work; where none was, the last one" }),
  before: asFound(GcVersion).nullable().meta({ description: "The version it had confirmed at `since`" }),
});
export type MomentRole = z.infer<typeof MomentRole>;

export const SessionMoment = shape("SessionMoment", {
  at: asFound(Time),
  since: asFound(Time).nullable().meta({
    description: "With which it is compared, at most `at` itself; null where there is nothing to compare with",
  }),
  looked: asFound(Time).nullable().meta({ description: "When the caller last looked at the session" }),
  memory: z.object({
    revision: Count.meta({ description: "0 before the first" }),
    before: Count.meta({ description: "The revision at `since`" }),
    lines: Count,
    sections: z.array(z.object({ role: z.string(), items: z.array(MomentItem) })),
    gone: z
      .array(z.object({ id: z.string(), role: z.string(), tag: z.string().nullable(), text: z.string() }))
      .meta({ description: "Items that were there at `since`" }),
  }),
  context: z.object({
    version: asFound(GcVersion).nullable(),
    publishedAt: asFound(Time).nullable(),
    by: z.string().nullable(),
    before: asFound(GcVersion).nullable().meta({ description: "The version at `since`" }),
    text: z.string(),
  }),
  roles: z.array(MomentRole),
});
export type SessionMoment = z.infer<typeof SessionMoment>;
