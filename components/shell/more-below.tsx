"use client";
import { useEffect, useState, type RefObject } from "react";

/** Fades the end of a list that goes on below, so that no row looks cut off. */
export function MoreBelow({ list }: { list: RefObject<HTMLElement | null> }) {
  const [isMore, setMore] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const look = () => setMore(element.scrollHeight - element.scrollTop - element.clientHeight > 4);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  });
  return isMore ? (
    <div
      aria-hidden
      className="from-panel pointer-events-none sticky bottom-0 -mt-8 h-8 shrink-0 bg-linear-to-t to-transparent"
    />
  ) : null;
}
