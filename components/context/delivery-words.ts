import { sentence } from "@/lib/core/words/say";

export const DELIVERY_WORDS = { delta: sentence("delta"), full: sentence("full") } as const;
