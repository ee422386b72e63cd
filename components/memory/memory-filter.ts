import type { Item, Memory, Relay, Section, SectionText } from "@/lib/contracts/memory";
import { writtenTime } from "@/lib/core/memory/age";
import { remember } from "@/lib/core/text/remember";

/** Which states are shown: what still counts, one of the others, or everything. */
export const STATE_VIEWS = ["open", "archived", "resolved", "all"] as const;
export type StateView = (typeof STATE_VIEWS)[number];

/** What the reader narrowed the memory to; empty lists and an empty text narrow nothing. */
export interface Filter {
  text: string;
  /** Tags as written; `none` stands for untagged. */
  tags: readonly string[];
  roles: readonly string[];
  state: StateView;
  /** Only what came or changed since the reader looked last. */
  news: boolean;
  /** Only what still counts and was written long ago, or names code that changed since. */
  stale: boolean;
  /** All lines in one row, the newest first, instead of section by section. */
  newest: boolean;
}

export const NO_FILTER: Filter = {
  text: "",
  tags: [],
  roles: [],
  state: "open",
  news: false,
  stale: false,
  newest: false,
};

/** What is new to the reader: ids of items and of relays. */
export type News = ReadonlySet<string>;

export const NO_NEWS: News = new Set();

/** How many items each choice of the filter would show, the other choices standing as they are. */
export interface FilterCounts {
  /** By tag, in order of use; `none` for untagged. */
  tags: Map<string, number>;
  states: Record<StateView, number>;
  /** Over all tags. */
  anyTag: number;
  /** Active, and written before what counts as stale or of code that changed. */
  stale: number;
}

export interface ShownSection {
  section: Section;
  items: Item[];
  relays: Relay[];
  texts: readonly SectionText[];
}

export interface Filtered {
  preface: readonly SectionText[];
  sections: ShownSection[];
  shown: number;
  total: number;
  counts: FilterCounts;
}

/** Lower-cased text of each item, made once: filtering ten thousand items must fit into a frame. */
const searched = remember(({ text, body, resolution }: Item) =>
  `${text}\n${body}\n${resolution ?? ""}`.normalize("NFC").toLowerCase(),
);

export function viewOf({ state }: Pick<Item, "state">): Exclude<StateView, "all"> {
  if (state === "active") return "open";
  return state === "resolved" ? "resolved" : "archived";
}

/** When each item was written, read once. */
const times = remember((item: Item) => ({ at: writtenTime(item) }));

/** Milliseconds since 1970; null where nobody knows. */
export function timeOfItem(item: Item): number | null {
  return times.get(item).at;
}

/** What passes the filter, with the counts for the filter bar, in one pass. What was written before `old`, or names code that changed, is stale. */
export function filterMemory(
  memory: Memory,
  pending: readonly Relay[],
  filter: Filter,
  news = NO_NEWS,
  old = -Infinity,
): Filtered {
  const text = filter.text.normalize("NFC").toLowerCase().trim();
  const tags = new Set(filter.tags);
  const roles = new Set(filter.roles);
  const counts: FilterCounts = {
    tags: new Map(),
    states: { open: 0, archived: 0, resolved: 0, all: 0 },
    anyTag: 0,
    stale: 0,
  };
  let shown = 0;
  let total = 0;
  // Text has no tag, and no state but that it stands there.
  const showsTexts =
    tags.size === 0 && !filter.news && !filter.stale && (filter.state === "open" || filter.state === "all");
  const passesText = (each: SectionText) =>
    showsTexts && (text === "" || each.text.normalize("NFC").toLowerCase().includes(text));

  const sections = memory.sections.map((section): ShownSection => {
    const items: Item[] = [];
    total += section.items.length;
    const relays = pending.filter((relay) => relay.role === section.role && (!filter.news || news.has(relay.id)));
    if (roles.size > 0 && !roles.has(section.role)) return { section, items, relays: [], texts: [] };
    for (const item of section.items) {
      if (text !== "" && !searched.get(item).includes(text)) continue;
      if (filter.news && !news.has(item.id)) continue;
      const isOld = (timeOfItem(item) ?? Infinity) < old || item.outdated !== undefined;
      const isStale = item.state === "active" && isOld;
      if (isStale) counts.stale++;
      if (filter.stale && !isStale) continue;
      const tag = item.tag ?? "none";
      const view = viewOf(item);
      const passesTag = tags.size === 0 || tags.has(tag);
      const passesState = filter.state === "all" || filter.state === view;
      if (passesTag) {
        counts.states.all++;
        counts.states[view]++;
      }
      if (!passesState) continue;
      counts.anyTag++;
      counts.tags.set(tag, (counts.tags.get(tag) ?? 0) + 1);
      if (passesTag) items.push(item);
    }
    shown += items.length;
    return {
      section,
      items,
      texts: section.texts.filter(passesText),
      relays: filter.state === "open" && !filter.stale ? relays.filter((relay) => passesRelay(relay, text, tags)) : [],
    };
  });
  const preface = roles.size > 0 ? [] : memory.preface.filter(passesText);
  return { preface, sections, shown, total, counts };
}

function passesRelay(relay: Relay, text: string, tags: ReadonlySet<string>): boolean {
  return (
    (tags.size === 0 || tags.has(relay.tag)) &&
    (text === "" || relay.text.normalize("NFC").toLowerCase().includes(text))
  );
}

/** Whether anything is narrowed beside the state. */
export function isNarrowed(filter: Filter): boolean {
  return filter.text.trim() !== "" || filter.tags.length > 0 || filter.roles.length > 0 || filter.news || filter.stale;
}
