import { useState } from "react";
import { Changes } from "@/components/ui/changes";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import type { Item, Relay, SectionText } from "@/lib/contracts/memory";
import { say } from "@/lib/core/i18n/say";
import { viewOf, type ShownSection } from "./memory-filter";
import { Preview } from "./preview";
import type { RelayHandlers } from "./relay-row";
import { RelayTwins } from "./relay-twins";
import { TagLabel } from "./tag-label";
import { sectionTitle } from "./section-title";
import { SetText } from "./set-text";

/** So many cards of a column are drawn at first, and so many more at a time. */
const STEP = 100;

interface MemoryBoardProps extends RelayHandlers {
  sections: ShownSection[];
  narrowed: boolean;
  cursor: string | undefined;
  open: string | null;
  selected: ReadonlySet<string>;
  onOpen: (key: string) => void;
}

export function MemoryBoard({ sections, narrowed, ...rest }: MemoryBoardProps) {
  const shown = narrowed
    ? sections.filter(({ items, relays, texts }) => items.length + relays.length + texts.length > 0)
    : sections;
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={say("Roles")}
      className="flex min-h-0 flex-1 snap-x scroll-px-3 gap-3 overflow-x-auto p-3 focus-visible:outline-offset-[-2px]"
    >
      {shown.map((column, index) => (
        <Column key={`${index}:${column.section.role}`} {...column} {...rest} />
      ))}
    </div>
  );
}

type ColumnProps = ShownSection & Omit<MemoryBoardProps, "sections" | "narrowed">;

function Column({ section, items, relays, texts, cursor, open, selected, onOpen, ...relayHandlers }: ColumnProps) {
  const [limit, setLimit] = useState(STEP);
  const title = sectionTitle(section);
  const cards: (Item | SectionText)[] = [...items, ...texts].sort((a, b) => a.line - b.line);
  return (
    <section
      aria-label={title}
      className="border-line bg-panel flex min-w-72 flex-1 snap-start flex-col rounded-lg border only:min-w-0 max-sm:min-w-[86vw]"
    >
      <h2 className="flex items-baseline gap-2 px-3 pt-2.5 pb-1.5 font-semibold">
        <span className={cx("truncate", section.state !== "active" && "text-fg-3 line-through")}>{title}</span>
        <span className="text-fg-3 text-xs font-normal">{items.length}</span>
      </h2>
      <div
        tabIndex={0}
        role="group"
        aria-label={say("Items of {title}", { title })}
        className="grid min-h-0 flex-1 auto-rows-max grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] items-start gap-1.5 overflow-y-auto px-2 pb-2"
      >
        {relays.map((relay) => (
          <RelayCard key={relay.id} relay={relay} {...relayHandlers} />
        ))}
        {cards
          .slice(0, limit)
          .map((card) =>
            "id" in card ? (
              <ItemCard
                key={card.id}
                item={card}
                marked={card.id === open || selected.has(card.id)}
                current={card.id === cursor}
                onOpen={onOpen}
              />
            ) : (
              <TextCard key={card.line} text={card} />
            ),
          )}
        {cards.length > limit && (
          <Button look="ghost" className="col-span-full w-full justify-center" onClick={() => setLimit(limit + STEP)}>
            {say("{cards, number} more", { cards: cards.length - limit })}
          </Button>
        )}
        {cards.length + relays.length === 0 && <p className="text-fg-3 px-1 py-2 text-xs">{say("Nothing yet.")}</p>}
      </div>
    </section>
  );
}

function TextCard({ text: { text } }: { text: SectionText }) {
  return (
    <div className="text-fg-2 mb-1.5 overflow-x-auto px-2.5 py-1.5">
      <SetText text={text} />
    </div>
  );
}

interface ItemCardProps {
  item: Item;
  marked: boolean;
  current: boolean;
  onOpen: (key: string) => void;
}

function ItemCard({ item, marked, current, onOpen }: ItemCardProps) {
  const view = viewOf(item);
  return (
    <button
      type="button"
      data-key={item.id}
      onClick={() => onOpen(item.id)}
      className={cx(
        "flex w-full flex-col items-start gap-0.5 rounded-md border px-2.5 py-1.5 text-start [contain-intrinsic-size:auto_64px] [content-visibility:auto]",
        marked ? "bg-accent-soft" : "bg-raised hover:border-line-strong",
        current ? "border-accent" : "border-line",
      )}
    >
      <TagLabel tag={item.tag} />
      <Preview text={item.text} className={cx("w-full", view !== "open" && "text-fg-3 line-through")} />
    </button>
  );
}

function RelayCard({ relay, onRelay, onOpenTwin }: RelayHandlers & { relay: Relay }) {
  return (
    <div className="border-line-strong flex flex-col gap-1.5 rounded-md border border-dashed px-2.5 py-1.5">
      <TagLabel tag={relay.tag} />
      <Preview text={relay.text} />
      <RelayTwins relay={relay} onOpen={onOpenTwin} />
      <Changes deed="approve relays">
        <div className="flex flex-wrap gap-1.5">
          <Button size="small" look="primary" onClick={() => onRelay("approve", relay)}>
            {say("Approve")}
          </Button>
          <Button size="small" onClick={() => onRelay("edit", relay)}>
            {say("Edit…")}
          </Button>
          <Button size="small" look="ghost" onClick={() => onRelay("reject", relay)}>
            {say("Reject…")}
          </Button>
        </div>
      </Changes>
    </div>
  );
}
