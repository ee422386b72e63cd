import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { SetWebhook } from "@/lib/contracts/webhooks";

/** Where messages of what comes to wait are sent, and how the last one went. */
export const webhookQuery = (workspace: string) => readQuery("GET /webhook", { params: { workspace } });

/** Sets where they are sent, and of which kinds. */
export const setWebhook = (workspace: string, body: SetWebhook) =>
  call("PUT /webhook", { params: { workspace }, body });

/** Sends none any more. */
export const removeWebhook = (workspace: string) => call("DELETE /webhook", { params: { workspace } });

/** Sends one that says it is a test, and tells how it went. */
export const testWebhook = (workspace: string) => call("POST /webhook/test", { params: { workspace } });
