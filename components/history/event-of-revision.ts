import type { Event } from "@/lib/contracts/events";
import type { Revision } from "@/lib/contracts/revisions";

/** The action that a revision's operation is told as, where it is more than an edit of the text. */
const ACTIONS: Record<string, Event["action"]> = {
  create: "session.created",
  "add role": "role.added",
  "replace role": "role.replaced",
  add: "item.added",
  resolve: "item.resolved",
  withdraw: "item.withdrawn",
  "replace item": "item.replaced",
  archive: "items.archived",
  unarchive: "items.unarchived",
  "archive section": "section.archived",
  "unarchive section": "section.unarchived",
  "configure session": "session.configured",
  "finish session": "session.finished",
  "reopen session": "session.reopened",
  prune: "memory.pruned",
  revert: "memory.reverted",
  undo: "memory.undone",
  "approve relay": "relay.approved",
  found: "document.edited_outside",
  "edited outside": "document.edited_outside",
  "removed outside": "document.removed_outside",
};

/** A revision told as the event it was, so that a timeline can show it; its number stands for the event's id. */
export function eventOfRevision(revision: Revision, session: string): Event {
  const { at, actor, actorKind, person, source, operation, roles, detail, parts } = revision;
  return {
    id: revision.revision,
    at,
    actor,
    actorKind,
    ...(person !== undefined && { person }),
    source,
    action: ACTIONS[operation] ?? "memory.edited",
    target: roles[0] ?? actor,
    session,
    payload: { roles, operation, ...detail, revision: revision.revision },
    ...(parts !== undefined && { parts }),
    previousHash: revision.parentHash,
    hash: revision.hash,
  };
}
