import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { useRef, type RefObject } from "react";
import { useAwake } from "./use-awake";
import { useKeptPlace } from "./use-kept-place";

type Rows = Virtualizer<HTMLDivElement, Element>;

interface RowsOptions {
  count: number;
  /** Pixels, before the row is drawn and measured. */
  estimateSize: (index: number) => number;
  getItemKey: (index: number) => string | number;
  /** How many more are drawn above and below those in sight. */
  overscan: number;
  /** What a server draws before it can know the size of the window. */
  firstScreen: { width: number; height: number };
}

interface VirtualRows {
  scroller: RefObject<HTMLDivElement | null>;
  virtual: Rows;
  /** Whether it follows the screen yet. Scrolling to a row does nothing before. */
  awake: boolean;
  /** The row in full sight that is nearest to an edge: 1 to the upper one, from where a way down begins, -1 to the lower one. */
  edge: (step: 1 | -1) => number | undefined;
  /** For each row that is drawn. */
  measure: ((row: Element | null) => void) | undefined;
}

/** The row at the upper edge, and by how many pixels it is scrolled past it. */
interface UpperEdge {
  key: string | number | bigint;
  past: number;
}

/**
 * A list of which only the rows in sight are drawn, each as high as it is. It shows what the server drew until the page is
 * awake, and measures then. The way back finds it as it was left.
 */
export function useVirtualRows({ firstScreen, ...options }: RowsOptions): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  const awake = useAwake();
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    ...options,
    initialRect: firstScreen,
    getScrollElement: () => (awake ? scroller.current : null),
  });
  useKeptPlace<UpperEdge | undefined>(
    awake,
    () => {
      const offset = virtual.scrollOffset ?? 0;
      const row = offset > 0 ? virtual.getVirtualItemForOffset(offset) : undefined;
      return row && { key: row.key, past: offset - row.start };
    },
    (edge) => {
      // Rows above it are not measured any more: a number of pixels would lead elsewhere.
      const row = virtual.measurementsCache.find(({ key }) => key === edge?.key);
      if (row && edge) virtual.scrollToOffset(row.start + edge.past);
    },
  );
  const edge = (step: 1 | -1) => {
    const upper = virtual.scrollOffset ?? 0;
    const lower = upper + (virtual.scrollRect?.height ?? 0);
    const inSight = virtual.getVirtualItems().filter(({ start, end }) => start >= upper && end <= lower);
    return inSight.at(step === 1 ? 0 : -1)?.index;
  };
  return { scroller, virtual, awake, edge, measure: awake ? virtual.measureElement : undefined };
}
