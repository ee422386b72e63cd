import type { z } from "zod";
import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { ArchiveItems, Changed } from "@/lib/contracts/memory";

const changedContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.Changed);

/** Archives items, or a whole section when a role is named. */
export function archiveItems(scope: SessionScope, body: z.infer<typeof ArchiveItems>): Promise<Changed> {
  return request(changedContract, `${api.memory(scope)}/archive`, { method: "POST", body });
}
