import { revokeCredentials } from "@/lib/db/credentials";
import { findDocument, markSynced, moveDocuments } from "@/lib/db/history";
import { deleteJournal } from "@/lib/db/journal";
import type { Queries } from "@/lib/db/database";
import { forgetRuns, momentIn, putRun } from "@/lib/db/presence";
import { readerOfRun } from "@/lib/core/context/run";
import { findReading, forgetReading, putReading } from "@/lib/db/readings";
import { putRecorded } from "@/lib/db/recorded";
import { pageOf } from "@/lib/core/search/page";
import { changePages, forgetPages } from "@/lib/db/lines";
import { rewriteRevision, rewriteRow } from "@/lib/db/redactions";
import { insertRepair, updateRepair } from "@/lib/db/repairs";
import { dropReplica, putReplica } from "@/lib/db/replicas";
import { createSession, findSession, putReceipt, putRole, setTrash, trashWithoutFolder } from "@/lib/db/sessions";
import type { Effect } from "@/lib/services/commit/act";

/** Carries out one change of rows, within the transaction that records its act. */
export async function applyEffect(queries: Queries, effect: Effect, at: Date): Promise<void> {
  const change = CHANGES[effect.type] as (queries: Queries, effect: Effect, at: Date) => Promise<unknown>;
  await change(queries, effect, at);
}

type Effects = { [E in Effect as E["type"]]: E };

/** What each effect does, made of what it says and the time of its act. */
const CHANGES: { [T in keyof Effects]: (queries: Queries, effect: Effects[T], at: Date) => Promise<unknown> } = {
  "create-session": async (queries, { workspace, id, roles }, at) => {
    const known = await findSession(queries, workspace, id);
    const { key } = known ?? (await createSession(queries, workspace, id));
    for (const role of roles) await putRole(queries, key, role.id, role.type, at);
  },
  "trash-session": async (queries, { key, workspace, folder, trash }, at) => {
    await setTrash(queries, key, trash, at);
    await revokeCredentials(queries, { sessionKey: key }, at);
    await forgetPages(queries, workspace, folder);
    await moveDocuments(queries, workspace, folder, `trash/${trash}`);
  },
  "restore-session": async (queries, { key, workspace, folder, trash }, at) => {
    await setTrash(queries, key, "", at);
    // A file that stood in the folder's place meanwhile has a history of its own, under the path that is now needed.
    await moveDocuments(queries, workspace, folder, `trash/${trashWithoutFolder(trash)}`);
    await moveDocuments(queries, workspace, `trash/${trash}`, folder);
  },
  "put-role": async (queries, { sessionKey, role, roleType }, at) => {
    await forgetRuns(queries, sessionKey, role);
    await putRole(queries, sessionKey, role, roleType, at);
  },
  "put-receipt": (queries, { sessionKey, role, revision }, at) => putReceipt(queries, sessionKey, role, revision, at),
  "put-reading": (queries, { type: _, updates, lookedAt, ...reading }, at) => {
    const looked = lookedAt === undefined ? at : new Date(lookedAt);
    return putReading(queries, { ...reading, updates: JSON.stringify(updates), at: looked });
  },
  // Back to where it stood before the reader's last answer, if that is the one it stands at.
  "take-back-reading": async (queries, { sessionKey, reader, mark }) => {
    const known = await findReading(queries, sessionKey, reader);
    if (known?.mark !== mark) return null;
    if (known.before === null) return forgetReading(queries, sessionKey, reader);
    const where = { sessionKey_reader: { sessionKey, reader } };
    return queries.reading.update({ where, data: { mark: known.before, before: null, updates: "[]" } });
  },
  // Notes take the place of earlier ones about the same things.
  "mark-needs": async ({ needMark }, { workspace: workspaceId, person, marks, settled }, at) => {
    const keys = [...marks.map(({ key }) => key), ...settled];
    await needMark.deleteMany({ where: { workspaceId, person, key: { in: keys } } });
    const data = marks.map(({ readAt, snoozedUntil, ...mark }) => {
      return { ...mark, workspaceId, person, readAt: dateOf(readAt), snoozedUntil: dateOf(snoozedUntil), at };
    });
    await needMark.createMany({ data });
  },
  // Nudges were read, or other things told: for their sender when first, and by which run, where it was one.
  "read-nudges": async ({ nudge, told }, { ids, run }, at) => {
    await nudge.updateMany({ where: { id: { in: ids }, readAt: null }, data: { readAt: at } });
    for (const thing of run === undefined ? [] : ids) {
      const row = { ...(run as NonNullable<typeof run>), thing };
      await told.upsert({ where: { sessionKey_reader_thing: row }, update: {}, create: { ...row, at } });
    }
  },
  "mint-token": async (queries, { credential: { expiresAt, ...credential } }, at) => {
    const { kind, secretHash } = credential;
    // An account that was taken from somebody may be given to somebody.
    if (kind === "identity" && typeof secretHash === "string")
      await queries.credential.updateMany({
        where: { secretHash, revokedAt: { not: null } },
        data: { secretHash: null },
      });
    await queries.credential.create({ data: { ...credential, createdAt: at, expiresAt: dateOf(expiresAt) } });
  },
  "revoke-token": (queries, { id }, at) => revokeCredentials(queries, { id }, at),
  // They are kept for the history alone.
  "end-person": async (queries, { id }, at) => {
    await queries.person.updateMany({ where: { id, endedAt: null }, data: { endedAt: at } });
    await revokeCredentials(queries, { personId: id }, at);
  },
  "revoke-role": (queries, { sessionKey, role }, at) => revokeCredentials(queries, { sessionKey, role }, at),
  "touch-credentials": async (queries, { uses }) => {
    for (const { id, at } of uses)
      await queries.credential.updateMany({ where: { id }, data: { lastUsedAt: new Date(at) } });
  },
  // In place of one of the same call; those that are over are forgotten.
  "announce-call": async ({ announcement }, { call }, at) => {
    const row = { ...call, expiresAt: new Date(call.expiresAt) };
    await announcement.deleteMany({ where: { expiresAt: { lte: at } } });
    await announcement.upsert({ where: { toolUseId: row.toolUseId }, update: row, create: row });
  },
  "put-version": async (queries, { workspace, path, version }) => {
    // Not by id: the document may have been begun by this very act.
    const document = await findDocument(queries, workspace, path);
    if (document === null) throw new Error(`${path} has no record`);
    const data = { ...version, documentId: document.id, at: new Date(version.at) };
    return queries.contextVersion.create({ data });
  },
  /*
   * It supersedes what was pending for the same run and what no run had taken yet or, when it is for no run, everything pending for
   * the role. Guidance is never superseded. An act that was decided before these were kept says nothing of author and run.
   */
  send: async (queries, { delivery }, at) => {
    const { sessionKey, role, kind } = delivery;
    const [author, run] = [delivery.author ?? null, delivery.run ?? null];
    const before = { sessionKey, role, ...(run !== null && { OR: [{ run }, { run: null }] }) };
    if (kind !== "guidance")
      await queries.delivery.updateMany({
        where: { ...before, state: { in: ["pending", "answered"] }, kind: { not: "guidance" } },
        data: { state: "superseded" },
      });
    const sentAt = await momentIn(queries, { sessionKey, role, run }, at);
    await queries.delivery.create({ data: { ...delivery, author, run, state: "pending", sentAt } });
  },
  "put-run": async (queries, { sessionKey, role, run: id, change }, at) => {
    const { ended, lost, dismissed, silent, ...known } = change;
    const reader = readerOfRun(id, role);
    if (lost === true) await forgetReading(queries, sessionKey, reader);
    const changed = {
      ...known,
      ...(silent === undefined && { sign: at }),
      ...(ended !== undefined && { ended: ended ? at : null }),
      ...(lost !== undefined && { lostAt: lost ? at : null }),
      ...(dismissed !== undefined && { dismissed: dismissed ? at : null }),
      ...(known.handed !== undefined && { handedAt: known.handed === null ? null : at }),
    };
    await putRun(queries, { sessionKey, reader, role, id }, changed, at);
  },
  "put-repair": async (queries, { workspace, path, repair }, at) => {
    const document = await findDocument(queries, workspace, path);
    if (document !== null) await insertRepair(queries, { ...repair, documentId: document.id, foundAt: at });
  },
  "decide-repair": (queries, { id, state, repaired, by }, at) => {
    const data = { state, ...(repaired !== undefined && { repaired }), decidedBy: by, decidedAt: at };
    return updateRepair(queries, id, data);
  },
  /*
   * How its last message went is forgotten where it goes elsewhere now, and what it was told of where it is to be told of other kinds
   * as well.
   */
  "put-webhook": async ({ webhook }, { type: _, workspace: workspaceId, ...set }) => {
    const before = await webhook.findUnique({ where: { workspaceId } });
    const goesElsewhere = before?.url !== set.url;
    const forgotten = {
      ...(goesElsewhere && { lastAt: null, lastOk: null, lastSaid: null }),
      ...((goesElsewhere || before.kinds !== set.kinds) && { told: null, claimedAt: null }),
    };
    const create = { workspaceId, ...set };
    return webhook.upsert({ where: { workspaceId }, create, update: { ...set, ...forgotten } });
  },
  "put-recorded": (queries, { workspace, mark }) => putRecorded(queries, workspace, mark),
  "put-replica": (queries, { replica }, at) =>
    putReplica(queries, { ...replica, pushedAt: dateOf(replica.pushedAt), seenAt: at, since: at }),
  "drop-replica": (queries, { workspace, replica }) => dropReplica(queries, workspace, replica),
  "attribute-revision": (queries, { documentId, sequence, to: { detail, ...to } }) =>
    queries.revision.update({
      where: { documentId_sequence: { documentId, sequence } },
      data: { ...("role" in to && { actor: to.role, actorKind: "agent" }), ...(detail !== undefined && { detail }) },
    }),
  "mark-synced": (queries, { documents }) => markSynced(queries, documents),
  "discard-journal": (queries, { id }) => deleteJournal(queries, id),
  redact: async (queries, { rows, events, revisions }) => {
    for (const row of rows) await rewriteRow(queries, row);
    for (const { id, payload, target } of events)
      await queries.event.update({ where: { id }, data: { payload, target } });
    for (const revision of revisions) await rewriteRevision(queries, revision);
    for (const id of new Set(revisions.map(({ documentId }) => documentId))) {
      const document = await queries.document.findUnique({ where: { id } });
      if (document === null) continue;
      const { workspaceId, path } = document;
      await forgetPages(queries, workspaceId, path);
      // Whoever has read earlier versions to bring them into the index has to read them again.
      const page = pageOf(path);
      if (page?.kind !== "context") continue;
      const versions = { workspaceId, path: `${path}@`, ...page };
      await changePages(queries, [{ page: versions, gone: [], come: [], holds: "" }]);
    }
  },
  "index-page": (queries, { change }) => changePages(queries, [change]),
  "forget-page": (queries, { workspace, path }) => forgetPages(queries, workspace, path),
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
};

function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}
