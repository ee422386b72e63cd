import type { Relay } from "@/lib/contracts/memory";
import { marksOf, type Marks } from "@/lib/core/inbox/marks";
import { nearnessTo } from "@/lib/core/inbox/nearly-same";
import { identifyItems } from "@/lib/core/memory/identity";
import type { MemoryItem } from "@/lib/core/memory/model";
import { remember } from "@/lib/core/text/remember";
import type { RelayRow } from "@/lib/db/relays";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";

type Twin = NonNullable<Relay["resembles"]>[number];

/** As many as somebody looks through before deciding. */
const MOST = 3;

/**
 * Finds for a relay what says nearly the same already: active items of any section, and other relays that wait. Whoever
 * decides about the relay sees a duplicate, or a conflict, before it is written.
 */
export function findTwins(memory: DocumentState, waiting: readonly RelayRow[]): (relay: RelayRow) => Twin[] {
  const items = identifyItems(memoryOf(memory), memory.identity)
    .filter(({ state }) => state === "active")
    .map(({ id, role, item }) => ({
      twin: { id, role, tag: item.tag, text: item.text, waits: false },
      marks: marksOfItem.get(item),
    }));
  const relays = waiting.map(({ id, role, tag, text }) => ({
    twin: { id, role, tag, text, waits: true },
    marks: marksOf(text),
  }));
  return ({ id, text }) => {
    const nearness = nearnessTo(text);
    const near = [...items, ...relays].filter(({ twin, marks }) => twin.id !== id && nearness(marks) === "same");
    return near.slice(0, MOST).map(({ twin }) => twin);
  };
}

// Items never change in place.
const marksOfItem = remember(({ text, body }: MemoryItem): Marks => marksOf(`${text}\n${body}`));
