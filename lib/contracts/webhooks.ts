import { z } from "zod";
import { asFound, body, shape } from "@/lib/contracts/shapes";
import { Text, Time } from "@/lib/contracts/primitives";
import { NEED_KINDS, isTimeZone } from "@/lib/core/inbox/needs";

const Clock = Text.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:00");

/** Hours in which nothing is sent; what came to wait meanwhile is sent when they are over. */
export const QuietHours = body("QuietHours", {
  from: Clock.meta({ examples: ["22:00"] }),
  to: Clock.meta({ examples: ["07:00"] }),
  zone: Text.max(100)
    .refine(isTimeZone, "is the name of no time zone")
    .meta({ examples: ["Europe/Berlin"] }),
});
export type QuietHours = z.infer<typeof QuietHours>;

const Kinds = z.array(z.enum(NEED_KINDS)).meta({ description: "Kinds of needs that it is told of" });

export const SetWebhook = body("SetWebhook", {
  url: Text.max(2000)
    .refine(isWebUrl, "must be an address that begins with https:// or http://, without a login")
    .optional()
    .meta({ description: "Where messages go; left out, it stays as it is" }),
  kinds: Kinds.min(1).max(NEED_KINDS.length),
  quiet: QuietHours.nullable().default(null),
});
export type SetWebhook = z.input<typeof SetWebhook>;

export const WebhookResult = shape("WebhookResult", {
  at: asFound(Time),
  ok: z.boolean(),
  said: z.string().meta({ description: "The status it was answered with, or why there was no answer" }),
});
export type WebhookResult = z.infer<typeof WebhookResult>;

/** A webhook as it is set. Its address is a secret: only the host is told. */
export const Webhook = shape("Webhook", {
  host: z.string().nullable().meta({ description: "null before one is set" }),
  kinds: Kinds,
  quiet: z.object({ from: asFound(Clock), to: asFound(Clock), zone: z.string() }).nullable(),
  last: WebhookResult.nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}
