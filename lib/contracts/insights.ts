import { z } from "zod";
import { Count, asFound, shape } from "@/lib/contracts/shapes";
import { GcVersion } from "@/lib/contracts/context";
import { RoleId, Time } from "@/lib/contracts/primitives";

/** What a session's figures are about. */
export const INSIGHTS = ["activity", "memory", "acks", "gates", "tokens"] as const;

/** Which figures of a session are wanted, and how far they go back. */
export const InsightsQuery = z.object({
  show: z.enum(INSIGHTS).optional().meta({ description: "One figure; all of them when left out" }),
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .optional()
    .meta({ description: "How many days of UTC to go back, today included; the whole session when left out" }),
});
export type InsightsQuery = z.infer<typeof InsightsQuery>;

const Role = asFound(RoleId);
const At = asFound(Time);

const Activity = z
  .object({
    from: At.meta({ description: "Where the first span begins" }),
    minutes: Count.meta({ description: "Length of a span" }),
    roles: z.array(
      z.object({
        role: z.string(),
        counts: z.array(Count).meta({ description: "Events in each span, oldest first" }),
        total: Count,
      }),
    ),
    total: Count,
  })
  .meta({ id: "InsightActivity", description: "Events by who caused them, over time" });

const MemoryGrowth = z
  .object({
    limit: Count.meta({ description: "Lines from which on the file is over its limit" }),
    lines: Count,
    points: z.array(z.object({ at: At, revision: Count, lines: Count })),
  })
  .meta({ id: "InsightMemory", description: "Lines of the team memory; long histories are thinned" });

const AckTimes = z
  .object({
    deadlineMinutes: Count,
    items: z.array(
      z.object({
        role: Role,
        version: asFound(GcVersion),
        sentAt: At,
        confirmedAt: At.nullable(),
        minutes: z.number().meta({ description: "From sent to confirmed, or until now" }),
        state: z.enum(["confirmed", "waiting", "superseded"]),
        late: z.boolean(),
      }),
    ),
  })
  .meta({ id: "InsightAcks", description: "How long each role took to confirm each version" });

const BurnDown = z
  .object({
    id: z.string(),
    phase: Count,
    state: z.enum(["open", "concluded", "abandoned"]),
    openedAt: At,
    endedAt: At.nullable(),
    waived: Count.meta({ description: "How many of those at the end are waived" }),
    points: z.array(z.object({ at: At, behind: Count, conflicts: Count, questions: Count, total: Count })),
  })
  .meta({ id: "InsightGate", description: "Blockers of a gate from its opening to its end, waived or not" });

const TokenLine = { sent: Count, ack: Count, saved: Count, full: Count };

const TokenDays = z
  .object({
    days: z.array(z.object({ day: z.string(), role: Role, ...TokenLine })),
    total: z.object(TokenLine),
    tokenMethod: z.string(),
  })
  .meta({
    id: "InsightTokens",
    description: "Tokens by role and day of UTC: sent, ack and saved add up to full; saved may be negative",
  });

/** The figures of a session; null for those that were not asked for. */
export const Insights = shape("Insights", {
  since: At,
  until: At,
  activity: Activity.nullable(),
  memory: MemoryGrowth.nullable(),
  acks: AckTimes.nullable(),
  gates: z.array(BurnDown).nullable(),
  tokens: TokenDays.nullable(),
});
export type Insights = z.infer<typeof Insights>;
