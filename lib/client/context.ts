import { smallest } from "@/lib/core/lists";
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";
import { RequestError } from "@/lib/client/request-error";
import { sessionKey } from "@/lib/client/sessions";
import type { AckMatrix, GiveAck, MatrixCell, PublishContext } from "@/lib/contracts/context";
import { dueAt } from "@/lib/core/context/standing";

/** The global context as its file is now, with what was published last; null for a session that has none yet. */
export function contextQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "context"],
    queryFn: async ({ signal }) => {
      try {
        return await call("GET /sessions/{session}/context", { params: scope, signal });
      } catch (error) {
        // A session that is gone shows by everything else that is read of it.
        if (error instanceof RequestError && error.code === "not_found") return null;
        throw error;
      }
    },
  });
}

/** Every context version, the newest first, with who was sent it and who confirmed it. */
export function contextVersionsQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "context-versions"],
    queryFn: ({ signal }) => call("GET /sessions/{session}/context/versions", { params: scope, signal }),
  });
}

/** The text of one version. It never changes, so it is read once; its key is outside the session's for that. */
export function contextVersionQuery(scope: SessionScope, version: number) {
  return queryOptions({
    queryKey: ["context-version", scope.workspace, scope.session, version],
    queryFn: ({ signal }) => {
      const params = { ...scope, version: String(version) };
      return call("GET /sessions/{session}/context/versions/{version}", { params, signal });
    },
    staleTime: Infinity,
  });
}

/** The delta from one version to another, proven; 0 is the empty text before the first. It never changes. */
export function contextDeltaQuery(scope: SessionScope, from: number, to: number) {
  return queryOptions({
    queryKey: ["context-delta", scope.workspace, scope.session, from, to],
    queryFn: ({ signal }) =>
      call("GET /sessions/{session}/context/delta", { params: scope, query: versions(from, to), signal }),
    staleTime: Infinity,
  });
}

/** What changed between two versions line by line. It never changes. */
export function contextDiffQuery(scope: SessionScope, from: number, to: number) {
  return queryOptions({
    queryKey: ["context-diff", scope.workspace, scope.session, from, to],
    queryFn: ({ signal }) =>
      call("GET /sessions/{session}/context/diff", { params: scope, query: versions(from, to), signal }),
    staleTime: Infinity,
  });
}

function versions(from: number, to: number) {
  return { from: String(from), to: String(to) };
}

/** What a role knew at a given time (ISO 8601), or knows now where none is given. */
export function knownQuery(scope: SessionScope, role: string, at: string | undefined) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "known", role, at ?? "now"],
    queryFn: ({ signal }) =>
      call("GET /sessions/{session}/context/known", {
        params: scope,
        query: { role, ...(at !== undefined && { at }) },
        signal,
      }),
  });
}

/** The messages that wait for a role, exactly as it will read them. Looking at them is not reading them in its place. */
export function updatesQuery(scope: SessionScope, role: string) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "updates", role],
    queryFn: ({ signal }) =>
      call("GET /sessions/{session}/context/updates", { params: scope, query: { role }, signal }),
  });
}

/** What deltas saved in a session: per update, per role and in all. */
export function savingsQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "savings"],
    queryFn: ({ signal }) => call("GET /sessions/{session}/savings", { params: scope, signal }),
  });
}

/**
 * Role by version: sent, confirmed, pending, overdue. It is read again by itself at the moment when the next
 * acknowledgement becomes overdue, which no event tells of.
 */
export function ackMatrixQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "ack-matrix"],
    queryFn: ({ signal }) => call("GET /sessions/{session}/context/acks", { params: scope, signal }),
    refetchInterval: ({ state }) => (state.data === undefined ? false : untilOverdue(state.data)),
  });
}

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
  return call("PUT /sessions/{session}/context", { params: scope, query, body, signal });
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
export function resendDelivery(scope: SessionScope, delivery: string) {
  return call("POST /sessions/{session}/context/deliveries/{delivery}/resend", { params: { ...scope, delivery } });
}

/** Sends the current version in full. */
export function sendInFull(scope: SessionScope, delivery: string) {
  return call("POST /sessions/{session}/context/deliveries/{delivery}/full", { params: { ...scope, delivery } });
}

/** Asks for the acknowledgement; its deadline begins again. */
export function pingDelivery(scope: SessionScope, delivery: string) {
  const params = { ...scope, delivery };
  return call("POST /sessions/{session}/context/deliveries/{delivery}/ping", { params });
}

/** Takes a ping back, as long as its teammate has not seen it. */
export function unpingDelivery(scope: SessionScope, delivery: string) {
  const params = { ...scope, delivery };
  return call("POST /sessions/{session}/context/deliveries/{delivery}/unping", { params });
}

/** Gives a role a word of guidance, which needs no acknowledgement. */
export function guideDelivery(scope: SessionScope, delivery: string, text: string) {
  const params = { ...scope, delivery };
  return call("POST /sessions/{session}/context/deliveries/{delivery}/guidance", { params, body: { text } });
}

/** Records an acknowledgement; as the Lead on a role's behalf, and marked as such. */
export function giveAck(scope: SessionScope, body: GiveAck) {
  return call("POST /sessions/{session}/context/acks", { params: scope, body });
}
