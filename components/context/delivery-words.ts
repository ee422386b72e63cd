import { sentence } from "@/lib/core/words/say";

/** How an update is sent, in one word. */
export const DELIVERY_WORDS = { delta: sentence("delta"), full: sentence("full") } as const;
