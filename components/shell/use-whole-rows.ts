import { greatest } from "@/lib/core/lists";
import { type RefObject, useLayoutEffect } from "react";

/** Ends a list that scrolls after a whole row, whatever room there is, so that no row of it is cut at rest. It is to know how many rows there are. */
export function useWholeRows(list: RefObject<HTMLElement | null>, rows: number): void {
  useLayoutEffect(() => {
    const element = list.current;
    const around = element?.parentElement;
    if (!element || !around) return;
    const fit = () => {
      element.style.maxHeight = "";
      if (getComputedStyle(element).overflowY === "visible" || element.scrollHeight <= element.clientHeight + 1) return;
      const top = element.getBoundingClientRect().top - element.scrollTop;
      const ends = [...element.querySelectorAll("a, summary")].map((row) => row.getBoundingClientRect().bottom - top);
      const last = greatest(ends.filter((end) => end <= element.clientHeight));
      if (Number.isFinite(last)) element.style.maxHeight = `${last}px`;
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(around);
    for (const child of around.children) observer.observe(child);
    return () => observer.disconnect();
  }, [list, rows]);
}
