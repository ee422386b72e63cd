import type { ActorKind, Source } from "@/lib/contracts/primitives";
import type { Revision } from "@/lib/contracts/revisions";
import { partsOf } from "@/lib/core/history/outside-parts";
import { signatureIn } from "@/lib/core/history/signed-by";
import type { RevisionRow } from "@/lib/db/revisions";

export function presentRevision(row: RevisionRow): Revision {
  const roles = JSON.parse(row.roles) as string[];
  const detail = JSON.parse(row.detail) as Record<string, unknown>;
  const parts = partsOf({ ...row, roles, detail });
  return {
    revision: row.sequence,
    hash: row.hash,
    parentHash: row.parentHash,
    at: row.at.toISOString(),
    actor: row.actor,
    actorKind: row.actorKind as ActorKind,
    ...signatureIn(detail),
    roles,
    source: row.source as Source,
    operation: row.operation,
    detail,
    ...(parts.length > 0 && { parts }),
    lines: row.lines,
  };
}
