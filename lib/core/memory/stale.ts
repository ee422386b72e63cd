import { identifyItems } from "@/lib/core/memory/identity";
import { timeOf, type WrittenAt } from "@/lib/core/memory/item-age";
import type { IdentifiedItem, ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";
import { isOpenEnded } from "@/lib/core/memory/tags";

/** What is known beside the file when a gate passes. */
export interface StaleOptions {
  /** When the previous gate passed, ISO 8601; left out, it is the last but one Gate item of the Lead's section. */
  previousGate?: string | null;
  /** When each item was written or last touched. */
  writtenAt?: WrittenAt;
}

/**
 * The active items proposed for archiving when a gate passes: those written before the previous gate and not touched
 * since, in file order. An item whose time nobody knows is proposed only in the Lead's section, where its place before
 * the gate's tells. Gates, and questions and conflicts still open, are never proposed. Source: team memory §5, §7.
 */
export function suggestStale(
  document: MemoryDocument,
  identity: ItemIdentity,
  options: StaleOptions = {},
): IdentifiedItem[] {
  const { writtenAt = () => undefined } = options;
  const items = identifyItems(document, identity);
  const gates = items.filter(({ role, state, item }) => role === "Lead" && item.tag === "Gate" && state === "active");
  const written = (placed: IdentifiedItem) => {
    const time = writtenAt(placed.id) ?? placed.item.timestamp;
    return time === null ? null : timeOf(time);
  };
  const gate = options.previousGate === undefined ? gates.at(-2) : undefined;
  const gateTime = gate === undefined ? timeOf(options.previousGate ?? "") : written(gate);
  return items
    .filter((placed) => {
      const { item, role, line } = placed;
      if (placed.state !== "active" || item.tag === "Gate" || isOpenEnded(item.tag)) return false;
      if (document.sections[placed.sectionIndex]?.state !== "active") return false;
      const time = written(placed);
      if (time !== null && gateTime !== null) return time < gateTime;
      return gate !== undefined && role === "Lead" && line < gate.line;
    })
    .map(({ id, role, line, state, item }) => ({ id, role, line, state, item }));
}
