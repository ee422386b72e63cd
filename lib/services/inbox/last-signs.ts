import { listSigns } from "@/lib/db/presence";
import { listReadings } from "@/lib/db/readings";
import { listRuns } from "@/lib/db/runs";
import type { SessionRow } from "@/lib/db/sessions";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/**
 * When each of these roles last read or did something in a session, in ISO 8601, null for one that never did; and when each run last
 * called, by the name it is kept under.
 */
export async function lastSigns(
  { database: { queries }, sessions }: Pick<ServiceContext, "database" | "sessions">,
  session: SessionRow,
  roles: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const place = { workspaceId: session.workspaceId, session: session.id };
  const [acts, readings, runs] = await Promise.all([
    listSigns(queries, place),
    listReadings(queries, session.key),
    listRuns(queries, session.key),
  ]);
  const acted = new Map(acts.map((act) => [act.actor, act]));
  const read = new Map(readings.map((reading) => [reading.reader, reading]));
  const called = runs.map((run) => [run.reader, sessions.runs.signOf(run).toISOString()] as const);
  return new Map<string, string | null>([
    ...called,
    ...roles.map((role) => {
      const seen = [acted.get(role)?.at, read.get(role)?.at];
      const signs = runs.filter((run) => run.role === role).map((run) => sessions.runs.signOf(run));
      const moments = [...seen, ...signs].flatMap((at) => (at === undefined ? [] : [at.toISOString()]));
      return [role, moments.sort().at(-1) ?? null] as const;
    }),
  ]);
}
