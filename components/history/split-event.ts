import type { Event } from "@/lib/contracts/events";
import { DISK } from "@/lib/core/history/outside-parts";

/**
 * What an event says happened, each by whom: for an edit found in a file one for each section that it changed, by the role
 * that announced it; for every other event itself.
 */
export function splitEvent(event: Event): [Event, ...Event[]] {
  const [first, ...others] = event.parts ?? [];
  if (first === undefined) return [event];
  const isOne = others.length === 0;
  const partOf = ({ section, by }: typeof first): Event => ({
    ...event,
    actor: by,
    actorKind: by === DISK ? "disk" : "agent",
    // Of which section the items were that are gone, the event does not say.
    payload: { ...event.payload, roles: [section], lost: isOne ? event.payload["lost"] : 0 },
  });
  return [partOf(first), ...others.map(partOf)];
}

/** How many items an edit of several sections left out: none of its parts says it. */
export function lostBySeveral({ parts, payload }: Event): number {
  const { lost } = payload;
  return parts !== undefined && parts.length > 1 && typeof lost === "number" ? lost : 0;
}
