import { addressOf } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { Look } from "@/lib/contracts/lookers";

/** Who looks at the workspace now. The stream says when to read it again. */
export const lookersQuery = (workspace: string) => readQuery("GET /lookers", { params: { workspace } });

/** Says that this tab shows nothing any more, also while it is being closed. */
export function lookAway(workspace: string, tab: string): void {
  void fetch(addressOf("POST /lookers", { params: { workspace } }), {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tab, place: null } satisfies Look),
  }).catch(() => undefined);
}
