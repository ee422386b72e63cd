import type { z } from "zod";
import { sayCount } from "@/lib/core/text/say-count";
import type { Counts } from "@/lib/contracts/sessions";

type SessionCounts = z.infer<typeof Counts>;

/** What waits, in words: "2 relays, 1 question"; "" when nothing does. */
export function sayWaiting(counts: SessionCounts): string {
  const say = (count: number, thing: string) => (count === 0 ? [] : [sayCount(count, thing)]);
  return [
    ...say(counts.pendingRelays, "relay"),
    ...say(counts.openConflicts, "conflict"),
    ...say(counts.openQuestions, "question"),
  ].join(", ");
}
