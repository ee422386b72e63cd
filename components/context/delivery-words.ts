import { sentence } from "@/lib/core/i18n/say";

export const DELIVERY_WORDS = { delta: sentence("delta"), full: sentence("full") } as const;
