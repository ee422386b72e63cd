import { listRuns, listSigns } from "@/lib/db/presence";
import type { SessionRow } from "@/lib/db/sessions";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

type Context = Pick<ServiceContext, "database" | "lastKnown" | "sessions">;

/** The runs of a session, and what tells when somebody there last did or read something, as stored. */
export function readSigns({ database: { queries }, lastKnown }: Context, { key, workspaceId, id }: SessionRow) {
  const acts = () => listSigns(queries, { workspaceId, session: id });
  return lastKnown.now(`signs ${key}`, () =>
    Promise.all([listRuns(queries, key), acts(), queries.reading.findMany({ where: { sessionKey: key } })]),
  );
}

/**
 * When each of these roles last read or did something in a session, in ISO 8601, null for one that never did; and when each run last
 * called, by the name it is kept under.
 */
export async function lastSigns(
  context: Context,
  session: SessionRow,
  roles: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const { sessions } = context;
  const [runs, acts, readings] = await readSigns(context, session);
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
