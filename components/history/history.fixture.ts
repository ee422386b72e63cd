import type { Event } from "@/lib/contracts/events";

/** Makes an event for a test: everything about it that the test does not care for is plausible. */
export function anEvent(event: Partial<Event> & { id: number }): Event {
  return {
    at: "2026-02-09T10:00:00.000Z",
    actor: "implementer-1",
    actorKind: "agent",
    source: "api",
    action: "item.added",
    target: "implementer-1",
    session: "invoice-import",
    payload: {},
    previousHash: "",
    hash: "",
    ...event,
  };
}
