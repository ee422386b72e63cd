import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { SessionScope } from "@/lib/client/paths";
import { NEED_KEYS } from "@/lib/core/inbox/needs";

/** What people remarked on an item, oldest first; also on one that is gone. */
export const commentsQuery = (scope: SessionScope, item: string) =>
  readQuery("GET /sessions/{session}/memory/items/{item}/comments", {
    params: { ...scope, item },
    query: { limit: 500 },
  });

export const assignmentsQuery = (workspace: string) =>
  readQuery("GET /assignments", { params: { workspace }, query: { limit: 500 } });

/** Assigns something, or takes it from whoever has it with `to` null; answers whose it was. */
export const assign = (workspace: string, about: string, to: string | null) =>
  call("PUT /assignments", { params: { workspace }, body: { about, to } });

/** What an item is called as something that may be assigned. */
export function keyOfItem({ session }: SessionScope, item: string): string {
  return NEED_KEYS.item(session, item);
}
