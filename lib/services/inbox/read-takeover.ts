import { endOf, isNamed, isOwn, lastRun, liveRuns, sayNearName, sayShared } from "@/lib/core/context/run";
import { groupBy } from "@/lib/core/lists";
import { sayDismissal } from "@/lib/core/inbox/tell-news";
import { listEvents } from "@/lib/db/events";
import { listClaims, listStateLines } from "@/lib/db/presence";
import { listRuns, listRunsOf } from "@/lib/db/runs";
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
  if (run === null) return [];
  const own = await listRunsOf(queries, session.key, run);
  const from = own.find(({ movedTo }) => movedTo === role);
  const ended = own.find((each) => each.role === role && each.dismissed !== null);
  const said = [
    ...(from === undefined ? [] : [`the Lead moved you from ${from.role} to ${role}: write as ${role} now`]),
    ...(ended === undefined ? [] : [sayDismissal(role, ended.how ?? "")]),
  ];
  const name = own.find((each) => each.role === role)?.name ?? null;
  if (name !== null)
    return [...said, `${name} has no seat: you read as ${role}, and what you write waits for the Lead`];
  const all = await listRuns(queries, session.key, role);
  const others = all.filter((each) => each.id !== run && isOwn(each));
  // Whoever gives no id counts for a seat only where nobody does.
  const shares = liveRuns(all, now, session).filter(({ id }) => id !== run);
  const before = lastRun(shares) ?? lastRun(others.filter(isNamed)) ?? lastRun(others);
  const wrote = { workspaceId: session.workspaceId, session: session.id, actors: [role], actions: LINES };
  const [lines, claims, [line]] = await Promise.all([
    listStateLines(queries, session.key),
    listClaims(queries, session.key, now),
    listEvents(queries, wrote, { limit: 1, below: null }),
  ]);
  const state = lines.find((each) => each.role === role);
  const its = claims.filter((claim) => claim.role === role && claim.run === run);
  const held = [...new Set(its.map(({ what }) => `"${what}"`))];
  const whose = from === undefined ? "its claims are yours" : "your claims came along";
  const claimed = held.length === 0 ? [] : [`${whose}: ${listed(held)}`];
  if (before === undefined) return [...said, ...claimed];
  const since = line?.at ?? before.began;
  const { paths, whole } = await store(session.workspaceId).writtenAfter(since.getTime());
  const isClaimed = (path: string) => held.some((what) => what.includes(path));
  const files = [...paths.filter(isClaimed), ...paths.filter((path) => !isClaimed(path))];
  const isShared = shares.length > 0;
  const how = isShared ? "is at work too" : `ended at ${timeOf(endOf(before, now, session) ?? before.sign)}`;
  return [
    ...said,
    `${isShared ? "You share" : "You took over"} ${role}: ${before.id} ${how}`,
    ...(state === undefined ? [] : [`at ${timeOf(state.at)} ${role} was at "${state.text}"`]),
    ...claimed,
    ...(files.length === 0
      ? []
      : [`written since its last line: ${listed(files)}${whole ? "" : " (not all files were looked at)"}`]),
  ];
}

/** What a Lead that looks for the first time has to settle of the seats: those with several runs at work, and names that are nearly one. */
export async function readSharedSeats(
  { queries }: Pick<ServiceContext["database"], "queries">,
  session: SessionRow,
  now: Date,
): Promise<string[]> {
  const runs = await listRuns(queries, session.key);
  const near = runs.filter((run) => !isOwn(run) && endOf(run, now, session) === null && run.movedTo === null);
  const shared = [...groupBy(runs, ({ role }) => role)].flatMap(([role, all]) => {
    const live = liveRuns(all, now, session).filter(isNamed);
    return live.length < 2
      ? []
      : [
          sayShared(
            role,
            live.map(({ id }) => id),
          ),
        ];
  });
  return [...shared, ...near.map(({ name, id, role }) => sayNearName(name ?? role, id, role))];
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`; // 2026-02-09 10:00 UTC
}
