import type { Queries } from "@/lib/db/database";
import { momentIn } from "@/lib/db/presence";
import type { Effect } from "@/lib/services/commit/act";

type Effects = { [E in Effect as E["type"]]: E };
type Change<T extends keyof Effects> = (queries: Queries, effect: Effects[T], at: Date) => Promise<unknown>;

/** The effects that are one statement, made of what they say and the time of their act. */
const ROW_CHANGES = {
  "put-state-line": (queries, { sessionKey, role, text }, at) => {
    const where = { sessionKey_role: { sessionKey, role } };
    return queries.stateLine.upsert({ where, update: { text, at }, create: { sessionKey, role, text, at } });
  },
  "make-claim": (queries, { claim }, at) =>
    queries.claim.create({ data: { ...claim, until: new Date(claim.until), at } }),
  "give-claims": (queries, { ids, role, run }) =>
    queries.claim.updateMany({ where: { id: { in: ids } }, data: { role, run } }),
  "end-claim": (queries, { id }, at) => queries.claim.update({ where: { id }, data: { endedAt: at } }),
  "send-nudge": async (queries, { nudge }, at) =>
    queries.nudge.create({ data: { ...nudge, at: await momentIn(queries, { ...nudge, run: null }, at) } }),
  "put-question": (queries, { question: { sessionKey, id, due, askedAt, seenAt, answeredAt, ...words } }) => {
    const times = { due: dateOf(due), seenAt: dateOf(seenAt), answeredAt: dateOf(answeredAt) };
    const update = { ...words, ...times, askedAt: new Date(askedAt) };
    const where = { sessionKey_id: { sessionKey, id } };
    return queries.question.upsert({ where, update, create: { sessionKey, id, ...update } });
  },
  "see-questions": (queries, { sessionKey, ids }, at) =>
    queries.question.updateMany({ where: { sessionKey, id: { in: ids }, seenAt: null }, data: { seenAt: at } }),
  "confirm-item": (queries, { sessionKey, id, role }, at) => {
    const where = { sessionKey_id_role: { sessionKey, id, role } };
    return queries.confirmation.upsert({ where, update: {}, create: { sessionKey, id, role, at } });
  },
  "put-pair": (queries, { pair: { id, ...pair } }, at) => {
    const row = { ...pair, at, settledAt: pair.settledBy === null ? null : at };
    return queries.pair.upsert({ where: { id }, update: row, create: { id, ...row } });
  },
  "settle-pair": (queries, { id, holds, by }, at) =>
    queries.pair.update({ where: { id }, data: { holds, settledBy: by, settledAt: by === null ? null : at } }),
  "put-person": (queries, { person }, at) => {
    const { id, name, role } = person;
    return queries.person.upsert({ where: { id }, update: { name, role }, create: { ...person, createdAt: at } });
  },
  "add-comment": (queries, { comment }, at) => queries.comment.create({ data: { ...comment, at } }),
  "delete-comment": (queries, { id }) => queries.comment.deleteMany({ where: { id } }),
  assign: (queries, { assignment: { workspaceId, about, ...rest } }, at) => {
    const where = { workspaceId_about: { workspaceId, about } };
    return queries.assignment.upsert({ where, update: { ...rest, at }, create: { workspaceId, about, ...rest, at } });
  },
  unassign: (queries, { workspace, about }) =>
    queries.assignment.deleteMany({ where: { workspaceId: workspace, about } }),
  "pin-session": (queries, { person, sessionKey, pinned }, at) => {
    const pin = { person, sessionKey };
    if (!pinned) return queries.sessionPin.deleteMany({ where: pin });
    return queries.sessionPin.upsert({ where: { person_sessionKey: pin }, update: {}, create: { ...pin, at } });
  },
  "use-link": (queries, { id }, at) => queries.credential.update({ where: { id }, data: { linkUsedAt: at } }),
  "note-sign-in": (queries, { account: { id, issuer, label } }, at) =>
    queries.credential.update({ where: { id }, data: { issuer, label, lastUsedAt: at } }),
  "insert-relay": (queries, { relay, createdAt }) =>
    queries.relay.create({ data: { ...relay, createdAt: new Date(createdAt) } }),
  "reword-relay": (queries, { id, text }) => queries.relay.update({ where: { id }, data: { text } }),
  "decide-relay": (queries, { id, decision }, at) =>
    queries.relay.update({ where: { id }, data: { ...decision, decidedAt: at } }),
  // It waits again, in the words that it was left in.
  "reopen-relay": (queries, { id, text }) => {
    const undecided = { state: "pending", decidedAt: null, decidedBy: null, reason: null, itemId: null };
    return queries.relay.update({ where: { id }, data: { ...undecided, text } });
  },
  "update-delivery": (queries, { id, change: { state, fetchedAt, pingedAt } }) => {
    const data = {
      ...(state !== undefined && { state }),
      ...(fetchedAt !== undefined && { fetchedAt: new Date(fetchedAt) }),
      ...(pingedAt !== undefined && { pingedAt: dateOf(pingedAt) }),
    };
    return queries.delivery.update({ where: { id }, data });
  },
  // All that waits for a role: it was replaced, or starts anew.
  supersede: (queries, { sessionKey, role }) => {
    const where = { sessionKey, role, state: { in: ["pending", "answered"] } };
    return queries.delivery.updateMany({ where, data: { state: "superseded" } });
  },
  // What waits for whoever comes next in a seat is now that run's.
  "take-deliveries": (queries, { sessionKey, role, run }) =>
    queries.delivery.updateMany({ where: { sessionKey, role, run: null, state: "pending" }, data: { run } }),
  "put-ack": async (queries, { ack }, at) => {
    const run = ack.run ?? null;
    return queries.acknowledgement.create({
      data: { ...ack, run, at: await momentIn(queries, { ...ack, run }, at) },
    });
  },
  "put-acknowledged": () => Promise.resolve(),
  "set-ack-deadline": (queries, { key, minutes }) =>
    queries.session.update({ where: { key }, data: { ackDeadline: minutes } }),
  "configure-session": (queries, { key, set }) => queries.session.update({ where: { key }, data: set }),
  "open-gate": (queries, { gate }, at) => queries.gate.create({ data: { ...gate, state: "open", openedAt: at } }),
  "prepare-gate": (queries, { id, record }) =>
    queries.gate.updateMany({ where: { id, state: "open" }, data: { record } }),
  "end-gate": (queries, { id, type: _, ...end }, at) =>
    queries.gate.update({ where: { id }, data: { ...end, endedAt: at } }),
  "put-team-session": (queries, { row: { workspaceId, team, id, ...row } }) => {
    const update = { ...row, startedAt: new Date(row.startedAt), endedAt: dateOf(row.endedAt) };
    const where = { workspaceId_team_id: { workspaceId, team, id } };
    return queries.teamSession.upsert({ where, update, create: { workspaceId, team, id, ...update } });
  },
  "start-agent-session": (queries, { session }, at) => {
    const create = { ...session, startedAt: at };
    return queries.agentSession.upsert({ where: { id: session.id }, create, update: {} });
  },
  "close-agent-session": (queries, { id, closed }, at) =>
    queries.agentSession.update({ where: { id }, data: { ...closed, closedAt: at } }),
  "decide-fault": (queries, { decision: { workspaceId, id, ...decided } }, at) => {
    const where = { workspaceId_id: { workspaceId, id } };
    const update = { ...decided, at };
    return queries.faultDecision.upsert({ where, create: { workspaceId, id, ...update }, update });
  },
  "forget-fault": (queries, { workspaceId, id }) => queries.faultDecision.deleteMany({ where: { workspaceId, id } }),
  "drop-webhook": (queries, { workspace }) => queries.webhook.deleteMany({ where: { workspaceId: workspace } }),
  // Not where it goes elsewhere by now.
  "note-webhook": (queries, { workspace, url, note }) =>
    queries.webhook.updateMany({ where: { workspaceId: workspace, url }, data: note }),
  "set-overwrites": (queries, { workspace, mode }) =>
    queries.workspace.update({ where: { name: workspace }, data: { overwrites: mode } }),
} satisfies { [T in keyof Effects]?: Change<T> };

type OneStatement = keyof typeof ROW_CHANGES;

const BY_TYPE: { [T in OneStatement]: Change<T> } = ROW_CHANGES;

export function isRowChange(effect: Effect): effect is Effects[OneStatement] {
  return Object.hasOwn(ROW_CHANGES, effect.type);
}

/** Carries out one of them, within the transaction that records its act. */
export async function changeRow<T extends OneStatement>(
  type: T,
  queries: Queries,
  effect: Effects[T],
  at: Date,
): Promise<void> {
  await BY_TYPE[type](queries, effect, at);
}

export function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}
