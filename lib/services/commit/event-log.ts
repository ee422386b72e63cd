import type { Event } from "@/lib/contracts/events";
import { FIRST_PREVIOUS_HASH, hashEvent, type JsonValue } from "@/lib/core/history/event-chain";
import { signedBy } from "@/lib/core/history/signed-by";
import { findLastEvent, type NewEvent } from "@/lib/db/history";
import type { Queries } from "@/lib/db/database";
import { storedTime } from "@/lib/db/stored-time";
import type { PendingEvent } from "@/lib/services/commit/act";

/** What of an event its hash covers: everything but the hashes themselves. */
export function hashedPart(event: Omit<Event, "previousHash" | "hash"> & { workspace: string }): JsonValue {
  const { id, workspace, at, actor, actorKind, source, action, target, session, revisions } = event;
  const payload = event.payload as JsonValue;
  // Left out where there are none, so that the events of earlier versions keep their hash.
  return { id, workspace, at, actor, actorKind, source, action, target, session, payload, revisions };
}

/**
 * The end of every workspace's chain of events, on which the next one is hung. Must be used under the lock only, and
 * forgotten when another process has written.
 */
export class EventLog {
  #lastId: number | null = null;
  #floor = 0;
  readonly #lastHash = new Map<string, string>();

  /** Forgets what it knows of the database. */
  forget(): void {
    this.#lastId = null;
    this.#lastHash.clear();
  }

  /** Has events numbered on from here, unless the database is beyond it: numbers of events that are gone mean no others. */
  numberAfter(id: number): void {
    this.#floor = id;
  }

  /** Numbers and chains events, in order. What was chained counts as stored: call `forget` when the transaction fails. */
  async chain(
    queries: Queries,
    events: PendingEvent[],
    at: Date,
  ): Promise<{ rows: NewEvent[]; events: (Event & { workspace: string })[] }> {
    const chained: (Event & { workspace: string })[] = [];
    for (const pending of events) {
      const { lastId, lastHash } = await this.#end(queries, pending.workspace);
      const { session, ...rest } = pending;
      const person = signedBy(pending.payload);
      const event = { ...rest, ...(person && { person }), session, id: lastId + 1, at: at.toISOString() };
      const hash = hashEvent(lastHash, hashedPart(event));
      this.#lastId = event.id;
      this.#lastHash.set(pending.workspace, hash);
      chained.push({ ...event, previousHash: lastHash, hash });
    }
    const rows = chained.map(({ workspace, payload, person: _, revisions, ...event }) => ({
      ...event,
      at: storedTime(at),
      workspaceId: workspace,
      payload: JSON.stringify(payload),
      revisions: revisions === undefined ? null : JSON.stringify(revisions),
    }));
    return { rows, events: chained };
  }

  async #end(queries: Queries, workspace: string): Promise<{ lastId: number; lastHash: string }> {
    let lastHash = this.#lastHash.get(workspace);
    if (this.#lastId === null || lastHash === undefined) {
      const last = await findLastEvent(queries, workspace);
      this.#lastId ??= Math.max(last.lastId, this.#floor);
      lastHash = last.hash ?? FIRST_PREVIOUS_HASH;
    }
    return { lastId: this.#lastId, lastHash };
  }
}
