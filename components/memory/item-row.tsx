import { memo } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Item } from "@/lib/contracts/memory";
import { describeQuestion } from "@/lib/core/memory/question";
import { say, sentence } from "@/lib/core/words/say";
import { viewOf } from "./memory-filter";
import { Preview } from "./preview";
import { TagLabel } from "./tag-label";

interface ItemRowProps {
  item: Item;
  selected: boolean;
  /** Its peek is open. */
  open: boolean;
  /** It came or changed since the reader looked last. */
  isNew: boolean;
  onToggle: (key: string, range: boolean) => void;
}

const DONE = { archived: sentence("Archived"), resolved: sentence("Resolved"), open: "" } as const;

/** One item of the list: its tag, its words, what became of it, and when. */
export const ItemRow = memo(function ItemRow({ item, selected, open, isNew, onToggle }: ItemRowProps) {
  const {
    id,
    tag,
    text,
    body,
    state: _,
    resolution,
    question,
    alsoSeenBy,
    timestamp,
    written,
    line: _line,
    ...unshown
  } = item;
  // A field that has no place here is an error of types.
  unshown satisfies Record<string, never>;
  const view = viewOf(item);
  const writtenAt = timestamp ?? written?.at;
  const more = body.trim() === "" ? 0 : body.trim().split("\n").length;
  return (
    <>
      <span role="gridcell" className="-my-0.5 ps-0.5 max-sm:col-start-1 max-sm:row-start-1">
        <Checkbox
          checked={selected}
          tabIndex={-1}
          aria-label={say("Select: {text}", { text: text.slice(0, 60) })}
          onChange={(event) => onToggle(id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
          className={cx(
            "transition-opacity group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100",
            !selected && !open && "opacity-0",
          )}
        />
      </span>
      <span role="gridcell" className="flex min-h-5 min-w-0 items-center pe-2 max-sm:col-start-2 max-sm:row-start-1">
        <TagLabel tag={tag} />
      </span>
      <span
        role="gridcell"
        className={cx(
          "min-w-0 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2",
          view !== "open" && "text-fg-3",
        )}
      >
        {isNew && (
          <span
            title={say("New since you last looked")}
            className="bg-accent me-1.5 inline-block size-1.5 rounded-full align-middle"
          >
            <span className="sr-only">{say("New:")}</span>
          </span>
        )}
        <Preview text={text} className={cx(view !== "open" && "decoration-fg-3/60 line-through")} />
        {resolution !== null && <Preview text={`→ ${resolution}`} className="text-fg-2" />}
        {question !== undefined && <span className="text-fg-3 block text-xs">{describeQuestion(question)}</span>}
        {alsoSeenBy !== undefined && (
          <span className="text-fg-3 block text-xs">{say("Also seen by {list}", { list: alsoSeenBy.join(", ") })}</span>
        )}
        {more > 0 && (
          <span className="text-fg-3 text-xs">
            {say("{more, plural, one {# more line} other {# more lines}}", { more })}
          </span>
        )}
      </span>
      <span
        role="gridcell"
        className="text-fg-3 ps-3 text-end text-xs leading-5 whitespace-nowrap max-sm:col-start-3 max-sm:row-start-1"
      >
        {view !== "open" && <span className="me-2">{say(DONE[view])}</span>}
        {writtenAt && <RelativeTime at={writtenAt} />}
      </span>
    </>
  );
});
