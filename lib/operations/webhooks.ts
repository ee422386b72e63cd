import { AT } from "@/lib/operations/example-values";
import { Done } from "@/lib/contracts/primitives";
import { SetWebhook, Webhook, WebhookResult } from "@/lib/contracts/webhooks";
import { operationsOf } from "@/lib/operations/define-operation";

const define = operationsOf("Inbox");

const QUIET = { from: "22:00", to: "07:00", zone: "Europe/Berlin" };
const WEBHOOK = { host: "hooks.slack.com", kinds: ["conflict", "gate"] as ("conflict" | "gate")[], quiet: QUIET };

export const webhooksOperations = [
  define({
    id: "webhook.read",
    http: "GET /webhook",
    summary: "Where messages of what comes to wait are sent, and how the last one went",
    response: Webhook,
    errors: ["forbidden"],
    examples: [{ answer: { ...WEBHOOK, last: { at: AT, ok: true, said: "answered 200" } } }],
    run: ({ services, caller, params }) => services.webhooks.read(caller, params),
  }),
  define({
    id: "webhook.set",
    http: "PUT /webhook",
    summary: "Send a message, as Slack takes it, when something of these kinds comes to wait",
    body: SetWebhook,
    response: Webhook,
    examples: [
      {
        body: { url: "https://hooks.slack.com/services/T000/B000/XXXX", kinds: ["conflict", "gate"], quiet: QUIET },
        answer: { ...WEBHOOK, last: null },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.webhooks.set(caller, params, body, change),
  }),
  define({
    id: "webhook.remove",
    http: "DELETE /webhook",
    summary: "Send no messages any more",
    response: Done,
    examples: [{ answer: { done: true } }],
    run: ({ services, caller, params, change }) => services.webhooks.remove(caller, params, change),
  }),
  define({
    id: "webhook.test",
    http: "POST /webhook/test",
    summary: "Send a message that says it is a test, and tell how it went",
    response: WebhookResult,
    examples: [{ answer: { at: AT, ok: false, said: "no answer in time" } }],
    once: true,
    run: ({ services, caller, params }) => services.webhooks.test(caller, params),
  }),
];
