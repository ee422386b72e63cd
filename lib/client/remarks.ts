import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import { needsKey } from "@/lib/client/needs";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import { NEED_KEYS } from "@/lib/core/needs/rank-needs";

/** What people remarked on an item, oldest first; also on one that is gone. */
export function commentsQuery(scope: SessionScope, item: string) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "comments", item],
    queryFn: ({ signal }) =>
      call("GET /sessions/{session}/memory/items/{item}/comments", {
        params: { ...scope, item },
        query: { limit: 500 },
        signal,
      }),
  });
}

export function addComment(scope: SessionScope, item: string, text: string) {
  return call("POST /sessions/{session}/memory/items/{item}/comments", { params: { ...scope, item }, body: { text } });
}

/** Deletes a comment for good. */
export function deleteComment(scope: SessionScope, comment: string) {
  return call("DELETE /sessions/{session}/comments/{comment}", { params: { ...scope, comment } });
}

/** Who is to see to what in a workspace. */
export function assignmentsQuery(workspace: string) {
  return queryOptions({
    queryKey: [...needsKey(workspace), "assignments"],
    queryFn: ({ signal }) => call("GET /assignments", { params: { workspace }, query: { limit: 500 }, signal }),
  });
}

/** Assigns something, or takes it from whoever has it with `to` null; answers whose it was. */
export function assign(workspace: string, about: string, to: string | null) {
  return call("PUT /assignments", { params: { workspace }, body: { about, to } });
}

/** What an item is called as something that may be assigned. */
export function keyOfItem({ session }: SessionScope, item: string): string {
  return NEED_KEYS.item(session, item);
}
