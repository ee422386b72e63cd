import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref, memo } from "react";
import { cx } from "@/components/ui/cx";
import { useVirtualRows } from "@/components/ui/use-virtual-rows";
import { type News, viewOf } from "./memory-filter";
import type { MemoryRow } from "./memory-rows";
import { RelayRow, type RelayHandlers } from "./relay-row";
import { type SectionHandlers, SectionRow } from "./section-row";
import type { Role } from "@/lib/contracts/sessions";
import { notesOn } from "@/lib/core/memory/item-notes";
import { say, sentence } from "@/lib/core/i18n/say";
import { Changes } from "@/components/ui/changes";
import { canBeItems } from "@/lib/core/memory/entries-of-text";
import type { SectionText, Item } from "@/lib/contracts/memory";
import { SetText } from "./set-text";
import { Checkbox } from "@/components/ui/checkbox";
import { RelativeTime } from "@/components/ui/relative-time";
import { Preview } from "./preview";
import { byWords, Notes } from "./pair-lines";
import { TagLabel } from "./tag-label";

interface ItemRowProps {
  item: Item;
  selected: boolean;
  /** Its peek is open. */
  open: boolean;
  /** It came or changed since the reader looked last. */
  isNew: boolean;
  /** Whose it is, where no section above says so. */
  role?: string | undefined;
  onToggle: (key: string, range: boolean) => void;
}

const DONE = { archived: sentence("Archived"), resolved: sentence("Resolved"), open: "" } as const;

export const ItemRow = memo(function ItemRow({ item, selected, open, isNew, role, onToggle }: ItemRowProps) {
  const { id, tag, text, body, state: _, resolution, timestamp, written, line: _line, ...noted } = item;
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
        <Notes notes={notesOn({ id, ...noted }, byWords)} />
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
        {role !== undefined && (
          <span dir="auto" className="me-2 inline-block max-w-28 truncate align-bottom max-sm:hidden">
            {role}
          </span>
        )}
        {writtenAt && <RelativeTime at={writtenAt} />}
      </span>
    </>
  );
});

export interface ListHandle {
  /** Brings a row into view and gives it the focus, as soon as it is there and unless the reader has moved on by then. */
  focusRow: (key: string) => void;
  toTop: () => void;
  /** The row in full sight that is nearest to an edge: 1 is the upper one. */
  edge: (step: 1 | -1) => number | undefined;
  /** The row above which nothing may move, because the reader looks at it. */
  anchor: () => string | undefined;
}

interface MemoryListProps extends RelayHandlers, SectionHandlers {
  ref: Ref<ListHandle>;
  rows: readonly MemoryRow[];
  roles: readonly Role[];
  revision: number;
  cursor: string | undefined;
  open: string | null;
  selected: ReadonlySet<string>;
  /** Rows that just came, tinted once. */
  fresh: ReadonlySet<string>;
  /** What came or changed since the reader looked last. */
  news: News;
  /** Items of all roles stand among each other. */
  namesRoles: boolean;
  onShowLine: (line: number) => void;
  onOpen: (key: string) => void;
  onToggle: (key: string, range: boolean) => void;
  onCursor: (key: string) => void;
}

const HEIGHTS = { section: 44, text: 32, relay: 56, item: 31 } as const;
const FIRST_SCREEN = { width: 1000, height: 640 };
/** Scrolled less than this, the reader is at the top. */
const TOP = 8;

/**
 * All rows as one virtual list. The rows on screen stand in the normal flow between two spacers, so that they may be of
 * any height, and the server's page needs no inline styles.
 */
export function MemoryList({ ref, rows, cursor, onOpen, onToggle, onCursor, ...rest }: MemoryListProps) {
  const { scroller, virtual, awake, edge, measure } = useVirtualRows({
    count: rows.length,
    estimateSize: (index) => HEIGHTS[rows[index]?.kind ?? "item"],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    firstScreen: FIRST_SCREEN,
  });
  /** The row that is to have the focus, and what has it until then. */
  const wanted = useRef<{ key: string; focused: Element | null }>(undefined);
  const visible = virtual.getVirtualItems();

  useImperativeHandle(ref, () => ({
    focusRow(key) {
      wanted.current = { key, focused: document.activeElement };
      focusWanted();
    },
    toTop: () => virtual.scrollToOffset(0),
    edge,
    anchor() {
      const box = scroller.current;
      if (!box) return undefined;
      // Where what is new comes first, the top is read like the middle.
      if (box.scrollTop <= TOP && !rest.namesRoles) {
        const focused = box.contains(document.activeElement) ? cursor : undefined;
        const pointed = box.querySelector<HTMLElement>("[data-key]:hover")?.dataset["key"];
        return rows.findLast(({ key }) => key === focused || key === pointed)?.key;
      }
      const end = box.scrollTop + box.clientHeight;
      const last = virtual.getVirtualItems().findLast((row) => row.start < end);
      return last && rows[last.index]?.key;
    },
  }));

  function focusWanted() {
    // A list that is not awake can neither be scrolled nor knows what is in sight.
    if (!awake || wanted.current === undefined) return;
    const { key, focused } = wanted.current;
    const now = document.activeElement;
    if (now !== focused && now !== document.body) {
      wanted.current = undefined;
      return;
    }
    const index = rows.findIndex((row) => row.key === key);
    if (index < 0) return;
    virtual.scrollToIndex(index, { align: "auto" });
    // One that is drawn beside those in sight may go again before the list has scrolled, and the focus with it.
    const { range } = virtual;
    if (range === null || index < range.startIndex || index > range.endIndex) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  }
  // A row just added comes with the next rows, and one far away only after the list has scrolled to it.
  useEffect(focusWanted);

  // One of the rows that are drawn, so that Tab reaches the list wherever it is scrolled to.
  const drawn = visible.flatMap(({ index }) => {
    const row = rows[index];
    return row === undefined || row.kind === "section" || row.kind === "text" ? [] : [row.key];
  });
  const tabStop = drawn.find((key) => key === cursor) ?? drawn[0];

  function rowOf(target: EventTarget): string | undefined {
    return target instanceof Element ? target.closest<HTMLElement>("[data-key]")?.dataset["key"] : undefined;
  }

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={say("Items")}
      aria-rowcount={rows.length}
      aria-multiselectable
      tabIndex={drawn.length === 0 ? 0 : -1}
      className="min-h-0 flex-1 overflow-y-auto outline-none [overflow-anchor:none]"
      onClick={(event) => {
        const key = rowOf(event.target);
        const onControl = event.target instanceof Element && event.target.closest("button, input, a, label");
        if (key === undefined || onControl) return;
        if (event.shiftKey) onToggle(key, true);
        else if (getSelection()?.isCollapsed !== false) onOpen(key);
      }}
      onKeyDown={(event) => {
        const key = event.target instanceof HTMLElement ? event.target.dataset["key"] : undefined;
        if (key === undefined || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        if (event.key === "Enter") onOpen(key);
        else onToggle(key, event.shiftKey);
      }}
      onFocus={(event) => {
        const key = event.target.dataset["key"];
        if (key !== undefined && key !== cursor) onCursor(key);
      }}
    >
      <div
        role="presentation"
        className="pb-10"
        {...(awake && {
          style: {
            paddingTop: visible[0]?.start ?? 0,
            paddingBottom: virtual.getTotalSize() - (visible.at(-1)?.end ?? 0) + 40,
          },
        })}
      >
        {visible.map(({ index, key }) => {
          const row = rows[index];
          return row ? (
            <div
              key={key}
              ref={measure}
              data-index={index}
              role="row"
              aria-rowindex={index + 1}
              aria-selected={row.kind === "item" ? rest.selected.has(row.key) : undefined}
              {...(row.kind !== "section" &&
                row.kind !== "text" && { "data-key": row.key, tabIndex: row.key === tabStop ? 0 : -1 })}
              className={rowClass(row, rest, cursor)}
            >
              <RowContent row={row} cursor={cursor} onToggle={onToggle} {...rest} />
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

type RowProps = Omit<MemoryListProps, "ref" | "rows" | "onOpen" | "onCursor">;

function RowContent({
  row,
  roles,
  revision,
  selected,
  news,
  namesRoles,
  open,
  cursor,
  onToggle,
  onShowLine,
  ...handlers
}: RowProps & { row: MemoryRow }) {
  switch (row.kind) {
    case "section": {
      const role = roles.find((each) => each.id === row.section.role);
      // Where nobody reads here, that one has not is no news.
      const receipts = roles.some(({ readRevision }) => readRevision !== null);
      return (
        <SectionRow
          section={row.section}
          shown={row.shown}
          role={receipts ? role : undefined}
          revision={revision}
          onSection={handlers.onSection}
        />
      );
    }
    case "text":
      return <TextRow text={row.text} role={row.role} onShowLine={onShowLine} onMakeItems={handlers.onMakeItems} />;
    case "relay":
      return <RelayRow relay={row.relay} current={row.key === cursor} {...handlers} />;
    case "item":
      return (
        <ItemRow
          item={row.item}
          selected={selected.has(row.key)}
          open={row.key === open || row.key === cursor}
          isNew={news.has(row.key)}
          role={namesRoles ? row.section.role : undefined}
          onToggle={onToggle}
        />
      );
  }
}

function rowClass(
  row: MemoryRow,
  { selected, open, fresh }: Pick<RowProps, "selected" | "open" | "fresh">,
  cursor: string | undefined,
): string {
  const outline = "scroll-my-2 focus-visible:outline-offset-[-2px]";
  switch (row.kind) {
    case "section":
      return "flex items-end gap-2 ps-7 pe-4 pt-4 pb-1.5";
    case "text":
      return "flex items-start gap-2 py-1 ps-7 pe-4";
    case "relay":
      return cx(
        outline,
        "ms-5 me-4 my-1 flex flex-wrap items-center gap-2 rounded-lg border border-dashed border-line-strong px-2.5 py-2",
        row.key === cursor && "bg-accent-soft",
        fresh.has(row.key) && "animate-tint",
      );
    case "item":
      return cx(
        outline,
        "group grid min-h-[31px] grid-cols-[28px_98px_minmax(0,1fr)_auto] items-start border-t border-line py-[5px] pe-4",
        "max-sm:grid-cols-[28px_minmax(0,1fr)_auto]",
        row.key === open || selected.has(row.key) ? "bg-accent-soft" : "hover:bg-panel",
        row.key === cursor && "shadow-[inset_2px_0_var(--accent)] rtl:shadow-[inset_-2px_0_var(--accent)]",
        fresh.has(row.key) && "animate-tint",
      );
  }
}

interface TextRowProps {
  text: SectionText;
  /** Whose section it stands in, where that takes items. */
  role: string | null;
  onShowLine: (line: number) => void;
  onMakeItems: (role: string, text: string) => void;
}

/** What stands in a section beside its items, set as it is meant, with the way to its line in the file. */
function TextRow({ text: { text, line }, role, onShowLine, onMakeItems }: TextRowProps) {
  return (
    <>
      <div role="gridcell" className="text-fg-2 min-w-0 flex-1 overflow-x-auto">
        <SetText text={text} />
      </div>
      <span role="gridcell" className="flex shrink-0 flex-col items-end gap-0.5">
        {role !== null && canBeItems(text) && (
          <Changes>
            <QuietButton onClick={() => onMakeItems(role, text)}>{say("Make items…")}</QuietButton>
          </Changes>
        )}
        <QuietButton onClick={() => onShowLine(line)}>{say("Line {line}", { line })}</QuietButton>
      </span>
    </>
  );
}

/** What a row offers to the pointer; its keys are the list's. */
function QuietButton(props: { onClick: () => void; children: ReactNode }) {
  return <button type="button" tabIndex={-1} className="text-fg-3 hover:text-fg text-xs" {...props} />;
}
