import { isRecord, parseJson } from "@/lib/core/text/parse-json";
import { type Event, CoveredRevision, type Action } from "@/lib/contracts/events";
import {
  FIRST_PREVIOUS_HASH,
  hashEvent,
  type JsonValue,
  type ChainedEvent,
  canonicalJson,
} from "@/lib/core/history/event-chain";
import { signedBy } from "@/lib/core/history/signed-by";
import { findLastEvent, type NewRevision } from "@/lib/db/history";
import type { Queries } from "@/lib/db/database";
import { storedTime } from "@/lib/db/direct";
import type { PendingEvent } from "@/lib/services/commit/act";
import { z } from "zod";
import type { ActorKind, Source } from "@/lib/contracts/primitives";
import type { EventRow } from "@/lib/db/events";
import type { StoredRevision } from "@/lib/db/revisions";
import { sha256 } from "@/lib/store/read-file";

/** What of an event its hash covers: everything but the hashes themselves. */
export function hashedPart(event: Omit<Event, "previousHash" | "hash"> & { workspace: string }): JsonValue {
  const { id, workspace, at, actor, actorKind, source, action, target, session, revisions } = event;
  const payload = event.payload as JsonValue;
  // Left out where there are none, so that the events of earlier versions keep their hash.
  return { id, workspace, at, actor, actorKind, source, action, target, session, payload, revisions };
}

/**
 * The end of every workspace's chain of events, on which the next one is hung. Must be used under the lock only, and
 * doubted when another process has written.
 */
export class EventLog {
  #lastId: number | null = null;
  #floor = 0;
  readonly #lastHash = new Map<string, string>();
  /** The workspaces whose chains nobody else can have added to since they were asked for. */
  readonly #sure = new Set<string>();

  /** Forgets what it knows of the database. */
  forget(): void {
    this.doubt();
    this.#lastHash.clear();
  }

  /** Another process has written, to whichever workspace. */
  doubt(): void {
    this.#lastId = null;
    this.#sure.clear();
  }

  /** Whether a workspace's chain ends as this process knew: then nobody else has changed a document of it since. */
  async isAsKnown(queries: Queries, workspace: string): Promise<boolean> {
    const known = this.#lastHash.get(workspace);
    return known !== undefined && known === (await this.#end(queries, workspace)).lastHash;
  }

  /** Has events numbered on from here, unless the database is beyond it: numbers of events that are gone mean no others. */
  numberAfter(id: number): void {
    this.#floor = id;
  }

  /** Numbers and chains events, in order. What was chained counts as stored: call `forget` when the transaction fails. */
  async chain(queries: Queries, events: PendingEvent[], at: Date) {
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
    const known = this.#lastHash.get(workspace);
    if (this.#lastId !== null && known !== undefined && this.#sure.has(workspace))
      return { lastId: this.#lastId, lastHash: known };
    const last = await findLastEvent(queries, workspace);
    this.#lastId ??= Math.max(last.lastId, this.#floor);
    const lastHash = last.hash ?? FIRST_PREVIOUS_HASH;
    this.#lastHash.set(workspace, lastHash);
    this.#sure.add(workspace);
    return { lastId: this.#lastId, lastHash };
  }
}

export function eventOfRow(row: EventRow): Event {
  const { id, actor, target, session, previousHash, hash } = row;
  const payload = readPayload(row.payload);
  const person = signedBy(payload);
  return {
    id,
    at: storedMoment(row.at),
    actor,
    actorKind: row.actorKind as ActorKind,
    ...(person !== undefined && { person }),
    source: row.source as Source,
    action: row.action as Action,
    target,
    session,
    payload,
    ...(row.revisions !== null && { revisions: Covered.safeParse(parseJson(row.revisions)).data ?? [] }),
    previousHash,
    hash,
  };
}

/** An event as a link of its chain; `redacted` are the events in which a text was replaced since. */
export function linkOfRow(row: EventRow, redacted: RedactedEvents, event = eventOfRow(row)): ChainedEvent {
  const { previousHash, hash, workspaceId } = row;
  const word = redacted.get(row.id);
  const hashed = hashedPart({ ...event, workspace: workspaceId });
  return { previousHash, hash, event: hashed, redacted: word?.hash === hash ? word.digest : undefined };
}

/** What redactions say of events, by id: the hash that each keeps, and what its content hashes to now. */
export type RedactedEvents = ReadonlyMap<number, { hash: string; digest: string }>;

/** A moment as stored; one that somebody changed into none is the first of all. */
export function storedMoment(at: Date): string {
  return (Number.isNaN(at.getTime()) ? new Date(0) : at).toISOString();
}

/** A payload that somebody changed past us may be anything: it is shown as it is, and fits the event's hash no longer. */
function readPayload(text: string): Record<string, unknown> {
  const value = parseJson(text);
  return isRecord(value) ? value : { unreadable: text };
}

const Covered = z.array(CoveredRevision);

/**
 * The digest that an event keeps of a revision: sha256 of everything the revision's row holds. A row that was changed in
 * any column has another one.
 */
export function digestRevision(row: StoredRevision): string {
  const { documentId, sequence, hash, parentHash, lines, actor, actorKind, roles, source, operation, detail } = row;
  const at = storedMoment(row.at);
  const patch = row.patch === null ? null : sha256(row.patch);
  const snapshot = row.snapshot === null ? null : sha256(Buffer.from(row.snapshot));
  const about = { documentId, sequence, hash, parentHash, lines, actor, actorKind, roles, source, operation, detail };
  return sha256(canonicalJson({ ...about, at, patch, snapshot }));
}

/** What the event of a new revision says of it. */
export function coverRevision(revision: NewRevision): CoveredRevision {
  const digest = digestRevision({ ...revision, at: new Date(revision.at) });
  return { document: revision.documentId, sequence: revision.sequence, digest };
}

/** The same for a row that was there before and was changed now: what earlier events say of it holds no longer. */
export function coverAgain(row: StoredRevision): CoveredRevision {
  return { document: row.documentId, sequence: row.sequence, digest: digestRevision(row), again: true };
}
