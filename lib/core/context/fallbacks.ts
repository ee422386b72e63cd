import { sayCount } from "@/lib/core/text/say-count";

/** Why a full text is sent instead of a delta. Source: context delta §6. */
export const FALLBACKS = {
  "FC-1": "more than one version came since the last one confirmed",
  "FC-2": "the context was lost",
  "FC-3": "no version confirmed yet",
  "FC-4": "the changes cost over half of the full text",
  "FC-5": "the full text was asked for",
} as const;
export type FallbackCode = keyof typeof FALLBACKS;

/** How an update goes to a teammate and why, in words that every door prints. Example: `in full: the context was lost`. */
export function wordDelivery(reason: FallbackCode | null, { changes, from }: { changes: number; from: string | null }) {
  if (reason !== null) return `in full: ${FALLBACKS[reason]}`;
  return `${sayCount(changes, "change")} since ${from ?? "the empty text"}`;
}
