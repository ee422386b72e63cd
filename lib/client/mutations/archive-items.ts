import type { z } from "zod";
import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import { Changed, type ArchiveItems } from "@/lib/contracts/memory";

/** Archives items, or a whole section when a role is named. */
export function archiveItems(scope: SessionScope, body: z.infer<typeof ArchiveItems>): Promise<Changed> {
  return request(Changed, `${api.memory(scope)}/archive`, { method: "POST", body });
}
