import { Search, X } from "@/components/ui/icons";
import { useRef, useState } from "react";
import { useActions } from "@/components/ui/action-registry";
import { Button, IconButton } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Kbd } from "@/components/ui/kbd";
import { Mark } from "@/components/ui/mark";
import { ViewSwitch } from "@/components/ui/view-switch";
import { tagMark } from "@/lib/client/tag-marks";
import { TAGS } from "@/lib/core/memory/tags";
import { sayParts } from "@/components/ui/say-parts";
import { say, sayNumber, sentence, type Sentence } from "@/lib/core/i18n/say";
import {
  NARROWINGS,
  NARROWS,
  STATE_VIEWS,
  isNarrowed,
  type Filter,
  type FilterCounts,
  type Narrowing,
  type StateView,
} from "./memory-filter";
import { cleared } from "./use-memory-filter";

interface FilterBarProps {
  filter: Filter;
  counts: FilterCounts;
  onChange: (change: Partial<Filter>) => void;
}

const STATE_WORDS: Record<StateView, Sentence> = {
  open: sentence("Open"),
  archived: sentence("Archived"),
  resolved: sentence("Resolved"),
  all: sentence("All"),
};

const SHOW_ALL = sentence("Show all items");

/** So many tags are there at once; of a memory where every item has its own, the others are behind a button. */
const FEW_TAGS = 16;

export function FilterBar({ filter, counts, onChange }: FilterBarProps) {
  const [allTags, setAllTags] = useState(false);
  const tags = orderTags(counts.tags, filter.tag);
  const shownTags = allTags ? tags : tags.filter((tag, index) => index < FEW_TAGS || filter.tag.includes(tag));
  const toggleTag = (tag: string) =>
    onChange({ tag: filter.tag.includes(tag) ? filter.tag.filter((each) => each !== tag) : [...filter.tag, tag] });

  const narrowings = NARROWS.map((name) => {
    const narrowing: Narrowing = NARROWINGS[name];
    const [isOn, count] = [filter[name], counts.narrow[name]];
    return { ...narrowing, name, isOn, count, isThere: isOn || count > 0, run: () => onChange({ [name]: !isOn }) };
  });

  useActions([
    ...narrowings.map(({ name, entry, keys, isOn, isThere, run }) => ({
      id: `filter.${name}`,
      label: say(isOn ? SHOW_ALL : entry),
      group: "Filter" as const,
      keys,
      enabled: isThere,
      run,
    })),
    {
      id: "memory.newest",
      label: filter.newest ? say("List by role") : say("List the newest first"),
      group: "View" as const,
      keys: "v n",
      run: () => onChange({ newest: !filter.newest }),
    },
    ...orderTags(counts.tags).map((tag) => ({
      id: `filter.tag.${tag}`,
      label: say("{isOn, select, true {Show all, not only} other {Show only}} {what}", {
        isOn: String(filter.tag.includes(tag)),
        what: tag === "none" ? say("untagged") : tag,
      }),
      group: "Filter" as const,
      run: () => toggleTag(tag),
    })),
    ...STATE_VIEWS.map((state) => ({
      id: `filter.state.${state}`,
      label: say("Show {state} items", { state: say(STATE_WORDS[state]).toLowerCase() }),
      group: "Filter" as const,
      enabled: filter.state !== state,
      run: () => onChange({ state }),
    })),
    {
      id: "filter.clear",
      label: say("Clear the filter"),
      group: "Filter" as const,
      keys: "shift+escape",
      enabled: isNarrowed(filter),
      run: () => onChange(cleared()),
    },
  ]);

  return (
    <div
      role="search"
      aria-label={say("Filter the items")}
      className="no-scrollbar border-line flex shrink-0 items-center gap-1.5 border-b px-4 py-2 max-md:overflow-x-auto md:max-h-[40vh] md:flex-wrap md:overflow-y-auto"
    >
      <TextFilter value={filter.q} onChange={(q) => onChange({ q })} />
      <ViewSwitch
        label={say("State")}
        views={STATE_VIEWS}
        value={filter.state}
        onChange={(state) => onChange({ state })}
        name={(state) => (
          <>
            {say(STATE_WORDS[state])} <Count value={counts.states[state]} />
          </>
        )}
      />
      {narrowings
        .filter(({ isThere }) => isThere)
        .map(({ name, chip, title, isOn, count, run }) => (
          <Chip key={name} on={isOn} title={say(title)} onClick={run}>
            {sayParts(chip, { count: <Count value={count} /> })}
          </Chip>
        ))}
      <Chip on={filter.newest} onClick={() => onChange({ newest: !filter.newest })}>
        {say("Newest first")}
      </Chip>
      {filter.role.map((role) => (
        <Chip key={role} on onClick={() => onChange({ role: filter.role.filter((each) => each !== role) })}>
          {role} <X size={12} aria-label={say("remove")} />
        </Chip>
      ))}
      {/* A row of their own: a tag that comes first now makes no other row, and moves nothing below. */}
      <div className="flex basis-full flex-wrap gap-1.5 max-lg:contents">
        <Chip on={filter.tag.length === 0} onClick={() => onChange({ tag: [] })}>
          {sayParts("Any tag {count}", { count: <Count value={counts.anyTag} /> })}
        </Chip>
        {shownTags.map((tag) => (
          <Chip key={tag} on={filter.tag.includes(tag)} onClick={() => toggleTag(tag)}>
            <Mark {...tagMark(tag === "none" ? null : tag)} />
            {tag === "none" ? say("Untagged") : tag} <Count value={counts.tags.get(tag) ?? 0} />
          </Chip>
        ))}
        {tags.length > FEW_TAGS && (
          <Button look="ghost" size="small" aria-expanded={allTags} onClick={() => setAllTags(!allTags)}>
            {allTags ? say("Fewer tags") : say("{tags, number} more tags", { tags: tags.length - shownTags.length })}
          </Button>
        )}
      </div>
    </div>
  );
}

function Count({ value }: { value: number }) {
  return <span className="font-normal">{sayNumber(value)}</span>;
}

/** The field keeps its own text, so that typing never waits for the address or the list. */
function TextFilter({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    // The address changed by itself: a link, the palette, or back.
    setKnown(value);
    if (value !== text) setText(value);
  }
  function write(next: string) {
    setText(next);
    setKnown(next);
    onChange(next);
  }

  useActions([
    { id: "filter.text", label: say("Filter by text"), group: "Filter", keys: "/", run: () => input.current?.focus() },
  ]);

  return (
    <div className="relative w-48 shrink-0">
      <Search size={14} aria-hidden className="text-fg-3 pointer-events-none absolute start-2 top-[7px]" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        aria-label={say("Filter by text")}
        placeholder={say("Filter…")}
        dir="auto"
        maxLength={500}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
          if (text !== "") write("");
          else input.current?.blur();
        }}
        className="border-line-strong bg-raised h-7 w-full rounded-md border ps-7 pe-7"
      />
      {text === "" ? (
        <Kbd keys="/" className="text-fg-3 pointer-events-none absolute end-2 top-1.5" />
      ) : (
        <IconButton
          icon={X}
          iconSize={12}
          label={say("Clear the text")}
          onClick={() => write("")}
          className="absolute end-0.5 top-0.5"
        />
      )}
    </div>
  );
}

/** Wardroom's own tags in their order, then foreign ones as they come, then the untagged; chosen ones always. */
function orderTags(counts: ReadonlyMap<string, number>, chosen: readonly string[] = []): string[] {
  const present = [...new Set([...counts.keys(), ...chosen])];
  const rank = (tag: string) => {
    const known = (TAGS as readonly string[]).indexOf(tag);
    return tag === "none" ? 1000 : known < 0 ? 100 : known;
  };
  return present.sort((a, b) => rank(a) - rank(b));
}
