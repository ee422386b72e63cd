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
import { changeRow, dateOf, isRowChange } from "@/lib/services/commit/row-changes";
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
