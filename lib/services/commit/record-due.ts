import { randomUUID } from "node:crypto";
import { changedRoles } from "@/lib/core/memory/changed-roles";
import { insertRepair, listDueRepairs, updateRepair } from "@/lib/db/repairs";
import { hashNext, memoryOf, stepTo, type DocumentState } from "@/lib/services/commit/document-states";
import type { EventLog } from "@/lib/services/commit/event-log";
import { recordFound, type Recording } from "@/lib/services/commit/record-found";
import { DISK, judgeDue, repairDetail } from "@/lib/services/commit/repair-text";

/**
 * Records what the repairs put back that are due for a document whose file holds a later save by now: without them, the lines that the save
 * before left out would count as deleted, and the later save be made to lack them. Answers the document as that save found it in the history.
 */
export async function recordDue(context: Recording, log: EventLog, found: DocumentState): Promise<DocumentState> {
  const { queries, now } = context;
  let state = found;
  for (const repair of await listDueRepairs(queries, found.id)) {
    const outcome = await judgeDue(queries, repair, state.text);
    const decided = { state: outcome.state, decidedBy: DISK.actor, decidedAt: now };
    if (outcome.state !== "applied") {
      await updateRepair(queries, repair.id, decided);
      continue;
    }
    const { text, asked } = outcome;
    const { patch, identity } = stepTo(state, text);
    const after: DocumentState = { ...state, head: state.head + 1, text, identity };
    after.hash = hashNext(state, after, 0);
    const detail = repairDetail(repair);
    const revision = { operation: "repair", detail, action: "document.repaired", file: "placed" } as const;
    const roles = state.kind === "memory" ? changedRoles(memoryOf(state), memoryOf(after)) : [];
    const payload = { revision: after.head, ...detail };
    await recordFound(context, log, state, { after, patch, roles, payload, ...revision });
    await updateRepair(queries, repair.id, { ...decided, repaired: after.head });
    const row = { id: randomUUID(), documentId: found.id, foundAt: now };
    if (asked !== null) await insertRepair(queries, { ...row, ...asked, saved: after.head });
    state = after;
  }
  return state;
}
