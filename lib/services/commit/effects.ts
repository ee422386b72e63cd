import { putAnnouncement } from "@/lib/db/announcements";
import { insertCredential, markLinkUsed, noteSignIn, revokeCredentials, touchCredentials } from "@/lib/db/credentials";
import { dropFaultDecision, putFaultDecision } from "@/lib/db/faults";
import { findDocument, markSynced, moveDocuments } from "@/lib/db/history";
import { deleteJournal } from "@/lib/db/journal";
import { putNeedMarks } from "@/lib/db/need-marks";
import type { Queries } from "@/lib/db/database";
import { endPerson, putPerson } from "@/lib/db/people";
import { endClaim, giveClaims, insertClaim, insertNudge, putStateLine, readNudges } from "@/lib/db/presence";
import { putConfirmation } from "@/lib/db/confirmations";
import { putQuestion, seeQuestions } from "@/lib/db/questions";
import { forgetRuns, momentIn, putRun } from "@/lib/db/runs";
import { readerOfRun } from "@/lib/core/context/run";
import { forgetReading, putReading, takeBackReading } from "@/lib/db/readings";
import { dropPin, putPin } from "@/lib/db/pins";
import { deleteComment, dropAssignment, insertComment, putAssignment } from "@/lib/db/remarks";
import { putRecorded } from "@/lib/db/recorded";
import { decideRelay, insertRelay, reopenRelay, rewordRelay } from "@/lib/db/relays";
import { insertRepair, setOverwritesMode, updateRepair } from "@/lib/db/repairs";
import { rewriteEvent, rewriteRevision, rewriteRow } from "@/lib/db/redactions";
import { dropReplica, putReplica } from "@/lib/db/replicas";
import { attributeRevision } from "@/lib/db/revisions";
import {
  configureSession,
  createSession,
  findSession,
  putReceipt,
  putRole,
  putRoleKnowledge,
  setTrash,
  trashWithoutFolder,
} from "@/lib/db/sessions";
import { closeAgentSession, startAgentSession } from "@/lib/db/agent-sessions";
import { putTeamSession } from "@/lib/db/team-sessions";
import type { Effect } from "@/lib/services/commit/act";
import { dropWebhook, noteWebhook, putWebhook } from "@/lib/db/webhooks";
import {
  insertAck,
  insertDelivery,
  insertVersion,
  takeDeliveries,
  supersedeDeliveries,
  updateDelivery,
} from "@/lib/db/context";
import { endGate, insertGate, prepareGate } from "@/lib/db/gates";

/** Carries out one change of rows, within the transaction that records its act. */
export async function applyEffect(queries: Queries, effect: Effect, at: Date): Promise<void> {
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
    case "put-state-line": {
      const { type: _, ...line } = effect;
      return putStateLine(queries, { ...line, at });
    }
    case "make-claim":
      return insertClaim(queries, { ...effect.claim, until: new Date(effect.claim.until), at });
    case "give-claims":
      return giveClaims(queries, effect);
    case "end-claim":
      return endClaim(queries, effect.id, at);
    case "send-nudge":
      return insertNudge(queries, { ...effect.nudge, at: await momentIn(queries, { ...effect.nudge, run: null }, at) });
    case "read-nudges":
      return readNudges(queries, effect.ids, effect.run ?? null, at);
    case "put-question": {
      const { due, askedAt, seenAt, answeredAt, ...row } = effect.question;
      const times = { due: dateOf(due), seenAt: dateOf(seenAt), answeredAt: dateOf(answeredAt) };
      return putQuestion(queries, { ...row, ...times, askedAt: new Date(askedAt) });
    }
    case "confirm-item": {
      const { type: _, ...confirmation } = effect;
      return putConfirmation(queries, { ...confirmation, at });
    }
    case "see-questions":
      return seeQuestions(queries, effect.sessionKey, effect.ids, at);
    case "mint-token": {
      const expiresAt = effect.credential.expiresAt === null ? null : new Date(effect.credential.expiresAt);
      return insertCredential(queries, { ...effect.credential, createdAt: at, expiresAt });
    }
    case "revoke-token":
      return revokeCredentials(queries, { id: effect.id }, at);
    case "put-person":
      return putPerson(queries, { ...effect.person, createdAt: at, endedAt: null });
    case "end-person":
      await endPerson(queries, effect.id, at);
      return revokeCredentials(queries, { personId: effect.id }, at);
    case "add-comment":
      return insertComment(queries, { ...effect.comment, at });
    case "delete-comment":
      return deleteComment(queries, effect.id);
    case "assign":
      return putAssignment(queries, { ...effect.assignment, at });
    case "unassign":
      return dropAssignment(queries, effect.workspace, effect.about);
    case "pin-session": {
      const { person, sessionKey } = effect;
      return effect.pinned ? putPin(queries, { person, sessionKey, at }) : dropPin(queries, person, sessionKey);
    }
    case "use-link":
      return markLinkUsed(queries, effect.id, at);
    case "note-sign-in":
      return noteSignIn(queries, effect.account, at);
    case "revoke-role":
      return revokeCredentials(queries, { sessionKey: effect.sessionKey, role: effect.role }, at);
    case "touch-credentials":
      return touchCredentials(queries, new Map(effect.uses.map((use) => [use.id, new Date(use.at)])));
    case "announce-call":
      return putAnnouncement(queries, { ...effect.call, expiresAt: new Date(effect.call.expiresAt) }, at);
    case "insert-relay":
      return insertRelay(queries, { ...effect.relay, createdAt: new Date(effect.createdAt) });
    case "put-version":
    case "send":
    case "update-delivery":
    case "supersede":
    case "put-ack":
    case "put-acknowledged":
    case "put-run":
    case "take-deliveries":
    case "set-ack-deadline":
    case "configure-session":
    case "open-gate":
    case "prepare-gate":
    case "end-gate":
      return applyContextEffect(queries, effect, at);
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
    case "decide-fault":
      return putFaultDecision(queries, { ...effect.decision, at });
    case "forget-fault":
      return dropFaultDecision(queries, effect.workspaceId, effect.id);
    case "put-webhook": {
      const { type: _, workspace: workspaceId, ...set } = effect;
      return putWebhook(queries, { workspaceId, ...set });
    }
    case "put-recorded":
      return putRecorded(queries, effect.workspace, effect.mark);
    case "drop-webhook":
      return dropWebhook(queries, effect.workspace);
    case "note-webhook":
      return noteWebhook(queries, { workspaceId: effect.workspace, url: effect.url }, effect.note);
    case "put-replica":
      return putReplica(queries, {
        ...effect.replica,
        pushedAt: dateOf(effect.replica.pushedAt),
        seenAt: at,
        since: at,
      });
    case "drop-replica":
      return dropReplica(queries, effect.workspace, effect.replica);
    case "set-overwrites":
      return setOverwritesMode(queries, effect.workspace, effect.mode);
    case "attribute-revision":
      return attributeRevision(queries, effect.documentId, effect.sequence, effect.to);
    case "start-agent-session":
      return startAgentSession(queries, effect.session, at);
    case "close-agent-session":
      return closeAgentSession(queries, effect.id, effect.closed, at);
    case "put-team-session": {
      const { startedAt, endedAt, ...row } = effect.row;
      const ended = endedAt === null ? null : new Date(endedAt);
      return putTeamSession(queries, { ...row, startedAt: new Date(startedAt), endedAt: ended });
    }
    case "mark-synced":
      return markSynced(queries, effect.documents);
    case "discard-journal":
      return deleteJournal(queries, effect.id);
    case "redact":
      for (const row of effect.rows) await rewriteRow(queries, row);
      for (const event of effect.events) await rewriteEvent(queries, event);
      for (const revision of effect.revisions) await rewriteRevision(queries, revision);
      return;
    case "reword-relay":
      return rewordRelay(queries, effect.id, effect.text);
    case "reopen-relay":
      return reopenRelay(queries, effect.id, effect.text);
    case "decide-relay":
      return decideRelay(queries, effect.id, effect.decision, at);
  }
}

function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}

/** The changes of rows that context versions and gates bring along. */
type ContextEffect = Extract<
  Effect,
  {
    type:
      | "put-version"
      | "send"
      | "update-delivery"
      | "supersede"
      | "put-ack"
      | "put-acknowledged"
      | "put-run"
      | "take-deliveries"
      | "set-ack-deadline"
      | "configure-session"
      | "open-gate"
      | "prepare-gate"
      | "end-gate";
  }
>;

/** Carries out one of them, within the transaction that records its act. */
async function applyContextEffect(queries: Queries, effect: ContextEffect, at: Date): Promise<void> {
  switch (effect.type) {
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
    case "update-delivery": {
      const { state, fetchedAt, pingedAt } = effect.change;
      return updateDelivery(queries, effect.id, {
        ...(state !== undefined && { state }),
        ...(fetchedAt !== undefined && { fetchedAt: new Date(fetchedAt) }),
        ...(pingedAt !== undefined && { pingedAt: pingedAt === null ? null : new Date(pingedAt) }),
      });
    }
    case "supersede":
      return supersedeDeliveries(queries, effect.sessionKey, effect.role);
    case "put-ack": {
      const run = effect.ack.run ?? null;
      return insertAck(queries, { ...effect.ack, run, at: await momentIn(queries, { ...effect.ack, run }, at) });
    }
    case "put-acknowledged": {
      const { sessionKey, role, confirmed, lost, wantsFull } = effect;
      const known = {
        ...(confirmed !== undefined && { confirmed }),
        ...(lost !== undefined && { lostAt: lost ? at : null }),
        ...(wantsFull !== undefined && { wantsFull }),
      };
      return putRoleKnowledge(queries, sessionKey, role, known, at);
    }
    case "put-run": {
      const { sessionKey, role, run: id, change } = effect;
      const { ended, lost, silent, ...known } = change;
      const reader = readerOfRun(id, role);
      if (lost === true) await forgetReading(queries, sessionKey, reader);
      const row = { sessionKey, reader, role, id };
      const changed = {
        ...known,
        ...(silent === undefined && { sign: at }),
        ...(ended !== undefined && { ended: ended ? at : null }),
        ...(lost !== undefined && { lostAt: lost ? at : null }),
        ...(known.handed !== undefined && { handedAt: known.handed === null ? null : at }),
      };
      return putRun(queries, row, changed, at);
    }
    case "take-deliveries":
      return takeDeliveries(queries, effect);
    case "set-ack-deadline":
      return configureSession(queries, effect.key, { ackDeadline: effect.minutes });
    case "configure-session":
      return configureSession(queries, effect.key, effect.set);
    case "open-gate":
      return insertGate(queries, { ...effect.gate, openedAt: at });
    case "prepare-gate":
      return prepareGate(queries, effect.id, effect.record);
    case "end-gate": {
      const { id, type: _type, ...end } = effect;
      return endGate(queries, id, { ...end, endedAt: at });
    }
  }
}
