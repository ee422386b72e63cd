import { endOf, lastRun, liveRuns } from "@/lib/core/context/run";
import { listClaims, listStateLines } from "@/lib/db/presence";
import { listRuns } from "@/lib/db/runs";
import type { SessionRow } from "@/lib/db/sessions";
import type { Whose } from "@/lib/services/inbox/whose";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/**
 * What a conversation that begins in a used seat is told of the one before it: when that ended, what it said of its work last, and which
 * of its claims are now the new one's. Its lines are in the memory. Empty in a new seat. Source: runs, "A used seat is taken over".
 */
export async function readTakeover(
  { database: { queries } }: Pick<ServiceContext, "database">,
  session: SessionRow,
  { role, run }: Whose,
  now: Date,
): Promise<string[]> {
  const others = (await listRuns(queries, session.key, role)).filter(({ id }) => id !== run);
  const before = lastRun(others);
  if (run === null || before === undefined) return [];
  const [lines, claims] = await Promise.all([
    listStateLines(queries, session.key),
    listClaims(queries, session.key, now),
  ]);
  const state = lines.find((line) => line.role === role);
  const held = claims.filter((claim) => claim.role === role && claim.run === run).map(({ what }) => `"${what}"`);
  const ended = endOf(before, now, session);
  const isShared = liveRuns(others, now, session).length > 0;
  const how = ended === null ? "is at work too" : `ended at ${timeOf(ended)}`;
  return [
    `${isShared ? "You share" : "You took over"} ${role}: ${before.id} ${how}`,
    ...(state === undefined ? [] : [`at ${timeOf(state.at)} ${role} was at "${state.text}"`]),
    ...(held.length === 0 ? [] : [`its claims are yours: ${held.join(", ")}`]),
  ];
}

function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`; // 2026-02-09 10:00 UTC
}
