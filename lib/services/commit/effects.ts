import { putAnnouncement } from "@/lib/db/announcements";
import { insertCredential, revokeCredentials, touchCredentials } from "@/lib/db/credentials";
import { findDocument, markSynced, moveDocuments } from "@/lib/db/history";
import { deleteJournal } from "@/lib/db/journal";
import { putNeedMarks } from "@/lib/db/need-marks";
import type { Queries } from "@/lib/db/database";
import { endPerson } from "@/lib/db/people";
import { forgetRuns, momentIn, putRun, readNudges } from "@/lib/db/presence";
import { readerOfRun } from "@/lib/core/context/run";
import { forgetReading, putReading, takeBackReading } from "@/lib/db/readings";
import { putRecorded } from "@/lib/db/recorded";
import { insertRepair, updateRepair } from "@/lib/db/repairs";
import { pageOf } from "@/lib/core/search/page";
import { changePage, forgetPages } from "@/lib/db/lines";
import { rewriteEvent, rewriteRevision, rewriteRow } from "@/lib/db/redactions";
import { dropReplica, putReplica } from "@/lib/db/replicas";
import { attributeRevision } from "@/lib/db/revisions";
import { createSession, findSession, putReceipt, putRole, setTrash, trashWithoutFolder } from "@/lib/db/sessions";
import type { Effect } from "@/lib/services/commit/act";
import { putWebhook } from "@/lib/db/webhooks";
import { insertDelivery, insertVersion } from "@/lib/db/context";

/** Carries out one change of rows, within the transaction that records its act. */
export async function applyEffect(queries: Queries, effect: Effect, at: Date): Promise<void> {
  if (isRowChange(effect)) return changeRow(effect.type, queries, effect, at);
  switch (effect.type) {
    case "create-session": {
      const known = await findSession(queries, effect.workspace, effect.id);
      const { key } = known ?? (await createSession(queries, effect.workspace, effect.id));
      for (const role of effect.roles) await putRole(queries, key, role.id, role.type, at);
      return;
    }
    case "trash-session":
      await setTrash(queries, effect.key, effect.trash, at);
      await revokeCredentials(queries, { sessionKey: effect.key }, at);
      await forgetPages(queries, effect.workspace, effect.folder);
      return moveDocuments(queries, effect.workspace, effect.folder, `trash/${effect.trash}`);
    case "restore-session":
      await setTrash(queries, effect.key, "", at);
      // A file that stood in the folder's place meanwhile has a history of its own, under the path that is now needed.
      await moveDocuments(queries, effect.workspace, effect.folder, `trash/${trashWithoutFolder(effect.trash)}`);
      return moveDocuments(queries, effect.workspace, `trash/${effect.trash}`, effect.folder);
    case "put-role":
      await forgetRuns(queries, effect.sessionKey, effect.role);
      return putRole(queries, effect.sessionKey, effect.role, effect.roleType, at);
    case "put-receipt":
      return putReceipt(queries, effect.sessionKey, effect.role, effect.revision, at);
    case "put-reading": {
      const { type: _, updates, lookedAt, ...reading } = effect;
      const looked = lookedAt === undefined ? at : new Date(lookedAt);
      return putReading(queries, { ...reading, updates: JSON.stringify(updates), at: looked });
    }
    case "take-back-reading":
      return takeBackReading(queries, effect);
    case "mark-needs": {
      const marks = effect.marks.map(({ readAt, snoozedUntil, ...mark }) => ({
        ...mark,
        readAt: dateOf(readAt),
        snoozedUntil: dateOf(snoozedUntil),
        at,
      }));
      const whose = { workspaceId: effect.workspace, person: effect.person };
      return putNeedMarks(queries, whose, { marks, settled: effect.settled });
    }
    case "read-nudges":
      return readNudges(queries, effect.ids, effect.run ?? null, at);
    case "mint-token": {
      const expiresAt = effect.credential.expiresAt === null ? null : new Date(effect.credential.expiresAt);
      return insertCredential(queries, { ...effect.credential, createdAt: at, expiresAt });
    }
    case "revoke-token":
      return revokeCredentials(queries, { id: effect.id }, at);
    case "end-person":
      await endPerson(queries, effect.id, at);
      return revokeCredentials(queries, { personId: effect.id }, at);
    case "revoke-role":
      return revokeCredentials(queries, { sessionKey: effect.sessionKey, role: effect.role }, at);
    case "touch-credentials":
      return touchCredentials(queries, new Map(effect.uses.map((use) => [use.id, new Date(use.at)])));
    case "announce-call":
      return putAnnouncement(queries, { ...effect.call, expiresAt: new Date(effect.call.expiresAt) }, at);
    case "put-version": {
      // Not by id: the document may have been begun by this very act.
      const document = await findDocument(queries, effect.workspace, effect.path);
      if (document === null) throw new Error(`${effect.path} has no record`);
      return insertVersion(queries, { ...effect.version, documentId: document.id, at: new Date(effect.version.at) });
    }
    case "send":
      return insertDelivery(queries, {
        ...effect.delivery,
        // An act that was decided before these were kept says nothing of them.
        author: effect.delivery.author ?? null,
        run: effect.delivery.run ?? null,
        state: "pending",
        sentAt: await momentIn(queries, { ...effect.delivery, run: effect.delivery.run ?? null }, at),
        fetchedAt: null,
        pingedAt: null,
      });
    case "put-run": {
      const { sessionKey, role, run: id, change } = effect;
      const { ended, lost, dismissed, silent, ...known } = change;
      const reader = readerOfRun(id, role);
      if (lost === true) await forgetReading(queries, sessionKey, reader);
      const row = { sessionKey, reader, role, id };
      const changed = {
        ...known,
        ...(silent === undefined && { sign: at }),
        ...(ended !== undefined && { ended: ended ? at : null }),
        ...(lost !== undefined && { lostAt: lost ? at : null }),
        ...(dismissed !== undefined && { dismissed: dismissed ? at : null }),
        ...(known.handed !== undefined && { handedAt: known.handed === null ? null : at }),
      };
      return putRun(queries, row, changed, at);
    }
    case "put-repair": {
      const document = await findDocument(queries, effect.workspace, effect.path);
      if (document === null) return;
      return insertRepair(queries, { ...effect.repair, documentId: document.id, foundAt: at });
    }
    case "decide-repair": {
      const repaired = effect.repaired === undefined ? {} : { repaired: effect.repaired };
      return updateRepair(queries, effect.id, {
        state: effect.state,
        ...repaired,
        decidedBy: effect.by,
        decidedAt: at,
      });
    }
    case "put-webhook": {
      const { type: _, workspace: workspaceId, ...set } = effect;
      return putWebhook(queries, { workspaceId, ...set });
    }
    case "put-recorded":
      return putRecorded(queries, effect.workspace, effect.mark);
    case "put-replica":
      return putReplica(queries, {
        ...effect.replica,
        pushedAt: dateOf(effect.replica.pushedAt),
        seenAt: at,
        since: at,
      });
    case "drop-replica":
      return dropReplica(queries, effect.workspace, effect.replica);
    case "attribute-revision":
      return attributeRevision(queries, effect.documentId, effect.sequence, effect.to);
    case "mark-synced":
      return markSynced(queries, effect.documents);
    case "discard-journal":
      return deleteJournal(queries, effect.id);
    case "redact":
      for (const row of effect.rows) await rewriteRow(queries, row);
      for (const event of effect.events) await rewriteEvent(queries, event);
      for (const revision of effect.revisions) await rewriteRevision(queries, revision);
      for (const id of new Set(effect.revisions.map(({ documentId }) => documentId))) {
        const document = await queries.document.findUnique({ where: { id } });
        if (document === null) continue;
        const { workspaceId, path } = document;
        await forgetPages(queries, workspaceId, path);
        // Whoever has read earlier versions to bring them into the index has to read them again.
        const page = pageOf(path);
        if (page?.kind === "context")
          await changePage(queries, {
            page: { workspaceId, path: `${path}@`, ...page },
            gone: [],
            come: [],
            holds: "",
          });
      }
      return;
    case "index-page":
      return changePage(queries, effect.change);
    case "forget-page":
      return forgetPages(queries, effect.workspace, effect.path);
  }
}

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

function isRowChange(effect: Effect): effect is Effects[OneStatement] {
  return Object.hasOwn(ROW_CHANGES, effect.type);
}

/** Carries out one of them, within the transaction that records its act. */
async function changeRow<T extends OneStatement>(
  type: T,
  queries: Queries,
  effect: Effects[T],
  at: Date,
): Promise<void> {
  await BY_TYPE[type](queries, effect, at);
}

function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}
