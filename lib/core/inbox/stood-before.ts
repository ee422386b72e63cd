import type { Happening } from "@/lib/core/inbox/happening";

const BEGINS = new Set(["relay.created", "gate.opened"]);

/** Whether a relay or a gate began with one of these happenings. */
export function beganIn(later: readonly Happening[], id: string): boolean {
  return later.some(({ action, payload }) => BEGINS.has(action) && (payload.relay === id || payload.gate === id));
}

/**
 * The relays that waited before any of `later` happened, from how they stand now: those that were left later are missing, and
 * those that were decided on later are there.
 */
export function waitedBefore<Relay extends { id: string; state: string }>(
  relays: readonly Relay[],
  later: readonly Happening[],
): Relay[] {
  return relays.filter(({ id, state }) => {
    const first = later.find(({ action, payload }) => payload.relay === id && action !== "relay.reworded");
    // One that was reopened first was decided on before, and its reopening tells of it.
    if (beganIn(later, id) || first?.action === "relay.reopened") return false;
    return state === "pending" || later.some(({ payload }) => payload.relay === id);
  });
}
