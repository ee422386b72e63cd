import { ChevronRight } from "./icons";

/** In the summary of an open or closed `group`: shows that there is more below, and whether it is shown. */
export function FoldArrow() {
  return <ChevronRight size={14} aria-hidden className="text-fg-3 shrink-0 group-open:rotate-90 rtl:-scale-x-100" />;
}
