import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { useKeptScroll } from "@/components/ui/use-kept-place";

export function Content({ className, children }: { className?: string; children: ReactNode }) {
  const scroller = useKeptScroll<HTMLElement>();
  return (
    <main
      ref={scroller}
      id="content"
      tabIndex={-1}
      className={cx("relative min-h-0 flex-1 overflow-y-auto outline-none", className)}
    >
      {children}
    </main>
  );
}
