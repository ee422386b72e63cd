import type { CoveredRevision, Event } from "@/lib/contracts/events";
import { findChainFaults, FIRST_PREVIOUS_HASH } from "@/lib/core/history/event-chain";
import { listEventsAfter } from "@/lib/db/events";
import type { Queries } from "@/lib/db/database";
import type { IntegrityFindings } from "@/lib/services/history/integrity-findings";
import { listRedacted } from "@/lib/services/history/events";
import { eventOfRow, linkOfRow, storedMoment } from "@/lib/services/commit/event-log";
import { sha256 } from "@/lib/store/read-file";

/** Events read at a time when all of them are. */
const PAGE = 200;

/** Events that speak of the history itself. */
const NOTICES: ReadonlySet<string> = new Set(["history.broken", "history.accepted", "history.redacted"]);

/** What an event says of a revision. */
export interface Vouched extends CoveredRevision {
  event: number;
  at: string;
}

export interface VerifiedEvents {
  count: number;
  /** The newest word on each revision, by `revisionKey`. */
  vouched: Map<string, Vouched>;
  /** The first event that vouches for revisions made with it. */
  coveredFrom: number | null;
  /** Events in which a start of the server, or the owner, spoke of the history itself. */
  notices: Event[];
}

export function revisionKey(document: number, sequence: number): string {
  return `${String(document)}:${String(sequence)}`;
}

/** Walks a workspace's chain of events from the first to the last, and adds each that does not fit to the findings. */
export async function verifyEvents(
  queries: Queries,
  workspace: string,
  findings: IntegrityFindings,
  pause: () => Promise<void>,
): Promise<VerifiedEvents> {
  const told: VerifiedEvents = { count: 0, vouched: new Map(), coveredFrom: null, notices: [] };
  const redacted = await listRedacted(queries, workspace);
  let previousHash = FIRST_PREVIOUS_HASH;
  let lastId = 0;
  for (;;) {
    await pause();
    const rows = await listEventsAfter(queries, lastId, PAGE, workspace);
    const events = rows.map(eventOfRow);
    const links = rows.map((row, index) => linkOfRow(row, redacted, events[index]));
    for (const { index, why } of findChainFaults(links, previousHash, sha256)) {
      const row = rows[index];
      if (row === undefined) continue;
      const detail =
        why === "content"
          ? "Its content is not what was recorded."
          : `It does not follow event ${String(rows[index - 1]?.id ?? lastId)}: an event between them is gone, was moved, or was changed together with its hash.`;
      findings.add({ kind: "event", target: String(row.id), detail, since: storedMoment(row.at) });
    }
    for (const event of events) takeIn(told, event);
    told.count += rows.length;
    lastId = rows.at(-1)?.id ?? lastId;
    previousHash = rows.at(-1)?.hash ?? previousHash;
    if (rows.length < PAGE) return told;
  }
}

function takeIn(told: VerifiedEvents, event: Event): void {
  for (const covered of event.revisions ?? []) {
    if (covered.again === undefined) told.coveredFrom ??= event.id;
    told.vouched.set(revisionKey(covered.document, covered.sequence), { ...covered, event: event.id, at: event.at });
  }
  if (NOTICES.has(event.action)) told.notices.push(event);
}
