import { smallest } from "@/lib/core/lists";
import { call } from "@/lib/client/call";
import { readIfThere, readOnce, readQuery } from "@/lib/client/read-query";
import type { SessionScope } from "@/lib/client/paths";
import type { AckMatrix, MatrixCell, PublishContext } from "@/lib/contracts/context";
import { dueAt } from "@/lib/core/context/standing";

/** The global context as its file is now, with what was published last; null for a session that has none yet. */
export const contextQuery = (scope: SessionScope) => readIfThere("GET /sessions/{session}/context", { params: scope });

/** Every context version, the newest first, with who was sent it and who confirmed it. */
export const contextVersionsQuery = (scope: SessionScope) =>
  readQuery("GET /sessions/{session}/context/versions", { params: scope });

/** The text of one version. It never changes, so it is read once; its key is outside the session's for that. */
export const contextVersionQuery = (scope: SessionScope, version: number) =>
  readOnce("GET /sessions/{session}/context/versions/{version}", { params: { ...scope, version: String(version) } });

/** The delta from one version to another, proven; 0 is the empty text before the first. It never changes. */
export const contextDeltaQuery = (scope: SessionScope, from: number, to: number) =>
  readOnce("GET /sessions/{session}/context/delta", { params: scope, query: versions(from, to) });

/** What changed between two versions line by line. It never changes. */
export const contextDiffQuery = (scope: SessionScope, from: number, to: number) =>
  readOnce("GET /sessions/{session}/context/diff", { params: scope, query: versions(from, to) });

function versions(from: number, to: number) {
  return { from: String(from), to: String(to) };
}

/** What a role, or one run of it, knew at a given time (ISO 8601), or knows now where none is given. */
export const knownQuery = (
  scope: SessionScope,
  { role, run, at }: { role: string; run?: string | undefined; at: string | null },
) =>
  readQuery("GET /sessions/{session}/context/known", {
    params: scope,
    query: { role, run, at: at ?? undefined },
  });

/** What deltas saved in a session: per update, per role and in all. */
export const savingsQuery = (scope: SessionScope) => readQuery("GET /sessions/{session}/savings", { params: scope });

/**
 * Role by version: sent, confirmed, pending, overdue. It is read again by itself at the moment when the next
 * acknowledgement becomes overdue, which no event tells of.
 */
export const ackMatrixQuery = (scope: SessionScope) => ({
  ...readQuery("GET /sessions/{session}/context/acks", { params: scope }),
  refetchInterval: ({ state }: { state: { data: AckMatrix | undefined } }) =>
    state.data === undefined ? false : untilOverdue(state.data),
});

/** When the answer to what a cell stands for is due; null where nothing was sent. */
export function dueOf({ sentAt, pingedAt }: MatrixCell, deadlineMinutes: number): Date | null {
  if (sentAt === null) return null;
  return dueAt({ sentAt: new Date(sentAt), pingedAt: pingedAt === null ? null : new Date(pingedAt) }, deadlineMinutes);
}

/** At least this many milliseconds between two looks: clocks differ, and a server just behind must not be asked in a loop. */
const SOONEST = 5000;
/** A timer cannot wait longer than 24 days; a day is enough. */
const LATEST = 86_400_000;

/** Milliseconds from the matrix's own time until the next pending acknowledgement is overdue; false when none is pending. */
export function untilOverdue({ now, deadlineMinutes, roles }: AckMatrix): number | false {
  const waits = roles
    .flatMap((role) => role.cells)
    .filter((cell) => cell.state === "pending")
    .flatMap((cell) => dueOf(cell, deadlineMinutes) ?? [])
    .map((due) => due.getTime() - Date.parse(now));
  // A second more, so that it is overdue by then.
  return waits.length === 0 ? false : Math.min(LATEST, Math.max(SOONEST, smallest(waits) + 1000));
}

/** Tells what publishing a text would send to whom; changes nothing. */
export function previewPublish(scope: SessionScope, body: PublishContext, signal: AbortSignal) {
  const query = { dryRun: "true" } as const;
  // What is unread is asked for when it is published.
  const looked = { ...body, overQuestions: true };
  return call("PUT /sessions/{session}/context", { params: scope, query, body: looked, signal });
}

/** Publishes over exactly the file of `etag` (`stale` on any other), or where there is none over nothing. */
export function publishContext(
  scope: SessionScope,
  body: PublishContext,
  etag: string | undefined,
  idempotencyKey: string,
) {
  const over = etag === undefined ? {} : { ifMatch: etag };
  return call("PUT /sessions/{session}/context", { params: scope, body, idempotencyKey, ...over });
}

/** Sends the unclear items once more, with their surroundings. */
export const resendDelivery = (scope: SessionScope, delivery: string) =>
  call("POST /sessions/{session}/context/deliveries/{delivery}/resend", { params: { ...scope, delivery } });

export const sendInFull = (scope: SessionScope, delivery: string) =>
  call("POST /sessions/{session}/context/deliveries/{delivery}/full", { params: { ...scope, delivery } });

/** Asks for the acknowledgement; its deadline begins again. */
export const pingDelivery = (scope: SessionScope, delivery: string) =>
  call("POST /sessions/{session}/context/deliveries/{delivery}/ping", { params: { ...scope, delivery } });

/** Takes a ping back, as long as its teammate has not seen it. */
export const unpingDelivery = (scope: SessionScope, delivery: string) =>
  call("POST /sessions/{session}/context/deliveries/{delivery}/unping", { params: { ...scope, delivery } });

/** Gives a role a word of guidance, which needs no acknowledgement. */
export const guideDelivery = (scope: SessionScope, delivery: string, text: string) =>
  call("POST /sessions/{session}/context/deliveries/{delivery}/guidance", {
    params: { ...scope, delivery },
    body: { text },
  });
