import { foldWording } from "@/lib/core/text/fold-wording";
import { findNearest, wordsOf } from "@/lib/core/agent-memory/merge-learnt";
import type { AgentEntry, AgentMemoryDocument } from "@/lib/core/agent-memory/model";

/** Which open threads were named, and names that no thread has. */
export interface ThreadMatches {
  closed: AgentEntry[];
  unknown: { text: string; nearest: AgentEntry | null }[];
}

/** Threads this little alike are no help to whoever mistyped one. */
const HELPFUL = 0.3;

/**
 * The open threads named by their ids or by all of their words, case and punctuation aside. A name that fits none is
 * answered with the thread nearest to it, and closes nothing: a guess could close what is still open.
 */
export function matchThreads(document: AgentMemoryDocument, named: readonly string[]): ThreadMatches {
  const threads = document.sections.find(({ name }) => name === "Open Threads")?.entries ?? [];
  const matches: ThreadMatches = { closed: [], unknown: [] };
  const met = new Set<AgentEntry>();
  for (const text of named) {
    const folded = foldWording(text);
    const fits = threads.filter(
      (entry) =>
        entry.id === text.trim() || foldWording(entry.text) === folded || foldWording(wordsOf(entry)) === folded,
    );
    const open = fits.find((entry) => !met.has(entry));
    if (open !== undefined) {
      met.add(open);
      matches.closed.push(open);
    } else if (fits.length === 0) {
      matches.unknown.push({ text, nearest: findNearest(threads, text, HELPFUL)?.entry ?? null });
    }
  }
  return matches;
}
