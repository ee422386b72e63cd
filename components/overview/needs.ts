import type { Event } from "@/lib/contracts/events";
import type { Item, Memory, Relay } from "@/lib/contracts/memory";
import type { Diagnostic } from "@/lib/contracts/primitives";
import type { Repair } from "@/lib/contracts/repairs";
import type { Session } from "@/lib/contracts/sessions";

/** One thing that waits for a person. `key` stays the same for as long as it waits. */
export type Need = { key: string; session: string } & (
  | { kind: "relay"; relay: Relay }
  | { kind: "conflict" | "question"; item: Item; role: string }
  | { kind: "repair"; repair: Repair }
  | { kind: "broken"; diagnostic: Diagnostic; more: number }
  | { kind: "long"; lines: number }
  | { kind: "outside"; events: Event[] }
);

export type NeedKind = Need["kind"];

/** What is most pressing first. */
export const NEED_KINDS: readonly NeedKind[] = ["relay", "repair", "conflict", "question", "broken", "outside", "long"];

/** What was read of a session beside its summary; absent where there is nothing to read, or it is not here yet. */
export interface SessionReadings {
  relays: Relay[] | undefined;
  open: Memory | undefined;
}

/** The warnings that mean the file is not read as its authors mean it, beside every error. */
const BROKEN = new Set(["memory_removed", "unclosed_block", "duplicate_section", "unnamed_section"]);
const TOO_LONG = "over_500_lines";

/** Everything that waits for a person in the sessions, the most pressing kind first, the oldest first within a kind. */
export function listNeeds(
  sessions: readonly Session[],
  readings: (session: string) => SessionReadings,
  outside: readonly Event[],
  repairs: readonly Repair[] = [],
): Need[] {
  const ofSessions = sessions.flatMap((session): Need[] => {
    const { relays, open } = readings(session.id);
    return [
      ...relayNeeds(session.id, relays ?? []),
      ...itemNeeds(session.id, open),
      ...fileNeeds(session),
      ...outsideNeeds(session.id, outside),
    ];
  });
  // Files of agents and knowledge are overwritten too, and belong to no session.
  const needs = [...ofSessions, ...repairs.map(repairNeed)];
  return NEED_KINDS.flatMap((kind) => needs.filter((need) => need.kind === kind));
}

function relayNeeds(session: string, relays: readonly Relay[]): Need[] {
  return relays
    .filter((relay) => relay.state === "pending")
    .map((relay) => ({ kind: "relay", key: `relay:${relay.id}`, session, relay }));
}

function itemNeeds(session: string, open: Memory | undefined): Need[] {
  return (open?.sections ?? []).flatMap(({ role, items }) =>
    items.map((item): Need => {
      const kind = item.tag === "Conflict" ? "conflict" : "question";
      return { kind, key: `item:${session}:${item.id}`, session, item, role };
    }),
  );
}

function repairNeed(repair: Repair): Need {
  return { kind: "repair", key: `repair:${repair.id}`, session: repair.session ?? "", repair };
}

function fileNeeds({ id, lines, warnings }: Session): Need[] {
  const broken = warnings.filter((each) => each.severity === "error" || BROKEN.has(each.code));
  const [first] = broken;
  return [
    ...(first
      ? [{ kind: "broken" as const, key: `broken:${id}`, session: id, diagnostic: first, more: broken.length - 1 }]
      : []),
    ...(warnings.some((each) => each.code === TOO_LONG)
      ? [{ kind: "long" as const, key: `long:${id}`, session: id, lines }]
      : []),
  ];
}

function outsideNeeds(session: string, outside: readonly Event[]): Need[] {
  const events = outside.filter((event) => event.session === session);
  return events.length === 0 ? [] : [{ kind: "outside", key: `outside:${session}`, session, events }];
}

/** Whether somebody edited a file past Wardroom: the first sight of a file is no edit. */
export function isOutsideEdit(event: Event): boolean {
  return event.payload["operation"] !== "found";
}
