import type { Item, Memory, Relay, Section } from "@/lib/contracts/memory";

/** Makes an item for a test: everything about it that the test does not care for is plausible. */
export function anItem(item: Partial<Item> & { id: string }): Item {
  return {
    tag: "Finding",
    timestamp: null,
    text: item.id,
    body: "",
    state: "active",
    resolution: null,
    line: 1,
    ...item,
  };
}

export function aSection(role: string, items: Item[], more: Partial<Section> = {}): Section {
  return {
    role,
    heading: role,
    kind: "role",
    texts: [],
    state: "active",
    type: null,
    access: "direct",
    items,
    total: items.length,
    ...more,
  };
}

export function aMemory(sections: Section[]): Memory {
  return { etag: '"0"', revision: 1, title: "T", meta: {}, preface: [], sections, lines: 10, diagnostics: [] };
}

export function aRelay(relay: Partial<Relay> & { id: string; role: string }): Relay {
  return {
    tag: "Finding",
    text: relay.id,
    state: "pending",
    createdAt: "2026-02-09T10:00:00.000Z",
    decidedAt: null,
    decidedBy: null,
    reason: null,
    itemId: null,
    ...relay,
  };
}
