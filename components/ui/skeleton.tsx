import { cx } from "./cx";

/** A grey bar where text will be; give it the size of that text, so that nothing moves when it comes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("bg-hover block animate-pulse rounded-sm", className ?? "h-3 w-full")} />;
}
