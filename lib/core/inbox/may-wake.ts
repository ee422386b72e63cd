import { isWeighty } from "@/lib/core/inbox/entry";
import { editedRevision } from "@/lib/core/inbox/item-news";
import { namesReader } from "@/lib/core/inbox/names-reader";
import type { Happening, Reader } from "@/lib/core/inbox/happening";

/**
 * Whether an event may bring something that a waiting reader is told at once. Errs towards yes: whoever is woken looks, and
 * goes on waiting where it was nothing. Source: inbox, rule 3.
 */
export function mayWake(happening: Happening, reader: Reader, memoryPath: string): boolean {
  const { action, actor, target, payload } = happening;
  if (reader.isOwn && actor === reader.role) return false;
  switch (action) {
    case "item.added":
      return isWeighty(tagOf(payload)) || names(payload, reader);
    case "relay.created":
    case "relay.reworded":
    case "relay.reopened":
      return reader.isLead || target === reader.role || isWeighty(tagOf(payload)) || names(payload, reader);
    case "item.withdrawn":
      // What is no longer open may make a gate ready.
      return reader.isLead || target === reader.role;
    case "role.replaced":
      // Nobody waits for a role that is gone.
      return payload.role === reader.role || target === reader.role;
    case "item.resolved":
    case "relay.rejected":
      return target === reader.role;
    case "relay.approved":
      return payload.from === reader.role || isWeighty(tagOf(payload)) || names(payload, reader);
    case "item.confirmed":
    case "items.archived":
    case "section.archived":
    case "role.added":
    case "state.set":
    case "claim.made":
    case "claim.ended":
      return false;
    case "memory.attributed":
      return reader.isLead && Array.isArray(payload.foreign);
    case "context.acknowledged":
    case "context.lost":
    case "result.reported":
      return reader.isLead;
    case "question.asked":
    case "question.answered":
      return target === reader.role;
    case "context.published":
    case "gate.opened":
    case "gate.concluded":
    case "gate.abandoned":
    case "document.removed_outside":
      return true;
    default:
      return target === reader.role || editedRevision(happening, memoryPath) !== null;
  }
}

function tagOf({ tag }: Record<string, unknown>): string | null {
  return typeof tag === "string" ? tag : null;
}

/** Whether the words of an item name the reader: kept with the event, whose own words are cut. A relay's are whole. */
function names({ names, text, relay }: Record<string, unknown>, { role }: Reader): boolean {
  if (Array.isArray(names)) return names.includes(role);
  return relay !== undefined && typeof text === "string" && namesReader(text, role);
}
