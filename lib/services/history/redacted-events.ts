import { z } from "zod";
import type { CoveredRevision, Event } from "@/lib/contracts/events";
import type { JsonValue } from "@/lib/core/history/event-chain";
import { listEvents } from "@/lib/db/events";
import type { Queries } from "@/lib/db/database";
import { eventOfRow, type RedactedEvents } from "@/lib/services/commit/event-log";
import type { Witness } from "@/lib/services/commit/witness";

/** An event in which a text was replaced: the hash that stays its link, and what its content hashes to now. */
const RedactedEvent = z.object({ event: z.int(), hash: z.string(), digest: z.string() });
export type RedactedEvent = z.infer<typeof RedactedEvent>;

/** So many redactions of one workspace are known, at most. */
const REMEMBERED = 10_000;

/** What the redactions of a workspace say of its events; the newest word on each counts. */
export async function listRedacted(queries: Queries, workspace: string): Promise<RedactedEvents> {
  const wanted = { workspaceId: workspace, actions: ["history.redacted"] };
  const rows = await listEvents(queries, wanted, { limit: REMEMBERED, below: null });
  const words = rows.reverse().flatMap((row) => wordsOf(eventOfRow(row)));
  return new Map(words.map(({ event, hash, digest }) => [event, { hash, digest }]));
}

/** What a redaction's signature covers: everything that a verification takes its word for. */
export function signedPart(events: readonly RedactedEvent[], revisions: readonly CoveredRevision[]): JsonValue {
  return { events: events.map(({ event, hash, digest }) => ({ event, hash, digest })), revisions };
}

/** Whether a redaction was made with the data folder's secret. */
export function isSigned(witness: Witness, event: Event): boolean {
  return event.payload["signature"] === witness.signRedaction(signedPart(wordsOf(event), event.revisions ?? []));
}

function wordsOf(event: Event): RedactedEvent[] {
  return z.array(RedactedEvent).safeParse(event.payload["events"]).data ?? [];
}
