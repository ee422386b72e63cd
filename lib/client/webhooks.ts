import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { SetWebhook } from "@/lib/contracts/webhooks";

/** Where messages of what comes to wait are sent, and how the last one went. */
export function webhookQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "webhook"],
    queryFn: ({ signal }) => call("GET /webhook", { params: { workspace }, signal }),
  });
}

/** Sets where they are sent, and of which kinds. */
export function setWebhook(workspace: string, body: SetWebhook) {
  return call("PUT /webhook", { params: { workspace }, body });
}

/** Sends none any more. */
export function removeWebhook(workspace: string) {
  return call("DELETE /webhook", { params: { workspace } });
}

/** Sends one that says it is a test, and tells how it went. */
export function testWebhook(workspace: string) {
  return call("POST /webhook/test", { params: { workspace } });
}
