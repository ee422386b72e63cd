import { z } from "zod";
import { CoveredRevision, type Action, type Event } from "@/lib/contracts/events";
import type { ActorKind, Source } from "@/lib/contracts/primitives";
import type { ChainedEvent } from "@/lib/core/history/event-chain";
import { signedBy } from "@/lib/core/history/signed-by";
import type { EventRow } from "@/lib/db/events";
import { hashedPart } from "@/lib/services/commit/event-log";

/** An event as the contract shows it. */
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
    ...(row.revisions !== null && { revisions: readCovered(row.revisions) }),
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
  const value = readJson(text);
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? (value as Record<string, unknown>) : { unreadable: text };
}

function readCovered(text: string): CoveredRevision[] {
  return Covered.safeParse(readJson(text)).data ?? [];
}

const Covered = z.array(CoveredRevision);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
