import type { ActorKind, Source } from "@/lib/contracts/primitives";
import type { Item, Relay } from "@/lib/contracts/memory";
import type { Revision } from "@/lib/contracts/revisions";
import type { Token } from "@/lib/contracts/sessions";
import type { IdentifiedItem } from "@/lib/core/memory/model";
import type { CredentialRow } from "@/lib/db/credentials";
import type { RelayRow } from "@/lib/db/relays";
import type { RevisionRow } from "@/lib/db/revisions";

/** An item as the contract shows it. */
export function presentItem({ id, line, item }: IdentifiedItem): Item {
  const { tag, timestamp, text, body, state, resolution } = item;
  return { id, tag, timestamp, text, body, state, resolution, line };
}

/** A relay as the contract shows it. */
export function presentRelay(row: RelayRow): Relay {
  return {
    id: row.id,
    role: row.role,
    tag: row.tag,
    text: row.text,
    state: row.state as Relay["state"],
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy,
    reason: row.reason,
    itemId: row.itemId,
  };
}

/** A revision as the contract shows it. */
export function presentRevision(row: RevisionRow): Revision {
  return {
    revision: row.sequence,
    hash: row.hash,
    parentHash: row.parentHash,
    at: row.at.toISOString(),
    actor: row.actor,
    actorKind: row.actorKind as ActorKind,
    roles: JSON.parse(row.roles) as string[],
    source: row.source as Source,
    operation: row.operation,
    detail: JSON.parse(row.detail) as Record<string, unknown>,
    lines: row.lines,
  };
}

/** A role token as the contract shows it, without its secret. */
export function presentToken(row: CredentialRow): Token {
  return {
    id: row.id,
    role: row.role ?? "",
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
