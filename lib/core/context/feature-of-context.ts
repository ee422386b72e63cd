import { parseMemory } from "@/lib/core/memory/parse-memory";
import { findUnstorable } from "@/lib/core/text/storable";

/** What a context says its session is about, in one line: its front matter's `feature`, else its title; null without either. */
export function featureOfContext(text: string): string | null {
  const { frontMatter, title } = parseMemory(text);
  const named = frontMatter.find(({ key }) => key.toLowerCase() === "feature")?.value.trim();
  const words = (named || title?.replace(TITLE_WORDS, "") || "").replace(/\s+/g, " ").trim().slice(0, LONGEST).trim();
  return words === "" || findUnstorable(words) !== null ? null : words;
}

/** Example: `Global Context — ` of `Global Context — checkout`. */
const TITLE_WORDS = /^global[-_ ]context\s*[—–:-]*\s*/i;

/** As long as the feature of a session may be. */
const LONGEST = 300;
