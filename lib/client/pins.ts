import { keepPreviousData } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { SessionScope } from "@/lib/client/paths";

/** The sessions that the reader pinned. */
export const pinsQuery = (workspace: string) =>
  readQuery("GET /pins", { params: { workspace }, query: { limit: 500 } });

export function pinSession(scope: SessionScope, pinned: boolean) {
  return pinned
    ? call("PUT /sessions/{session}/pin", { params: scope })
    : call("DELETE /sessions/{session}/pin", { params: scope });
}

/** Ids of sessions with these letters in them, also of those that are not listed because there are too many. */
export const sessionNamesQuery = (workspace: string, q: string) => ({
  ...readQuery("GET /session-names", { params: { workspace }, query: { q, limit: 50 } }),
  placeholderData: keepPreviousData,
});
