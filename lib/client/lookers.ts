import { queryOptions } from "@tanstack/react-query";
import { addressOf, call } from "@/lib/client/call";
import type { Look } from "@/lib/contracts/lookers";

/** Who looks at the workspace now. The stream says when to read it again. */
export function lookersQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "lookers"],
    queryFn: ({ signal }) => call("GET /lookers", { params: { workspace }, signal }),
  });
}

/** Says which page this tab shows. */
export function look(workspace: string, body: Look) {
  return call("POST /lookers", { params: { workspace }, body });
}

/** Says that this tab shows nothing any more, also while it is being closed. */
export function lookAway(workspace: string, tab: string): void {
  void fetch(addressOf("POST /lookers", { params: { workspace } }), {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tab, place: null } satisfies Look),
  }).catch(() => undefined);
}
