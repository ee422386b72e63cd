import type { DocumentState } from "@/lib/services/commit/document-states";

/** Documents remembered at once, whatever they hold, and as many more as their texts have so many characters: each costs a few times its text. */
const REMEMBERED = 200;
const MOST_REMEMBERED = 2000;
const MOST_CHARACTERS = 20_000_000;

/** Forgets those that were used by a change longest ago, where they are too many. */
export function letGo(known: Map<string, DocumentState>): void {
  if (known.size <= REMEMBERED) return;
  let characters = 0;
  for (const { text } of known.values()) characters += text?.length ?? 0;
  for (const [key, { text }] of known) {
    const fits = characters <= MOST_CHARACTERS && known.size <= MOST_REMEMBERED;
    if (fits || known.size <= REMEMBERED) break;
    characters -= text?.length ?? 0;
    known.delete(key);
  }
}
