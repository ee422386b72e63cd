import {
  insertAck,
  insertDelivery,
  insertVersion,
  putRoleKnowledge,
  setAckDeadline,
  supersedeDeliveries,
  updateDelivery,
} from "@/lib/db/context";
import { findDocument } from "@/lib/db/history";
import { endGate, insertGate, prepareGate } from "@/lib/db/gates";
import type { Queries } from "@/lib/db/database";
import type { Effect } from "@/lib/services/commit/act";

/** The changes of rows that context versions and gates bring along. */
export type ContextEffect = Extract<
  Effect,
  {
    type:
      | "put-version"
      | "send"
      | "update-delivery"
      | "supersede"
      | "put-ack"
      | "put-acknowledged"
      | "set-ack-deadline"
      | "open-gate"
      | "prepare-gate"
      | "end-gate";
  }
>;

/** Carries out one of them, within the transaction that records its act. */
export async function applyContextEffect(queries: Queries, effect: ContextEffect, at: Date): Promise<void> {
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
        // An act that was decided before this was kept says nothing of it.
        author: effect.delivery.author ?? null,
        state: "pending",
        sentAt: at,
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
    case "put-ack":
      return insertAck(queries, { ...effect.ack, at });
    case "put-acknowledged": {
      const { confirmed, lost, wantsFull } = effect;
      const known = {
        ...(confirmed !== undefined && { confirmed }),
        ...(lost !== undefined && { lostAt: lost ? at : null }),
        ...(wantsFull !== undefined && { wantsFull }),
      };
      return putRoleKnowledge(queries, effect.sessionKey, effect.role, known, at);
    }
    case "set-ack-deadline":
      return setAckDeadline(queries, effect.key, effect.minutes);
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
