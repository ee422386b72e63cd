import { endOf, isNamed, isOwn, lastRun, liveRuns, sayNearName, sayShared } from "@/lib/core/context/run";
import { groupBy } from "@/lib/core/lists";
import { namesOf } from "@/lib/core/text/marks";
import { sayFirst } from "@/lib/core/text/say-count";
import { sayDismissal } from "@/lib/core/inbox/tell-news";
import { listEvents } from "@/lib/db/events";
import { listClaims, listRuns, listRunsOf } from "@/lib/db/presence";
import type { SessionRow } from "@/lib/db/sessions";
import type { Whose } from "@/lib/services/inbox/whose";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** What a conversation is told of the one before it, and the names of what that had in hand. */
interface Takeover {
  lines: string[];
  names: ReadonlySet<string>;
}

/** What a teammate wrote last is one of these. */
const LINES = ["item.added", "memory.edited", "memory.attributed", "relay.created", "state.set"];

/**
 * What a conversation that begins in a used seat is told of the one before it: when that ended, what it said of its work last, which
 * of its claims are now the new one's, and the files of the workspace that were written since its last line, by their own times. Its
 * lines are in the digest. Without lines in a new seat. Source: runs, "A used seat is taken over".
 */
export async function readTakeover(
  { database: { queries }, store }: Pick<ServiceContext, "database" | "store">,
  session: SessionRow,
  { role, run }: Whose,
  now: Date,
): Promise<Takeover> {
  if (run === null) return only([]);
  const own = await listRunsOf(queries, session.key, run);
  const from = own.find(({ movedTo }) => movedTo === role);
  const ended = own.find((each) => each.role === role && each.dismissed !== null);
  const said = [
    ...(from === undefined ? [] : [`the Lead moved you from ${from.role} to ${role}: write as ${role} now`]),
    ...(ended === undefined ? [] : [sayDismissal(role, ended.how ?? "")]),
  ];
  const name = own.find((each) => each.role === role)?.name ?? null;
  if (name !== null)
    return only([...said, `${name} has no seat: you read as ${role}, and what you write waits for the Lead`]);
  const all = await listRuns(queries, session.key, role);
  const others = all.filter((each) => each.id !== run && isOwn(each));
  // Whoever gives no id counts for a seat only where nobody does.
  const shares = liveRuns(all, now, session).filter(({ id }) => id !== run);
  const before = lastRun(shares) ?? lastRun(others.filter(isNamed)) ?? lastRun(others);
  const wrote = { workspaceId: session.workspaceId, session: session.id, actors: [role], actions: LINES };
  const [states, claims, [line]] = await Promise.all([
    queries.stateLine.findMany({ where: { sessionKey: session.key } }),
    listClaims(queries, session.key, now),
    listEvents(queries, wrote, { limit: 1, below: null }),
  ]);
  const state = states.find((each) => each.role === role);
  const its = claims.filter((claim) => claim.role === role && claim.run === run);
  const held = [...new Set(its.map(({ what }) => `"${what}"`))];
  const whose = from === undefined ? "its claims are yours" : "your claims came along";
  const claimed = held.length === 0 ? [] : [`${whose}: ${sayFirst(held)}`];
  if (before === undefined) return only([...said, ...claimed], held);
  const since = line?.at ?? before.began;
  const { paths, whole } = await store(session.workspaceId).writtenAfter(since.getTime());
  const isClaimed = (path: string) => held.some((what) => what.includes(path));
  const files = [...paths.filter(isClaimed), ...paths.filter((path) => !isClaimed(path))];
  const isShared = shares.length > 0;
  const who = isShared ? shares.map(({ id }) => id) : [before.id];
  const isAre = who.length === 1 ? "is" : "are";
  const how = isShared ? `${isAre} at work too` : `ended at ${timeOf(endOf(before, now, session) ?? before.sign, now)}`;
  const lines = [
    ...said,
    `${isShared ? "You share" : "You took over"} ${role}: ${sayFirst(who)} ${how}`,
    ...(state === undefined ? [] : [`at ${timeOf(state.at, now)} ${role} was at "${state.text}"`]),
    ...claimed,
    ...(files.length === 0
      ? []
      : [`written since its last line: ${sayFirst(files)}${whole ? "" : " (not all files were looked at)"}`]),
  ];
  return only(lines, [...held, ...files, state?.text ?? ""]);
}

function only(lines: string[], inHand: readonly string[] = []): Takeover {
  return { lines, names: namesOf(inHand.join("\n")).names };
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

/** Of today the time alone: `10:00 UTC`, `2026-02-09 10:00 UTC`. */
function timeOf(at: Date, now: Date): string {
  const [day, time] = [at.toISOString().slice(0, 10), at.toISOString().slice(11, 16)];
  return `${now.toISOString().startsWith(day) ? "" : `${day} `}${time} UTC`;
}
