import type { Item, Relay, Section, SectionText } from "@/lib/contracts/memory";
import { timeOfItem, type Filtered } from "./memory-filter";

/** One row of the list, in the order of the file; relays stand at the head of the section they wait for. */
export type MemoryRow =
  | { kind: "section"; key: string; section: Section; shown: number }
  | { kind: "relay"; key: string; relay: Relay; section: Section }
  | { kind: "text"; key: string; text: SectionText; /** Whose section takes items. */ role: string | null }
  | { kind: "item"; key: string; item: Item; section: Section };

/** A row that can be moved to and acted on. */
export type ActiveRow = Extract<MemoryRow, { kind: "relay" | "item" }>;

/** The rows of what passed the filter. A section with nothing to show keeps its heading unless the reader narrowed. */
export function buildRows(filtered: Filtered, narrowed: boolean, newest = false): MemoryRow[] {
  if (newest) return newestFirst(filtered);
  const rows: MemoryRow[] = filtered.preface.map((text) => textRow(text, null));
  filtered.sections.forEach(({ section, items, relays, texts }, index) => {
    if (narrowed && items.length + relays.length + texts.length === 0) return;
    rows.push({ kind: "section", key: `section:${index}:${section.role}`, section, shown: items.length });
    for (const relay of relays) rows.push({ kind: "relay", key: `relay:${relay.id}`, relay, section });
    // In the order of the file, where the two stand among each other.
    let next = 0;
    for (const item of items) {
      for (; (texts[next]?.line ?? Infinity) < item.line; next++)
        rows.push(textRow(texts[next] as SectionText, section));
      rows.push({ kind: "item", key: item.id, item, section });
    }
    for (const text of texts.slice(next)) rows.push(textRow(text, section));
  });
  return rows;
}

/** What waits, then every item, the newest first; undated ones keep the order of the file, at the end. */
function newestFirst({ sections }: Filtered): MemoryRow[] {
  const relays = sections.flatMap(({ section, relays: own }) =>
    own.map((relay): MemoryRow => ({ kind: "relay", key: `relay:${relay.id}`, relay, section })),
  );
  const items = sections.flatMap(({ section, items: own }) =>
    own.map((item) => ({ kind: "item" as const, key: item.id, item, section, at: timeOfItem(item) ?? -Infinity })),
  );
  return [...relays, ...items.sort((a, b) => (a.at === b.at ? 0 : b.at - a.at))];
}

function textRow(text: SectionText, section: Section | null): MemoryRow {
  const role = section?.state === "active" ? section.role : null;
  return { kind: "text", key: `text:${text.line}`, text, role };
}

/**
 * How many rows came or went before or at `anchor`, so that showing the new rows would move what the reader looks at.
 * Without an anchor nothing is looked at. Rows that stay count as nothing, whatever is in them.
 */
export function countMoves(before: readonly MemoryRow[], after: readonly MemoryRow[], anchor: string | undefined) {
  if (anchor === undefined) return 0;
  const end = before.findIndex((row) => row.key === anchor);
  if (end < 0) return 0;
  const afterEnd = after.findIndex((row) => row.key === anchor);
  const old = new Set(before.slice(0, end + 1).map((row) => row.key));
  const now = new Set(after.slice(0, afterEnd < 0 ? end + 1 : afterEnd + 1).map((row) => row.key));
  let moves = 0;
  for (const key of old) if (!now.has(key)) moves++;
  for (const key of now) if (!old.has(key)) moves++;
  return moves;
}

/** The row to move to once rows with these keys are gone: the next one from `from` on, or else the nearest one above. */
export function findStaying(rows: readonly MemoryRow[], from: number, leaving: ReadonlySet<string>) {
  const stays = (row: MemoryRow): row is ActiveRow => isActive(row) && !leaving.has(row.key);
  return rows.slice(from).find(stays) ?? rows.slice(0, from).findLast(stays);
}

function isActive(row: MemoryRow): row is ActiveRow {
  return row.kind !== "section" && row.kind !== "text";
}

/** The nearest row at or after `from` in the direction `step` that can be moved to. */
export function findActive(rows: readonly MemoryRow[], from: number, step: 1 | -1): ActiveRow | undefined {
  for (let at = from; at >= 0 && at < rows.length; at += step) {
    const row = rows[at];
    if (row && isActive(row)) return row;
  }
  return undefined;
}
