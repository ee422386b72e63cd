import { useEffect, useEffectEvent, useRef } from "react";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

export const MEMORY_VIEWS = ["list", "board", "file"] as const;
export type MemoryViewName = (typeof MEMORY_VIEWS)[number];

const PLACE = {
  view: parseAsStringLiteral(MEMORY_VIEWS).withDefault("list"),
  item: parseAsString,
  line: parseAsInteger,
};

/** Which view of the memory is open, on which item or line: part of the address, so that a link leads there. */
export function useMemoryPlace() {
  return useQueryStates(PLACE);
}

/** A link leads to its item: `show` brings the list there once, as soon as a row has it. */
export function useLinked(
  item: string | null,
  cursor: string | undefined,
  rows: readonly { key: string }[],
  show: (item: string) => void,
): void {
  const linked = useRef<string | null>(null);
  const note = useEffectEvent(() => {
    // Where the cursor is already, the reader went by keys or pointer.
    linked.current = item === cursor ? null : item;
  });
  const follow = useEffectEvent(() => {
    const key = linked.current;
    linked.current = null;
    // Who types on the page meanwhile keeps the focus; the field of a search that led here is gone in a moment.
    const active = document.activeElement;
    const isTyping = active?.matches("input, textarea") === true && active.closest("[role=dialog]") === null;
    if (key !== null && !isTyping) show(key);
  });
  const isThere = rows.some(({ key }) => key === item);
  useEffect(() => note(), [item]);
  useEffect(() => {
    if (isThere) follow();
  }, [item, isThere]);
}
