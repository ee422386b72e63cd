import { type inferParserType, parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";
import type { Item, Memory, Relay, Section, SectionText } from "@/lib/contracts/memory";
import { writtenTime } from "@/lib/core/memory/age";
import { remember } from "@/lib/core/text/remember";
import { sentence, type Sentence } from "@/lib/core/i18n/say";

/** Which states are shown: what still counts, one of the others, or everything. */
export const STATE_VIEWS = ["open", "archived", "resolved", "all"] as const;
export type StateView = (typeof STATE_VIEWS)[number];

/** What is new to the reader: ids of items and of relays. */
export type News = ReadonlySet<string>;

export const NO_NEWS: News = new Set();

/** What a narrowing needs to know in addition to the item: what is new, and the time before which an item is old. */
interface Known {
  news: News;
  old: number;
}

export interface Narrowing {
  passes: (item: Item, known: Known) => boolean;
  chip: Sentence;
  title: Sentence;
  /** In the palette. */
  entry: Sentence;
  keys?: string;
}

/** Kinds of items that the reader narrows to, by their names in the address. */
export const NARROWINGS = {
  new: {
    passes: ({ id }, { news }) => news.has(id),
    chip: sentence("New {count}"),
    title: sentence("New or changed since your last visit"),
    entry: sentence("Narrow to what is new"),
  },
  stale: {
    passes: (item, { old }) =>
      item.state === "active" && ((timeOfItem(item) ?? Infinity) < old || item.outdated !== undefined),
    chip: sentence("Stale {count}"),
    title: sentence("Active, and over two versions or two days old, or about code changed since"),
    entry: sentence("Show only stale items"),
    keys: "v s",
  },
} as const satisfies Record<string, Narrowing>;
export type Narrow = keyof typeof NARROWINGS;
export const NARROWS = Object.keys(NARROWINGS) as Narrow[];

/** What the reader narrowed the memory to, as the address has it; empty lists and an empty text narrow nothing. */
export const FILTER = {
  q: parseAsString.withDefault(""),
  /** Tags as written; `none` stands for untagged. */
  tag: parseAsArrayOf(parseAsString).withDefault([]),
  role: parseAsArrayOf(parseAsString).withDefault([]),
  state: parseAsStringLiteral(STATE_VIEWS).withDefault("open"),
  /** All lines in one row, the newest first, instead of section by section. */
  newest: parseAsBoolean.withDefault(false),
  ...(Object.fromEntries(NARROWS.map((each) => [each, parseAsBoolean.withDefault(false)])) as Record<Narrow, Flag>),
};
type Flag = ReturnType<typeof parseAsBoolean.withDefault>;
export type Filter = inferParserType<typeof FILTER>;

/** The filter of a page that nobody has narrowed. */
export const NO_FILTER = Object.fromEntries(
  Object.entries(FILTER).map(([name, { defaultValue }]) => [name, defaultValue]),
) as Filter;

/** How many items each choice of the filter would show, the other choices standing as they are. */
export interface FilterCounts {
  /** By tag, in order of use; `none` for untagged. */
  tags: Map<string, number>;
  states: Record<StateView, number>;
  /** Over all tags. */
  anyTag: number;
  narrow: Record<Narrow, number>;
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

/** What passes the filter, with the counts for the filter bar, in one pass. What was written before `old` is stale. */
export function filterMemory(
  memory: Memory,
  pending: readonly Relay[],
  filter: Filter,
  news = NO_NEWS,
  old = -Infinity,
): Filtered {
  const text = filter.q.normalize("NFC").toLowerCase().trim();
  const tags = new Set(filter.tag);
  const roles = new Set(filter.role);
  const narrows = NARROWS.filter((each) => filter[each]);
  const counts: FilterCounts = {
    tags: new Map(),
    states: { open: 0, archived: 0, resolved: 0, all: 0 },
    anyTag: 0,
    narrow: { new: 0, stale: 0 },
  };
  const known = { news, old };
  let shown = 0;
  let total = 0;
  // Text has no tag, and no state but that it stands there.
  const showsTexts = tags.size === 0 && narrows.length === 0 && (filter.state === "open" || filter.state === "all");
  const passesText = (each: SectionText) =>
    showsTexts && (text === "" || each.text.normalize("NFC").toLowerCase().includes(text));

  const sections = memory.sections.map((section): ShownSection => {
    const items: Item[] = [];
    total += section.items.length;
    // Of the narrowings, only "new" applies to relays.
    const relays = pending.filter(
      (relay) => relay.role === section.role && narrows.every((each) => each === "new" && news.has(relay.id)),
    );
    if (roles.size > 0 && !roles.has(section.role)) return { section, items, relays: [], texts: [] };
    counts.narrow.new += relays.filter(({ id }) => news.has(id)).length;
    for (const item of section.items) {
      if (text !== "" && !searched.get(item).includes(text)) continue;
      if (!narrows.every((each) => NARROWINGS[each].passes(item, known))) continue;
      for (const each of NARROWS) if (NARROWINGS[each].passes(item, known)) counts.narrow[each]++;
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
      relays: filter.state === "open" ? relays.filter((relay) => passesRelay(relay, text, tags)) : [],
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
  const { q, tag, role } = filter;
  return q.trim() !== "" || tag.length + role.length > 0 || NARROWS.some((each) => filter[each]);
}
