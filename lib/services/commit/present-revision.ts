import type { ActorKind, Source } from "@/lib/contracts/primitives";
import type { Revision } from "@/lib/contracts/revisions";
import type { RevisionRow } from "@/lib/db/revisions";

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
