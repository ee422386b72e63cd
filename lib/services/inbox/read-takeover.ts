import { endOf, isNamed, lastRun, liveRuns } from "@/lib/core/context/run";
import { listEvents } from "@/lib/db/events";
import { listClaims, listStateLines } from "@/lib/db/presence";
import { listRuns } from "@/lib/db/runs";
import type { SessionRow } from "@/lib/db/sessions";
import type { Whose } from "@/lib/services/inbox/whose";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** So many claims and files are named; the rest is counted. */
const NAMED = 5;

/** What a teammate wrote last is one of these. */
const LINES = ["item.added", "memory.edited", "memory.attributed", "relay.created", "state.set"];

/**
 * What a conversation that begins in a used seat is told of the one before it: when that ended, what it said of its work last, which
 * of its claims are now the new one's, and the files of the workspace that were written since its last line, by their own times. Its
 * lines are in the digest. Empty in a new seat. Source: runs, "A used seat is taken over".
 */
export async function readTakeover(
  { database: { queries }, store }: Pick<ServiceContext, "database" | "store">,
  session: SessionRow,
  { role, run }: Whose,
  now: Date,
): Promise<string[]> {
  const all = await listRuns(queries, session.key, role);
  const others = all.filter(({ id }) => id !== run);
  // Whoever gives no id counts for a seat only where nobody does.
  const shares = liveRuns(all, now, session).filter(({ id }) => id !== run);
  const before = lastRun(shares) ?? lastRun(others.filter(isNamed)) ?? lastRun(others);
  if (run === null || before === undefined) return [];
  const wrote = { workspaceId: session.workspaceId, session: session.id, actors: [role], actions: LINES };
  const [lines, claims, [line]] = await Promise.all([
    listStateLines(queries, session.key),
    listClaims(queries, session.key, now),
    listEvents(queries, wrote, { limit: 1, below: null }),
  ]);
  const state = lines.find((each) => each.role === role);
  const own = claims.filter((claim) => claim.role === role && claim.run === run);
  const held = [...new Set(own.map(({ what }) => `"${what}"`))];
  const since = line?.at ?? before.began;
  const { paths, whole } = await store(session.workspaceId).writtenAfter(since.getTime());
  const isClaimed = (path: string) => held.some((what) => what.includes(path));
  const files = [...paths.filter(isClaimed), ...paths.filter((path) => !isClaimed(path))];
  const isShared = shares.length > 0;
  const how = isShared ? "is at work too" : `ended at ${timeOf(endOf(before, now, session) ?? before.sign)}`;
  return [
    `${isShared ? "You share" : "You took over"} ${role}: ${before.id} ${how}`,
    ...(state === undefined ? [] : [`at ${timeOf(state.at)} ${role} was at "${state.text}"`]),
    ...(held.length === 0 ? [] : [`its claims are yours: ${listed(held)}`]),
    ...(files.length === 0
      ? []
      : [`written since its last line: ${listed(files)}${whole ? "" : " (not all files were looked at)"}`]),
  ];
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`; // 2026-02-09 10:00 UTC
}
