import { sentence, type Sentence } from "@/lib/core/i18n/say";

/** What became of an item or a role, as marks in the file say it. */
export const STATE_WORDS: Record<"active" | "archived" | "resolved" | "replaced", Sentence> = {
  active: sentence("active"),
  archived: sentence("archived"),
  resolved: sentence("resolved"),
  replaced: sentence("replaced"),
};
