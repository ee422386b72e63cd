import { addAll } from "@/lib/core/lists";
import { z } from "zod";
import { AgentName } from "@/lib/contracts/agents";
import { AckAction, GcVersion } from "@/lib/contracts/context";
import { RoleId, SessionId } from "@/lib/contracts/primitives";
import { Tag } from "@/lib/contracts/memory";
import type { Action } from "@/lib/contracts/events";
import { versionNumber } from "@/lib/core/context/version-number";
import { listDeliveries } from "@/lib/db/context";
import { listEvents } from "@/lib/db/events";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import type { Clock } from "@/lib/services/workspace/clock";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { lookAtWorkspace } from "@/lib/services/history/outside-edits";
import type { Services } from "@/lib/services/services";
import { contextPath, memoryPath } from "@/lib/core/memory/session-paths";

const Ago = z.strictObject({ minutesAgo: z.number().positive() });
const Ack = z.strictObject({
  role: RoleId,
  version: GcVersion,
  applied: z.union([z.int(), z.enum(["all", "all but one"])]),
  total: z.int().optional(),
  impact: z.string().default("NONE"),
  action: AckAction,
  unclear: z.array(z.string()).default([]),
});
const Publish = z.strictObject({
  version: GcVersion,
  file: z.string().optional(),
  requiredActions: z.string().optional(),
  affected: z.array(RoleId).optional(),
});

/** What the bundled example says beside its files. */
const Seed = z.strictObject({
  agents: z.array(Ago.extend({ start: AgentName })),
  sessions: z.array(
    z.strictObject({
      id: SessionId,
      roles: z.array(z.strictObject({ id: RoleId, type: z.string() })),
      relays: z.array(Ago.extend({ role: RoleId, tag: Tag, text: z.string() })),
      context: z.array(
        z.union([
          Ago.extend({ publish: Publish }),
          Ago.extend({ ack: Ack }),
          Ago.extend({ status: z.strictObject({ role: RoleId, status: z.literal("CONTEXT_LOST") }) }),
          Ago.extend({ request: z.strictObject({ role: RoleId, full: z.literal(true) }) }),
          Ago.extend({ gate: z.strictObject({ phase: z.int() }) }),
        ]),
      ),
    }),
  ),
});
type Seed = z.infer<typeof Seed>;
type SeedSession = Seed["sessions"][number];
type ContextAct = SeedSession["context"][number];

export interface Seeding {
  context: ServiceContext;
  services: Services;
  /** The clock that all of them go by. */
  clock: Clock;
  workspace: string;
  /** The text of a file of the bundled example, by its path there. */
  read: (path: string) => Promise<string>;
}

/** Each act of the seed is told by one event of these. */
const TOLD_BY: Action[] = [
  "relay.created",
  "context.published",
  "context.acknowledged",
  "context.lost",
  "context.resent",
  "gate.opened",
  "agent.started",
];

const MINUTE_MS = 60_000;
/** The files are found a while before the first act. */
const FOUND_MINUTES = 30;

/**
 * Has everything happen in a fresh copy of the example that happened before its first start, each act through the use
 * case it belongs to and at its own time. One that was cut short goes on where it ended, as nothing else has happened
 * there meanwhile; after it is done it does nothing any more.
 */
export async function seedExample(seeding: Seeding): Promise<void> {
  const { context, clock, workspace, read } = seeding;
  const { sessions, agents } = Seed.parse(JSON.parse(await read("seed.json")));
  const bySession = sessions.flatMap((session) => [
    ...session.context.map((act) => ({ minutesAgo: act.minutesAgo, run: () => playAct(seeding, session.id, act) })),
    ...session.relays.map((relay) => ({ minutesAgo: relay.minutesAgo, run: () => leave(seeding, session, relay) })),
  ]);
  const byAgent = agents.map((act) => ({ minutesAgo: act.minutesAgo, run: () => startAgent(seeding, act.start) }));
  const steps = [...bySession, ...byAgent].toSorted((a, b) => b.minutesAgo - a.minutesAgo);
  const wanted = { workspaceId: workspace, actions: TOLD_BY };
  const done = (await listEvents(context.database.queries, wanted, { limit: steps.length, below: null })).length;
  const firstStart = context.clock().getTime();
  const before = (minutes: number) => new Date(firstStart - minutes * MINUTE_MS);
  if (done === 0) await clock.at(before((steps[0]?.minutesAgo ?? 0) + FOUND_MINUTES), () => begin(seeding, sessions));
  for (const { minutesAgo, run } of steps.slice(done)) await clock.at(before(minutesAgo), run);
}

/** The files as they were found, without the contexts, which are published one after another; and who was at work. */
async function begin({ context, workspace }: Seeding, sessions: SeedSession[]): Promise<void> {
  const rows: { sessionKey: number; role: string; roleType: string }[] = [];
  for (const { id, roles } of sessions) {
    await context.store(workspace).remove(contextPath(id));
    const { key } = await context.sessions.find(workspace, id);
    await context.committer.current(workspace, memoryPath(id));
    addAll(
      rows,
      roles.map((role) => ({ sessionKey: key, role: role.id, roleType: role.type })),
    );
  }
  await lookAtWorkspace(context, workspace);
  await context.committer.act(
    { workspace, alone: true, author: { actor: "Lead", actorKind: "person", source: "api" } },
    (draft) => {
      for (const row of rows) draft.effect({ type: "put-role", ...row });
    },
  );
}

async function leave(
  { services, workspace }: Seeding,
  { id: session }: SeedSession,
  { role, tag, text }: SeedSession["relays"][number],
): Promise<void> {
  await services.memory.add(callerAs(role), { workspace, session }, { tag, text }, PLAIN_REQUEST);
}

async function startAgent({ services, workspace }: Seeding, agent: string): Promise<void> {
  await services.agents.sessions.start(callerAs(null), { workspace, agent }, PLAIN_REQUEST);
}

async function playAct(seeding: Seeding, session: string, act: ContextAct): Promise<void> {
  const { services, workspace } = seeding;
  const params = { workspace, session };
  if ("publish" in act) await publish(seeding, session, act.publish);
  else if ("ack" in act) await acknowledge(seeding, session, act.ack);
  else if ("status" in act) {
    await services.context.reportLost(callerAs(act.status.role), params, act.status, PLAIN_REQUEST);
  } else if ("request" in act) {
    const { role } = act.request;
    const { id } = await newestDelivery(seeding, session, role);
    await services.context.full(callerAs(role), { ...params, delivery: id }, PLAIN_REQUEST);
  } else await services.gates.open(callerAs(null), params, act.gate, PLAIN_REQUEST);
}

async function publish(
  { services, workspace, read }: Seeding,
  session: string,
  { version, file = `workspace/${contextPath(session)}`, requiredActions, affected }: z.infer<typeof Publish>,
): Promise<void> {
  const body = {
    text: await read(file),
    ...(requiredActions !== undefined && { requiredActions }),
    ...(affected !== undefined && { affected }),
  };
  const params = { workspace, session };
  const published = await services.context.publish(callerAs(null), params, body, { dryRun: false }, PLAIN_REQUEST);
  if (published.version !== version) throw new Error(`${file} became ${published.version} instead of ${version}`);
}

async function acknowledge(seeding: Seeding, session: string, ack: z.infer<typeof Ack>): Promise<void> {
  const { services, workspace } = seeding;
  const { role, version } = ack;
  const delivery = await newestDelivery(seeding, session, role, versionNumber(version) ?? 0);
  const total = ack.total ?? delivery.total;
  const applied = ack.applied === "all" ? total : ack.applied === "all but one" ? total - 1 : ack.applied;
  const params = { workspace, session };
  // Whoever answers has read it first.
  await services.context.updates(callerAs(role), params, { wait: 0 }, AbortSignal.abort());
  await services.context.give(callerAs(role), params, { ...ack, applied, total }, PLAIN_REQUEST);
}

async function newestDelivery({ context, workspace }: Seeding, session: string, role: string, version?: number) {
  const { key } = await context.sessions.find(workspace, session);
  const sent = await listDeliveries(context.database.queries, key, role);
  const newest = sent.findLast((each) => version === undefined || each.version === version);
  if (newest === undefined) throw new Error(`nothing was sent to ${role} of ${session}`);
  return newest;
}

function callerAs(role: string | null): Caller {
  return { kind: "owner", role, sessionKey: null, workspace: null, credentialId: "example", source: "api" };
}
