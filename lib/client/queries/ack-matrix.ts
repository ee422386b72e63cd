import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";
import type { AckMatrix } from "@/lib/contracts/context";

const matrixContract = () => import("@/lib/contracts/context").then((contracts) => contracts.AckMatrix);

/**
 * Role by version: sent, confirmed, pending, overdue. It is read again by itself at the moment when the next
 * acknowledgement becomes overdue, which no event tells of.
 */
export function ackMatrixQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "ack-matrix"],
    queryFn: ({ signal }) => request(matrixContract, `${api.context(scope)}/acks`, { signal }),
    refetchInterval: ({ state }) => (state.data === undefined ? false : untilOverdue(state.data)),
  });
}

/** At least this many milliseconds between two looks: clocks differ, and a server just behind must not be asked in a loop. */
const SOONEST = 5000;
/** A timer cannot wait longer than 24 days; a day is enough. */
const LATEST = 86_400_000;

/** Milliseconds from the matrix's own time until the next pending acknowledgement is overdue; false when none is pending. */
export function untilOverdue({ now, deadlineMinutes, roles }: AckMatrix): number | false {
  const waits = roles
    .flatMap((role) => role.cells)
    .filter((cell) => cell.state === "pending" && cell.sentAt !== null)
    .map((cell) => Date.parse(cell.pingedAt ?? cell.sentAt ?? now) + deadlineMinutes * 60_000 - Date.parse(now));
  // A second more, so that it is overdue by then.
  return waits.length === 0 ? false : Math.min(LATEST, Math.max(SOONEST, Math.min(...waits) + 1000));
}
